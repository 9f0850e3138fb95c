package org.portolan.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.search.SearchFile;
import org.portolan.bench.search.SearchFiles;
import org.portolan.bench.telemetry.RunEvent;
import org.xml.sax.InputSource;

final class ReportPageTest {
  private static final Pattern SVG = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void section_ofARun_hasItsChartsAndFiguresAndIsWellFormed() throws Exception {
    String html =
        Templates.fill(
            "run",
            new RunSection(
                "run <1>",
                MadeRuns.run(
                    "wiki", 2, 300, 1, List.of(RunEvent.fault(30, "killed \"node\" 2 & more")))));
    assertThat(html)
        .contains("run &lt;1&gt;")
        .contains("Operations over time")
        .contains("Responses over time")
        .contains("Distribution of responses")
        .contains("30 s: killed \"node\" 2 &amp; more")
        .contains("page_list/&lt;Main &amp; \"Page\"&gt;")
        .contains("31 − 2")
        .contains("Steady from second 11")
        .contains("same row")
        .contains("index only")
        .doesNotContain("NaN")
        .doesNotContain("Infinity")
        .doesNotContain("<Main");
    assertThat(wellFormedCharts(html)).isEqualTo(8);
  }

  @Test
  void section_ofARunWithServers_showsTheirLoad() throws Exception {
    List<RunEvent> events =
        List.of(
            new RunEvent(RunEvent.Kind.COMPACTION, 29, 30, "compaction on node-1"),
            RunEvent.fault(31, "node-2 died"));
    RunResult run = MadeRuns.withServers(MadeRuns.run("wiki", 2, 300, 1, events), 0.5);
    String html = Templates.fill("run", new RunSection("servers", run));
    assertThat(html)
        .contains("Beside the client")
        .contains("Reads of each server over time")
        .contains("Writes of each server over time")
        .contains("Processors of client and servers over time")
        .contains("Bytes between the client and each server over time")
        .contains(
            "Imbalance: of 3 servers the busiest had 1.50 times the mean of reads, 1.50 times that"
                + " of writes")
        .contains("µs of the servers' processors an operation")
        .contains("of &lt;replicas&gt;")
        .contains("31 s: node-2 died")
        .contains("Compactions were seen in 1 stretch of time, 1 s in all")
        .contains("<title>compaction on node-1</title>")
        .doesNotContain("NaN");
    assertThat(wellFormedCharts(html)).isEqualTo(16);
  }

  @Test
  void section_ofASearch_hasItsTrail() throws Exception {
    SearchFile search = SearchFiles.found();
    String html = Templates.fill("search", new SearchSection("limits", search));
    assertThat(html)
        .contains("The limit lies between 700/s and 750/s.")
        .contains("Confirmed by a run of its own; every verdict with 95 % confidence.")
        .contains("Responses against load")
        .contains("Trail of the search")
        .contains("<td>bisect</td>")
        .contains("<dt>machine</dt><dd>a test</dd>")
        .doesNotContain("NaN");
    assertThat(wellFormedCharts(html)).isEqualTo(6);
  }

  private static int wellFormedCharts(String html) throws Exception {
    Matcher charts = SVG.matcher(html);
    int count = 0;
    while (charts.find()) {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(charts.group())));
      count++;
    }
    return count;
  }

  @Test
  void page_ofADirectoryOfSearches_isWholeInItself() throws Exception {
    SearchFiles.found().write(directory.resolve("monday"));
    SearchFiles.found().write(directory.resolve("tuesday"));
    Files.createDirectories(directory.resolve("other"));
    ReportPage page = ReportPage.of(List.of(directory));
    assertThat(page.size()).isEqualTo(2);
    Path file = directory.resolve("report.html");
    page.write(file);
    String html = Files.readString(file);
    assertThat(html)
        .startsWith("<!DOCTYPE html>")
        .contains("<h2>" + directory.getFileName() + "/monday</h2>")
        .contains("<h2>" + directory.getFileName() + "/tuesday</h2>")
        .contains("prefers-color-scheme: dark")
        .doesNotContain("<script")
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=")
        .doesNotContain("url(");
  }

  @Test
  void of_aDirectoryWithoutResults_isRefused() {
    assertThatThrownBy(() -> ReportPage.of(List.of(directory)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds no run (manifest.json) and no search (search.json)");
  }

  @Test
  void scale_ofEachKind_hasReadableTicks() {
    Scale linear = Scale.of(Scale.Kind.LINEAR, 3, 97);
    assertThat(linear.ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    assertThat(linear.place(50)).isCloseTo(0.5, within(1e-12));
    Scale decades = Scale.of(Scale.Kind.LOGARITHMIC, 0.3, 800);
    assertThat(decades.low()).isCloseTo(0.2, within(1e-12));
    assertThat(decades.high()).isCloseTo(1_000, within(1e-9));
    assertThat(decades.place(Math.sqrt(200))).isCloseTo(0.5, within(1e-12));
    Scale nines = Scale.of(Scale.Kind.NINES, 0, 0.999);
    assertThat(nines.ticks()).containsExactly(0.0, 0.5, 0.9, 0.99, 0.999);
    assertThat(nines.place(0.9)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(nines.label(0.999)).isEqualTo("99.9 %");
    assertThat(linear.label(40)).isEqualTo("40");
    assertThat(Scale.of(Scale.Kind.LINEAR, 0, 25_000).label(5_000)).isEqualTo("5k");
  }

  @Test
  void chart_ofNothing_saysSo() {
    assertThat(
            Templates.fill(
                "chart",
                new Chart("Empty", "s", Scale.Kind.LINEAR, "ms", Scale.Kind.LOGARITHMIC)
                    .line("zeros", 0, List.of(1, 2), second -> second, second -> 0)))
        .contains("Empty: nothing to draw.");
  }

  @Test
  void chart_ofMoreLinesThanColors_beginsAgainWithTheFirst() {
    Chart chart = new Chart("Many", "s", Scale.Kind.LINEAR, "ms", Scale.Kind.LINEAR);
    for (int line = 0; line < 10; line++) {
      chart.line("line " + line, line, List.of(1, 2), second -> second, second -> 1);
    }
    assertThat(Templates.fill("chart", chart))
        .contains("class=\"key c7\"")
        .doesNotContain("c8\"", "c9\"");
  }

  @Test
  void faults_outsideTheTimeOfARun_areDrawnAtTheEdgeOfItsCharts() throws Exception {
    Chart chart =
        new Chart("Chart", "s", Scale.Kind.LINEAR, "ms", Scale.Kind.LINEAR)
            .line("line", 0, List.of(10, 20), second -> second, second -> 1)
            .mark(-5, "too early")
            .mark(1e300, "too late")
            .span(-7, -6, "before")
            .span(30, 40, "after");
    Drawing drawing = new Drawing(chart, 760, 260, "wide");
    String svg = Templates.fill("drawing", drawing);
    assertThat(svg)
        .contains("<title>too early</title><line x1=\"52.0\"")
        .contains("<title>too late</title><line x1=\"746.0\"")
        .contains("<rect class=\"span\" x=\"52.0\"")
        .contains("<rect class=\"span\" x=\"746.0\"");
    assertThat(drawing.right()).isEqualTo(746);
    assertThat(wellFormedCharts(svg)).isEqualTo(1);
  }

  @Test
  void charactersThatNoPageMayHold_areShown() throws Exception {
    String odd = "a\0b\u001b[1m\t\n\r\u007f\u0085\ud800c\uffff\ud83d\ude00<";
    String shown =
        "a\u2400b\u241b[1m\u2409\u240a\u240d\u2421\\u0085\\uD800c\\uFFFF\ud83d\ude00&lt;";
    RunResult run = MadeRuns.run("wiki" + odd, 2, 300, 1, List.of(RunEvent.fault(30, odd)));
    String html = Templates.fill("run", new RunSection(odd, run));
    assertThat(html)
        .contains("<h2>" + shown + "</h2>")
        .contains("wiki" + shown)
        .contains("30 s: " + shown)
        .contains("<g class=\"event\"><title>" + shown + "</title>");
    assertThat(html.codePoints().filter(Character::isISOControl).distinct())
        .containsExactly((int) '\n');
    assertThat(wellFormedCharts(html)).isEqualTo(8);
    Chart chart =
        new Chart(odd, odd, Scale.Kind.LINEAR, odd, Scale.Kind.LINEAR)
            .line(odd, 0, List.of(1, 2), second -> second, second -> 1);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(chart.file())));
    Files.writeString(directory.resolve("page.html"), html);
  }

  @Test
  void section_ofARunThatEndedInItsWarmUp_hasNoInfiniteFigures() {
    RunResult run = MadeRuns.withServers(MadeRuns.run("wiki", 2, 300, 1, List.of()), 0.5);
    LoadResult load = run.load();
    LoadResult ended =
        new LoadResult(
            load.spec(),
            List.of(),
            Latencies.histogram(),
            0,
            0,
            load.series(),
            Map.of(),
            Map.of(),
            List.of(),
            load.verdict(),
            load.verdictReason(),
            OptionalInt.empty(),
            load.client(),
            List.of(),
            true);
    RunResult interrupted =
        new RunResult(run.manifest(), ended, run.verification(), run.events(), run.telemetry());
    assertThat(Templates.fill("run", new RunSection("early", interrupted)))
        .contains("Interrupted: 0.0 s were measured.")
        .contains("Beside the client")
        .doesNotContain("NaN", "Infinity", "\u221e", "\ufffd");
  }

  @Test
  void sentence_ofAnEmptyText_isEmpty() {
    assertThat(SearchSection.sentence("")).isEmpty();
    assertThat(SearchSection.sentence("one load")).isEqualTo("One load.");
  }
}

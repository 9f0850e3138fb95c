package org.portolan.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.Verdict;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.search.SearchFile;

/**
 * One self-contained HTML page about runs and searches: it includes styles and charts, loads
 * nothing, and needs no script.
 */
public final class ReportPage {
  private static final int COMPARED_MAX = 8;

  private final List<Item> items;

  /** A run or a search, which has a section on the page. */
  private sealed interface Item {
    String section();
  }

  private record Run(String label, RunResult result) implements Item {
    @Override
    public String section() {
      return new RunSection(label, result).html();
    }
  }

  private record Search(String label, SearchFile search) implements Item {
    @Override
    public String section() {
      return new SearchSection(label, search).html();
    }
  }

  private ReportPage(List<Item> items) {
    this.items = items;
  }

  /**
   * Reads the runs and searches to report.
   *
   * @param directories of runs, of searches, or holding such directories
   * @throws IllegalArgumentException if one is neither; the message names it
   */
  public static ReportPage of(List<Path> directories) {
    List<Item> items = new ArrayList<>();
    for (Path directory : directories) {
      items.addAll(read(directory, directory.toAbsolutePath().normalize().getFileName() + ""));
    }
    return new ReportPage(items);
  }

  private static List<Item> read(Path directory, String label) {
    if (Manifest.isIn(directory)) {
      return List.of(new Run(label, RunResult.read(directory)));
    }
    if (Files.exists(directory.resolve(SearchFile.NAME))) {
      return List.of(new Search(label, SearchFile.read(directory)));
    }
    List<Item> items = new ArrayList<>();
    for (Path inner : RunGroup.directoriesIn(directory)) {
      if (Manifest.isIn(inner) || Files.exists(inner.resolve(SearchFile.NAME))) {
        items.addAll(read(inner, label + "/" + inner.getFileName()));
      }
    }
    if (items.isEmpty()) {
      throw new IllegalArgumentException(
          directory
              + " holds no run (manifest.json) and no search ("
              + SearchFile.NAME
              + "); name a directory that 'bench run --out' or 'bench search --out' wrote");
    }
    return items;
  }

  /** Returns the number of runs and searches on the page. */
  public int size() {
    return items.size();
  }

  /**
   * Writes the page.
   *
   * @throws UncheckedIOException if that fails; the message names the file
   */
  public void write(Path file) {
    try {
      Files.writeString(file, html());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  String html() {
    StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    html.append("<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .append(" style-src 'unsafe-inline'\">\n")
        .append("<title>Portolan bench report</title>\n<style>\n")
        .append(style())
        .append("</style>\n</head>\n<body>\n<h1>Portolan bench report</h1>\n");
    overview(html);
    items.forEach(item -> html.append(item.section()));
    return html.append("</body>\n</html>\n").toString();
  }

  private List<Run> runs() {
    return items.stream().filter(Run.class::isInstance).map(Run.class::cast).toList();
  }

  private void overview(StringBuilder html) {
    List<Run> runs = runs();
    if (items.size() < 2) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (Run run : runs) {
      rows.add(overview(run));
    }
    if (!rows.isEmpty()) {
      html.append(
          Html.table(
              List.of(
                  "run",
                  "workload",
                  "load",
                  "ok/s",
                  "p50 ms",
                  "p95 ms",
                  "p99 ms",
                  "max ms",
                  "failed",
                  "generator"),
              rows));
    }
    List<List<String>> answers = new ArrayList<>();
    for (Item item : items) {
      if (item instanceof Search found) {
        answers.add(List.of(found.label, found.search.workload(), found.search.answer()));
      }
    }
    if (!answers.isEmpty()) {
      html.append(Html.table(List.of("search", "workload", "answer"), answers));
    }
    if (runs.size() >= 2) {
      html.append(distributions(runs).html());
      againstRate(runs, html);
    }
  }

  private static List<String> overview(Run run) {
    LoadResult load = run.result.load();
    Histogram response = load.response();
    return List.of(
        run.label,
        run.result.manifest().workload(),
        RunSection.drive(load),
        Html.figure(load.throughput()),
        Html.millis(response.getValueAtPercentile(50)),
        Html.millis(response.getValueAtPercentile(95)),
        Html.millis(response.getValueAtPercentile(99)),
        Html.millis(response.getMaxValue()),
        Html.count(load.failures() + load.unfinished()),
        load.verdict() == Verdict.KEPT_UP ? "kept up" : load.verdict().spelling());
  }

  private static Chart distributions(List<Run> runs) {
    Chart chart =
        new Chart(
            "Distributions of all responses"
                + (runs.size() > COMPARED_MAX ? " (the first " + COMPARED_MAX + " runs)" : ""),
            "share of operations within",
            Scale.Kind.NINES,
            "ms",
            Scale.Kind.LOGARITHMIC);
    int color = 0;
    for (Run run : runs.stream().limit(COMPARED_MAX).toList()) {
      RunSection.percentiles(chart, run.label, color++, run.result.load().response());
    }
    return chart;
  }

  /** Draws latency against rate, if runs of one workload were offered different rates. */
  private static void againstRate(List<Run> runs, StringBuilder html) {
    List<String> workloads =
        runs.stream().map(run -> run.result.manifest().workload()).distinct().toList();
    for (String workload : workloads) {
      List<Run> open =
          runs.stream()
              .filter(run -> run.result.manifest().workload().equals(workload))
              .filter(run -> run.result.load().spec().drive() instanceof Drive.Open)
              .sorted((first, second) -> Double.compare(rate(first), rate(second)))
              .toList();
      if (open.stream().mapToDouble(ReportPage::rate).distinct().count() >= 2) {
        Chart chart =
            new Chart(
                "Responses against rate: " + workload,
                "offered, operations a second",
                Scale.Kind.LINEAR,
                "ms",
                Scale.Kind.LOGARITHMIC);
        double[] x = open.stream().mapToDouble(ReportPage::rate).toArray();
        int color = 0;
        for (double percentile : new double[] {50, 95, 99}) {
          chart.line(
              Html.figure(percentile) + " %",
              color++,
              x,
              open.stream()
                  .mapToDouble(
                      run -> run.result.load().response().getValueAtPercentile(percentile) / 1e6)
                  .toArray());
        }
        html.append(chart.html());
      }
    }
  }

  private static double rate(Run run) {
    return run.result.load().spec().drive() instanceof Drive.Open open ? open.ratePerSecond() : 0;
  }

  static String style() {
    try (InputStream file = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the style of the report", e);
    }
  }
}

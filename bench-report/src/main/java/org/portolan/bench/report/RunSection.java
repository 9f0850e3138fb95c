package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.HotKey;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.load.Verdict;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.data.ConflictCause;

/** One run on the page. */
final class RunSection {
  private static final int COLORS = 8;
  private static final int FAULTS_MAX = 20;

  private final String label;
  private final RunResult run;
  private final LoadResult load;

  /**
   * The seconds of the run, without those after the measured time, in which only late operations
   * ended.
   */
  private final List<SecondSample> seconds;

  private final StringBuilder html = new StringBuilder();

  RunSection(String label, RunResult run) {
    this.label = label;
    this.run = run;
    this.load = run.load();
    this.seconds =
        load.series().stream()
            .filter(sample -> sample.phase() != SecondSample.Phase.DRAIN)
            .toList();
  }

  /** Describes in a few words how operations started: at a rate or by threads. */
  static String drive(LoadResult load) {
    if (load.spec().drive() instanceof Drive.Open open) {
      return Html.number(
          "%s/s offered (%s)", Html.figure(open.ratePerSecond()), open.arrivals().spelling());
    }
    int threads = load.spec().drive().workers();
    return threads == 1 ? "1 thread" : Html.number("%,d threads", threads);
  }

  String html() {
    html.append("<section>\n<h2>").append(Html.text(label)).append("</h2>\n");
    Manifest manifest = run.manifest();
    paragraph("soft", manifest.workload() + ", " + drive(load) + ", started " + manifest.started());
    verdicts();
    tiles();
    if (!seconds.isEmpty()) {
      html.append(throughput().html());
      events();
      html.append(latency().html());
    }
    html.append(percentiles().html());
    operations();
    conflicts();
    if (!seconds.isEmpty()) {
      html.append(use().html());
      html.append(
          new ServersSection(run).html(label -> timeChart(label[0], label[1], Scale.Kind.LINEAR)));
    }
    manifest();
    return html.append("</section>\n").toString();
  }

  private void paragraph(String kind, String text) {
    html.append(Html.paragraph(kind, text));
  }

  private void verdicts() {
    if (load.interrupted()) {
      paragraph("bad", Html.number("Interrupted: %.1f s were measured.", load.seconds()));
    }
    if (run.failed()) {
      paragraph(
          "bad",
          Html.number(
              "%,d operations failed, %,d never ended%s.",
              load.failures(),
              load.unfinished(),
              run.verification()
                  .filter(found -> found.wrong() > 0)
                  .map(found -> Html.number(", %,d found wrong afterwards", found.wrong()))
                  .orElse("")));
      load.messages().forEach(message -> paragraph("soft", message));
    }
    paragraph(
        load.verdict() == Verdict.KEPT_UP ? "soft" : "bad",
        "Generator " + load.verdict().spelling() + ": " + load.verdictReason() + ".");
    SecondSample first = seconds.isEmpty() ? null : seconds.get(0);
    if (first != null) {
      paragraph(
          "soft",
          Html.number(
              "Cold start: in the first second %,d ok, 99 %% within %s ms. %s",
              first.ok(),
              Html.millis(first.response99()),
              load.steadyFrom().isPresent()
                  ? "Steady from second " + (load.steadyFrom().getAsInt() + 1) + "."
                  : "No steady state was seen."));
    }
  }

  private void tiles() {
    Histogram response = load.response();
    html.append("<div class=\"tiles\">");
    tile(Html.figure(load.throughput()), "ok a second");
    tile(Html.millis(response.getValueAtPercentile(50)), "ms, half within");
    tile(Html.millis(response.getValueAtPercentile(95)), "ms, 95 % within");
    tile(Html.millis(response.getValueAtPercentile(99)), "ms, 99 % within");
    tile(Html.millis(response.getMaxValue()), "ms, longest");
    tile(Html.number("%.1f", load.seconds()), "s measured");
    html.append("</div>\n");
  }

  private void tile(String figure, String name) {
    html.append(Html.tile(figure, name));
  }

  private Chart timeChart(String title, String yLabel, Scale.Kind kind) {
    Chart chart = new Chart(title, "seconds", Scale.Kind.LINEAR, yLabel, kind);
    for (RunEvent event : run.events()) {
      if (event.kind() == RunEvent.Kind.FAULT) {
        chart.mark(event.second(), event.text());
      } else {
        chart.span(event.second(), event.until(), event.text());
      }
    }
    return chart.shadeTo(load.spec().warmUp().toMillis() / 1e3);
  }

  private void events() {
    List<RunEvent> faults = events(RunEvent.Kind.FAULT);
    faults.stream()
        .limit(FAULTS_MAX)
        .forEach(
            fault -> paragraph("mark", Html.number("%.0f s: ", fault.second()) + fault.text()));
    if (faults.size() > FAULTS_MAX) {
      paragraph("mark", (faults.size() - FAULTS_MAX) + " more are in result.json.");
    }
    List<RunEvent> compactions = events(RunEvent.Kind.COMPACTION);
    if (!compactions.isEmpty()) {
      paragraph(
          "mark",
          Html.number(
              "Compactions were seen in %d %s of time, %.0f s in all: the bars at the foot of the"
                  + " charts.",
              compactions.size(),
              compactions.size() == 1 ? "stretch" : "stretches",
              compactions.stream().mapToDouble(event -> event.until() - event.second()).sum()));
    }
  }

  private List<RunEvent> events(RunEvent.Kind kind) {
    return run.events().stream().filter(event -> event.kind() == kind).toList();
  }

  private void series(Chart chart, String name, int color, ToDoubleFunction<SecondSample> figure) {
    chart.line(
        name,
        color,
        seconds.stream().mapToDouble(sample -> sample.second() + 0.5).toArray(),
        seconds.stream().mapToDouble(figure).toArray());
  }

  private boolean any(ToDoubleFunction<SecondSample> figure) {
    return seconds.stream().anyMatch(sample -> figure.applyAsDouble(sample) > 0);
  }

  private Chart throughput() {
    Chart chart = timeChart("Operations over time", "a second", Scale.Kind.LINEAR);
    series(chart, "ok", 0, SecondSample::ok);
    if (any(SecondSample::other)) {
      series(chart, "not found or conflict", 5, SecondSample::other);
    }
    if (any(SecondSample::failed)) {
      series(chart, "failed", 1, SecondSample::failed);
    }
    return chart;
  }

  private Chart latency() {
    Chart chart = timeChart("Responses over time", "ms", Scale.Kind.LOGARITHMIC);
    series(chart, "half within", 0, sample -> sample.responseMedian() / 1e6);
    series(chart, "95 %", 2, sample -> sample.response95() / 1e6);
    series(chart, "99 %", 3, sample -> sample.response99() / 1e6);
    series(chart, "longest", 1, sample -> sample.responseMax() / 1e6);
    return chart;
  }

  private Chart percentiles() {
    Chart chart =
        new Chart(
            "Distribution of responses (from the intended start) and service times",
            "share of operations within",
            Scale.Kind.NINES,
            "ms",
            Scale.Kind.LOGARITHMIC);
    int color = 0;
    for (OperationResult operation : load.operations()) {
      if (operation.total() > 0) {
        percentiles(chart, operation.operation() + " response", color, operation.response());
        percentiles(chart, operation.operation() + " service", color + 1, operation.service());
        color = (color + 2) % COLORS;
      }
    }
    return chart;
  }

  /** Adds the percentiles of a histogram to a chart. */
  static void percentiles(Chart chart, String name, int color, Histogram histogram) {
    long count = histogram.getTotalCount();
    if (count == 0) {
      return;
    }
    List<Double> shares = new ArrayList<>();
    // Twenty points for each nine, up to the share of one operation.
    double nines = Math.log10((double) count);
    for (int point = 0; point <= nines * 20; point++) {
      shares.add(1 - Math.pow(10, -point / 20.0));
    }
    double[] x = shares.stream().mapToDouble(Double::doubleValue).toArray();
    double[] y = new double[x.length];
    for (int index = 0; index < x.length; index++) {
      y[index] = histogram.getValueAtPercentile(100 * x[index]) / 1e6;
    }
    chart.line(name, color, x, y);
  }

  private void operations() {
    List<String> heads =
        new ArrayList<>(List.of("operation", "ok/s", "p50", "p95", "p99", "p99.9"));
    heads.addAll(List.of("max ms", "service p50", "service p99", "lag p99"));
    List<OutcomeKind> kinds = new ArrayList<>();
    for (OutcomeKind kind : OutcomeKind.values()) {
      if (kind == OutcomeKind.OK || load.count(kind) > 0) {
        kinds.add(kind);
        heads.add(kind.spelling());
      }
    }
    List<List<String>> rows = new ArrayList<>();
    for (OperationResult operation : load.operations()) {
      if (operation.total() > 0) {
        Histogram response = operation.response();
        List<String> row = new ArrayList<>();
        row.add(operation.operation());
        row.add(Html.figure(operation.ok() / load.seconds()));
        for (double percentile : new double[] {50, 95, 99, 99.9, 100}) {
          row.add(Html.millis(response.getValueAtPercentile(percentile)));
        }
        row.add(Html.millis(operation.service().getValueAtPercentile(50)));
        row.add(Html.millis(operation.service().getValueAtPercentile(99)));
        row.add(Html.millis(operation.lag().getValueAtPercentile(99)));
        kinds.forEach(kind -> row.add(Html.count(operation.count(kind))));
        rows.add(row);
      }
    }
    html.append("<h3>Operations</h3>\n").append(Html.table(heads, rows));
  }

  private void conflicts() {
    if (load.conflicts().isEmpty() && load.retries().isEmpty() && load.hotKeys().isEmpty()) {
      return;
    }
    List<List<String>> causes = new ArrayList<>();
    for (ConflictCause cause : ConflictCause.values()) {
      long givenUp = count(load.conflicts(), cause);
      long retried = count(load.retries(), cause);
      if (givenUp + retried > 0) {
        causes.add(
            List.of(
                cause.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                Html.count(givenUp),
                Html.count(retried)));
      }
    }
    html.append("<h3>Conflicts of writers</h3>\n")
        .append(Html.table(List.of("cause", "given up", "tried again"), causes));
    if (!load.hotKeys().isEmpty()) {
      List<List<String>> keys = new ArrayList<>();
      for (HotKey hot : load.hotKeys()) {
        keys.add(
            List.of(
                hot.key(),
                Html.count(hot.conflicts()) + (hot.error() > 0 ? " − " + hot.error() : "")));
      }
      html.append(Html.table(List.of("hottest keys", "conflicts"), keys));
    }
  }

  private static long count(Map<ConflictCause, Long> counts, ConflictCause cause) {
    return counts.getOrDefault(cause, 0L);
  }

  private Chart use() {
    Chart chart = timeChart("Processors of the generator's machine", "%", Scale.Kind.LINEAR);
    series(chart, "all processes", 7, sample -> 100 * Math.max(0, sample.machineLoad()));
    series(chart, "the generator", 0, sample -> 100 * Math.max(0, sample.processLoad()));
    return chart.limit(100, "all processors");
  }

  private void manifest() {
    Manifest manifest = run.manifest();
    html.append("<details><summary>Manifest: what repeats this run</summary>\n<dl>");
    entry("version", manifest.version() + ", commit " + manifest.commit());
    manifest.options().forEach((name, value) -> entry("--" + name, value));
    manifest.configuration().forEach(this::entry);
    manifest.machine().forEach(this::entry);
    html.append("</dl>");
    html.append(
        Html.number(
            "<p class=\"soft\">The generator used %.1f s of processors, %.2f s of them to collect"
                + " garbage; free workers were at most %s ms late in 99 of 100 starts.</p>",
            load.client().processorSeconds(),
            load.client().collectionSeconds(),
            Html.millis(load.client().dispatchLate99())));
    html.append("</details>\n");
  }

  private void entry(String name, String value) {
    html.append(Html.entry(name, value));
  }
}

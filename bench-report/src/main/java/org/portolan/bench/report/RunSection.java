package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.load.Verdict;
import org.portolan.bench.load.Verification;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.data.ConflictCause;

/** One run on the page, for the template {@code run}. */
record RunSection(String label, RunResult run) implements ReportPage.Section {
  static final int FAULTS_MAX = 20;

  LoadResult load() {
    return run.load();
  }

  String workload() {
    return run.manifest().workload();
  }

  /** Returns the operations offered per second; empty if threads worked as fast as they could. */
  OptionalDouble rate() {
    return load().spec().drive() instanceof Drive.Open open
        ? OptionalDouble.of(open.ratePerSecond())
        : OptionalDouble.empty();
  }

  /**
   * Returns the seconds of the run, without those after the measured time, in which only late
   * operations ended.
   */
  List<SecondSample> seconds() {
    return load().series().stream()
        .filter(sample -> sample.phase() != SecondSample.Phase.DRAIN)
        .toList();
  }

  /** Describes in a few words how operations started: at a rate or by threads. */
  static String drive(LoadResult load) {
    if (load.spec().drive() instanceof Drive.Open open) {
      return Text.format(
          "%s/s offered (%s)", Text.figure(open.ratePerSecond()), open.arrivals().spelling());
    }
    int threads = load.spec().drive().workers();
    return threads == 1 ? "1 thread" : Text.format("%,d threads", threads);
  }

  /** Returns the row of the run among those of the page's other runs. */
  List<String> overview() {
    Verdict verdict = load().verdict();
    return List.of(
        label,
        workload(),
        drive(load()),
        Text.figure(load().throughput()),
        Text.millis(load().response().getValueAtPercentile(50)),
        Text.millis(load().response().getValueAtPercentile(95)),
        Text.millis(load().response().getValueAtPercentile(99)),
        Text.millis(load().response().getValueAtPercentile(100)),
        Text.count(load().failures() + load().unfinished()),
        verdict == Verdict.KEPT_UP ? "kept up" : verdict.spelling());
  }

  /** Returns the number of writes that the check at the end found lost or wrong. */
  long wrong() {
    return run.verification().map(Verification::wrong).orElse(0L);
  }

  /** Returns an empty chart over the time of the run, with its events and its warm-up. */
  Chart timeChart(String title, String yLabel, Scale.Kind kind) {
    Chart chart = new Chart(title, "seconds", Scale.Kind.LINEAR, yLabel, kind);
    for (RunEvent event : run.events()) {
      if (event.kind() == RunEvent.Kind.FAULT) {
        chart.mark(event.second(), event.text());
      } else {
        chart.span(event.second(), event.until(), event.text());
      }
    }
    return chart.shadeTo(load().spec().warmUp().toMillis() / 1e3);
  }

  List<RunEvent> events(RunEvent.Kind kind) {
    return run.events().stream().filter(event -> event.kind() == kind).toList();
  }

  private void series(Chart chart, String name, int color, ToDoubleFunction<SecondSample> figure) {
    chart.line(name, color, seconds(), sample -> sample.second() + 0.5, figure);
  }

  private boolean any(ToDoubleFunction<SecondSample> figure) {
    return seconds().stream().anyMatch(sample -> figure.applyAsDouble(sample) > 0);
  }

  Chart throughput() {
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

  Chart latency() {
    Chart chart = timeChart("Responses over time", "ms", Scale.Kind.LOGARITHMIC);
    series(chart, "half within", 0, sample -> sample.responseMedian() / 1e6);
    series(chart, "95 %", 2, sample -> sample.response95() / 1e6);
    series(chart, "99 %", 3, sample -> sample.response99() / 1e6);
    series(chart, "longest", 1, sample -> sample.responseMax() / 1e6);
    return chart;
  }

  Chart percentiles() {
    Chart chart =
        new Chart(
            "Distribution of responses (from the intended start) and service times",
            "share of operations within",
            Scale.Kind.NINES,
            "ms",
            Scale.Kind.LOGARITHMIC);
    int color = 0;
    for (OperationResult operation : load().operations()) {
      if (operation.total() > 0) {
        percentiles(chart, operation.operation() + " response", color, operation.response());
        percentiles(chart, operation.operation() + " service", color + 1, operation.service());
        color += 2;
      }
    }
    return chart;
  }

  /** Adds the percentiles of a histogram to a chart. */
  static void percentiles(Chart chart, String name, int color, Histogram histogram) {
    // Twenty points for each nine, up to the share of one operation; none if there was none.
    int points = (int) (20 * Math.log10((double) histogram.getTotalCount()));
    chart.line(
        name,
        color,
        IntStream.rangeClosed(0, points)
            .mapToObj(point -> 1 - Math.pow(10, -point / 20.0))
            .toList(),
        share -> share,
        share -> histogram.getValueAtPercentile(100 * share) / 1e6);
  }

  List<List<String>> conflictRows() {
    List<List<String>> rows = new ArrayList<>();
    for (ConflictCause cause : ConflictCause.values()) {
      long givenUp = load().conflicts().getOrDefault(cause, 0L);
      long retried = load().retries().getOrDefault(cause, 0L);
      if (givenUp + retried > 0) {
        rows.add(
            List.of(
                cause.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                Text.count(givenUp),
                Text.count(retried)));
      }
    }
    return rows;
  }

  /** Returns the hottest keys, each with its count and the most by which that is too high. */
  List<List<String>> hotKeyRows() {
    return load().hotKeys().stream()
        .map(
            hot ->
                List.of(
                    hot.key(),
                    Text.count(hot.conflicts()) + (hot.error() > 0 ? " − " + hot.error() : "")))
        .toList();
  }

  Chart use() {
    Chart chart = timeChart("Processors of the generator's machine", "%", Scale.Kind.LINEAR);
    series(chart, "all processes", 7, sample -> 100 * Math.max(0, sample.machineLoad()));
    series(chart, "the generator", 0, sample -> 100 * Math.max(0, sample.processLoad()));
    return chart.limit(100, "all processors");
  }
}

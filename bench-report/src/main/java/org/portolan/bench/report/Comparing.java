package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.statistics.Estimate;
import org.portolan.bench.statistics.Ratio;
import org.portolan.bench.statistics.Ratio.Basis;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.TelemetrySummary;

/** Makes the rows of a comparison. */
record Comparing(RunGroup first, RunGroup second, boolean paired, double confidence) {
  private static final double[] PERCENTILES = {50, 95, 99, 99.9};
  private static final String ALL = "all";

  Comparison comparison() {
    List<Comparison.Row> rows = new ArrayList<>();
    add(rows, ALL, Comparison.THROUGHPUT, LoadResult::throughput, SecondSample::ok);
    add(rows, ALL, "p50 ms", millis(50), SecondSample::responseMedian);
    add(rows, ALL, "p95 ms", millis(95), SecondSample::response95);
    add(rows, ALL, "p99 ms", millis(99), SecondSample::response99);
    add(rows, ALL, "p99.9 ms", millis(99.9), null);
    List<String> operations = operations();
    if (operations.size() > 1) {
      for (String operation : operations) {
        add(rows, operation, Comparison.THROUGHPUT, load -> rate(load, operation), null);
        for (double percentile : PERCENTILES) {
          add(
              rows,
              operation,
              "p" + Text.format(percentile == 99.9 ? "%.1f" : "%.0f", percentile) + " ms",
              load -> percentile(load, operation, percentile),
              null);
        }
      }
    }
    addBeside(rows, "client us/op", TelemetrySummary::clientMicrosPerOperation);
    addBeside(rows, "servers us/op", TelemetrySummary::serverMicrosPerOperation);
    addBeside(rows, "sent B/op", TelemetrySummary::sentBytesPerOperation);
    addBeside(rows, "received B/op", TelemetrySummary::receivedBytesPerOperation);
    addBeside(rows, "imbalance", summary -> summary.imbalance(Figure.READS, Figure.WRITES));
    return new Comparison(first, second, confidence, rows);
  }

  /** Adds a row about telemetry; none if not all runs have the figure. */
  private void addBeside(
      List<Comparison.Row> rows, String figure, Function<TelemetrySummary, OptionalDouble> value) {
    double[] firsts = beside(first, value);
    double[] seconds = beside(second, value);
    if (!anyNone(firsts) && !anyNone(seconds)) {
      rows.add(row(ALL, figure, firsts, seconds, ratio(firsts, seconds)));
    }
  }

  private static double[] beside(RunGroup group, Function<TelemetrySummary, OptionalDouble> value) {
    return group.runs().stream().mapToDouble(run -> value.apply(run.beside()).orElse(0)).toArray();
  }

  private List<String> operations() {
    Set<String> both = new LinkedHashSet<>(names(first));
    both.retainAll(names(second));
    return List.copyOf(both);
  }

  private static List<String> names(RunGroup group) {
    return group.runs().stream()
        .flatMap(run -> run.load().operations().stream())
        .filter(operation -> operation.ok() > 0)
        .map(OperationResult::operation)
        .distinct()
        .toList();
  }

  /** Adds a row; none if a figure is 0, which has no ratio. */
  private void add(
      List<Comparison.Row> rows,
      String operation,
      String figure,
      ToDoubleFunction<LoadResult> value,
      ToDoubleFunction<SecondSample> inSecond) {
    double[] firsts = values(first, value);
    double[] seconds = values(second, value);
    if (anyNone(firsts) || anyNone(seconds)) {
      return;
    }
    Ratio ratio = ratio(firsts, seconds);
    if (ratio.basis() == Basis.NOTHING
        && inSecond != null
        && first.runs().size() == 1
        && second.runs().size() == 1) {
      ratio =
          Ratio.ofRuns(
              estimate(first, firsts[0], inSecond),
              estimate(second, seconds[0], inSecond),
              confidence);
    }
    rows.add(row(operation, figure, firsts, seconds, ratio));
  }

  private static Comparison.Row row(
      String operation, String figure, double[] firsts, double[] seconds, Ratio ratio) {
    return new Comparison.Row(
        operation, figure, Spread.of(firsts).median(), Spread.of(seconds).median(), ratio);
  }

  private Ratio ratio(double[] firsts, double[] seconds) {
    return paired
        ? Ratio.ofPairs(firsts, seconds, confidence)
        : Ratio.ofRepeats(firsts, seconds, confidence);
  }

  /**
   * Returns the logarithm of the run's figure, with the error of the mean of its seconds'
   * logarithms.
   */
  private static Estimate estimate(
      RunGroup group, double figure, ToDoubleFunction<SecondSample> inSecond) {
    double[] logs =
        group.runs().get(0).load().series().stream()
            .filter(sample -> sample.phase() == SecondSample.Phase.MEASURED)
            .mapToDouble(inSecond)
            .filter(value -> value > 0)
            .map(Math::log)
            .toArray();
    if (logs.length < 2) {
      return new Estimate(Math.log(figure), 0, 0);
    }
    Estimate seconds = Estimate.ofSeries(logs);
    return new Estimate(Math.log(figure), seconds.error(), seconds.degrees());
  }

  private static double[] values(RunGroup group, ToDoubleFunction<LoadResult> value) {
    return group.runs().stream().map(RunResult::load).mapToDouble(value).toArray();
  }

  private static boolean anyNone(double... values) {
    for (double value : values) {
      if (!(value > 0)) {
        return true;
      }
    }
    return false;
  }

  private static ToDoubleFunction<LoadResult> millis(double percentile) {
    return load -> load.response().getValueAtPercentile(percentile) / 1e6;
  }

  private static Optional<OperationResult> operation(LoadResult load, String name) {
    return load.operations().stream().filter(one -> one.operation().equals(name)).findFirst();
  }

  private static double rate(LoadResult load, String name) {
    return operation(load, name).map(found -> found.ok() / load.seconds()).orElse(0.0);
  }

  private static double percentile(LoadResult load, String name, double percentile) {
    return operation(load, name)
        .map(OperationResult::response)
        .filter(response -> response.getTotalCount() > 0)
        .map((Histogram response) -> response.getValueAtPercentile(percentile) / 1e6)
        .orElse(0.0);
  }
}

package org.portolan.bench.study;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.search.SearchFile;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.MovingImbalance;
import org.portolan.bench.telemetry.TelemetrySummary;
import org.portolan.data.ConflictCause;

/**
 * The figures of measurements by name. Times are in milliseconds, from the intended start of an
 * operation; shares in per cent.
 */
final class Figures {
  /** Stands between a figure and the place in its course. */
  static final String AT = "@";

  private static final double[] PERCENTILES = {50, 95, 99};

  private Figures() {}

  /** Returns the step of a figure that is named as {@code step.figure}. */
  static String step(String figure) {
    int dot = figure.indexOf('.');
    return dot < 0 ? "" : figure.substring(0, dot);
  }

  /** Returns the name within its step. */
  static String name(String figure) {
    return figure.substring(figure.indexOf('.') + 1);
  }

  /**
   * Returns the figures of a run: {@code throughput} (done a second), {@code p50}, {@code p95},
   * {@code p99}, {@code aborted} (given up after conflicts), {@code retries} (for an operation),
   * {@code stale} (reads of old data), {@code wrong} (of other data than was written), {@code
   * failed}; of the operations given up after conflicts {@code same-row}, {@code index-only} and
   * {@code unknown}, by {@link ConflictCause}; those of one kind of operation, like {@code
   * edit.p95}; and, where servers were sampled, {@code imbalance} (of the whole run), {@code
   * moving-imbalance} (of each two seconds), {@code server-micros}, {@code client-micros}, {@code
   * sent-bytes}, {@code received-bytes}.
   */
  static Map<String, Double> of(RunResult run) {
    LoadResult load = run.load();
    double due = Math.max(1, load.due());
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("throughput", load.throughput());
    percentiles(figures, "", load.response());
    figures.put("aborted", 100 * load.count(OutcomeKind.CONFLICT) / due);
    for (ConflictCause cause : ConflictCause.values()) {
      figures.put(
          Spelled.spelling(cause.name()), 100 * load.conflicts().getOrDefault(cause, 0L) / due);
    }
    figures.put("retries", load.retries().values().stream().mapToLong(Long::longValue).sum() / due);
    figures.put("stale", 100 * load.count(OutcomeKind.STALE) / due);
    figures.put("wrong", 100 * load.count(OutcomeKind.WRONG_DATA) / due);
    figures.put("failed", 100 * (load.failures() + load.unfinished()) / due);
    for (OperationResult operation : load.operations()) {
      String prefix = operation.operation() + ".";
      if (load.seconds() > 0) {
        figures.put(prefix + "throughput", operation.ok() / load.seconds());
      }
      percentiles(figures, prefix, operation.response());
      figures.put(
          prefix + "aborted",
          100.0 * operation.count(OutcomeKind.CONFLICT) / Math.max(1, operation.total()));
    }
    TelemetrySummary beside = run.beside();
    put(figures, "imbalance", beside.imbalance(Figure.READS, Figure.WRITES));
    put(
        figures,
        "moving-imbalance",
        MovingImbalance.of(run.telemetry(), load.spec().warmUp().toNanos() / 1e9, load.seconds()));
    put(figures, "server-micros", beside.serverMicrosPerOperation());
    put(figures, "client-micros", beside.clientMicrosPerOperation());
    put(figures, "sent-bytes", beside.sentBytesPerOperation());
    put(figures, "received-bytes", beside.receivedBytesPerOperation());
    return figures;
  }

  private static void percentiles(Map<String, Double> figures, String prefix, Histogram times) {
    if (times.getTotalCount() > 0) {
      for (double percentile : PERCENTILES) {
        figures.put(prefix + "p" + (int) percentile, times.getValueAtPercentile(percentile) / 1e6);
      }
    }
  }

  private static void put(Map<String, Double> figures, String name, OptionalDouble value) {
    value.ifPresent(figure -> figures.put(name, figure));
  }

  /**
   * Returns the figures of a search: {@code passes} and {@code fails}, the loads between which the
   * limit lies, and {@code limit}, their geometric mean, or the one that is known.
   */
  static Map<String, Double> of(SearchFile search) {
    Map<String, Double> figures = new LinkedHashMap<>();
    Double passes = search.passes();
    Double fails = search.fails();
    if (passes != null) {
      figures.put("passes", passes);
    }
    if (fails != null) {
      figures.put("fails", fails);
    }
    if (passes != null && fails != null) {
      figures.put("limit", Math.sqrt(passes * fails));
    } else if (passes != null) {
      figures.put("limit", passes);
    }
    return figures;
  }

  /** Returns the place for which a name tells a figure; empty if it tells another one. */
  static OptionalDouble at(String figure, String name) {
    return name.startsWith(figure + AT)
        ? OptionalDouble.of(Double.parseDouble(name.substring(figure.length() + AT.length())))
        : OptionalDouble.empty();
  }

  /** Returns the figures in the last line of a benchmark: {@code name=value} pairs with numbers. */
  static Map<String, Double> ofSummary(String output) {
    Map<String, Double> figures = new LinkedHashMap<>();
    String last = output.lines().filter(line -> !line.isBlank()).reduce("", (one, next) -> next);
    for (String pair : last.split(" ", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        number(pair.substring(equals + 1))
            .ifPresent(value -> figures.put(pair.substring(0, equals), value));
      }
    }
    return figures;
  }

  /** Returns a word as a number; empty if it is none, like a verdict. */
  private static Optional<Double> number(String word) {
    try {
      return Optional.of(Double.parseDouble(word)).filter(Double::isFinite);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}

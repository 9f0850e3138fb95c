package org.portolan.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.HotKey;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.SecondSample;
import org.portolan.data.ConflictCause;

/** The printed form of a run. */
final class RunText {
  private static final int HOT_KEYS = 5;

  private RunText() {}

  /** Returns one line about a second of a run. */
  static String live(SecondSample sample, LoadSpec spec) {
    long seconds = spec.warmUp().plus(spec.measured()).toSeconds();
    return Text.format(
        "%s %d of %d s: %,d ok/s, response p50 %s p99 %s max %s ms, lag p99 %s ms, %d under way%s",
        sample.phase().spelling(),
        sample.second() + 1,
        seconds,
        sample.ok(),
        Text.millis(sample.responseMedian()),
        Text.millis(sample.response99()),
        Text.millis(sample.responseMax()),
        Text.millis(sample.lag99()),
        sample.busyWorkers(),
        sample.failed() > 0 ? Text.format(", %,d failed", sample.failed()) : "");
  }

  /** Returns a run as tables and sentences, each line with its line break. */
  static String of(RunResult result) {
    LoadResult load = result.load();
    StringBuilder text =
        new StringBuilder(Table.of(OperationsTable.heads(load), OperationsTable.rows(load)).text());
    text.append("Latencies in milliseconds. Response is from the intended start to the end")
        .append(
            load.spec().drive() instanceof Drive.Closed
                ? ".\n"
                : ", the wait for a free worker included.\n")
        .append('\n');
    lines(result).forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  private static List<String> lines(RunResult result) {
    LoadResult load = result.load();
    List<String> lines = new ArrayList<>();
    if (load.interrupted()) {
      lines.add(Text.format("Interrupted: measured for %.1f s only.", load.seconds()));
    }
    lines.add(
        "outcomes: "
            + String.join(
                ", ", outcomes(load, kind -> load.count(kind) > 0 || kind == OutcomeKind.OK)));
    if (!load.conflicts().isEmpty() || !load.retries().isEmpty()) {
      lines.add(
          Text.format(
              "conflicts: given up %s; tried again %s",
              causes(load.conflicts()), causes(load.retries())));
    }
    for (HotKey hot : load.hotKeys().stream().limit(HOT_KEYS).toList()) {
      lines.add("  " + Text.count(hot.conflicts()) + " on " + hot.key());
    }
    lines.add("cold start: " + coldStart(load));
    lines.add("generator: " + load.verdict().spelling() + ": " + load.verdictReason());
    lines.addAll(TelemetryText.lines(result));
    result
        .verification()
        .ifPresent(
            found -> {
              lines.add(
                  Text.format(
                      "verified at the end: %s checked, %s wrong",
                      Text.count(found.checked()), Text.count(found.wrong())));
              found.findings().forEach(finding -> lines.add("  " + finding));
            });
    load.messages().forEach(message -> lines.add("  " + message));
    return lines;
  }

  /** Returns the number of each kind of outcome that is shown, and of the unfinished operations. */
  private static List<String> outcomes(LoadResult load, Predicate<OutcomeKind> shown) {
    List<String> parts = new ArrayList<>();
    for (OutcomeKind kind : OutcomeKind.values()) {
      if (shown.test(kind)) {
        parts.add(Text.count(load.count(kind)) + " " + kind.spelling());
      }
    }
    if (load.unfinished() > 0) {
      parts.add(Text.count(load.unfinished()) + " never ended");
    }
    return parts;
  }

  private static String causes(Map<ConflictCause, Long> counts) {
    List<String> parts = new ArrayList<>();
    for (ConflictCause cause : ConflictCause.values()) {
      if (counts.getOrDefault(cause, 0L) > 0) {
        parts.add(Text.count(counts.get(cause)) + " " + Spelled.spelling(cause.name()));
      }
    }
    return parts.isEmpty() ? "0" : String.join(", ", parts);
  }

  private static String coldStart(LoadResult load) {
    if (load.series().isEmpty()) {
      return "no second was measured";
    }
    SecondSample first = load.series().get(0);
    return Text.format(
        "first second %,d ok, p50 %s p99 %s max %s ms; %s",
        first.ok(),
        Text.millis(first.responseMedian()),
        Text.millis(first.response99()),
        Text.millis(first.responseMax()),
        load.steadyFrom().isPresent()
            ? "steady from second " + (load.steadyFrom().getAsInt() + 1)
            : "no steady state was seen");
  }

  static Summary summary(RunResult result) {
    LoadResult load = result.load();
    Summary summary =
        new Summary()
            .add("throughput", load.throughput())
            .add("response-p50-ms", load.response().getValueAtPercentile(50) / 1e6)
            .add("response-p95-ms", load.response().getValueAtPercentile(95) / 1e6)
            .add("response-p99-ms", load.response().getValueAtPercentile(99) / 1e6)
            .add("response-max-ms", load.response().getMaxValue() / 1e6);
    for (OutcomeKind kind : OutcomeKind.values()) {
      summary.add(kind.spelling(), load.count(kind));
    }
    return summary
        .add("unfinished", load.unfinished())
        .add("verified-wrong", result.verification().map(found -> found.wrong()).orElse(0L))
        .add("generator", load.verdict().spelling())
        .add("interrupted", Boolean.toString(load.interrupted()));
  }

  /** Returns why a run failed, in one line. */
  static String failure(RunResult result) {
    LoadResult load = result.load();
    List<String> parts = outcomes(load, kind -> kind.failure() && load.count(kind) > 0);
    result
        .verification()
        .filter(found -> found.wrong() > 0)
        .ifPresent(found -> parts.add(Text.count(found.wrong()) + " lost or wrong at the end"));
    return "the run of " + result.manifest().workload() + " failed: " + String.join(", ", parts);
  }
}

package org.portolan.bench.report;

import java.util.List;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.statistics.Ratio;
import org.portolan.bench.statistics.Ratio.Basis;
import org.portolan.bench.statistics.Ratio.Verdict;

/**
 * A comparison of two variants, with a row for each figure of each kind of operation.
 *
 * <p>With repeats of both variants, intervals come from the repeats. With one run of each, the
 * intervals for all operations together come from the seconds of the run, and do not include the
 * variation between runs; the text says so. Runs taken in turn may be paired.
 */
public record Comparison(RunGroup first, RunGroup second, double confidence, List<Row> rows) {
  static final String THROUGHPUT = "ok/s";

  /**
   * One figure.
   *
   * @param operation the kind of operation, or {@code all}
   * @param first the median of the first variant's runs
   * @param second the median of the second variant's runs
   */
  public record Row(String operation, String figure, double first, double second, Ratio ratio) {}

  public Comparison {
    rows = List.copyOf(rows);
  }

  /**
   * Compares two groups of runs.
   *
   * @param paired whether each run of the second was taken beside the run of the first at the same
   *     place
   * @throws IllegalArgumentException if runs are to be paired and their numbers differ
   */
  public static Comparison of(RunGroup first, RunGroup second, boolean paired, double confidence) {
    if (paired && first.runs().size() != second.runs().size()) {
      throw new IllegalArgumentException(
          Text.format(
              "%s has %s runs and %s %s; pairing needs the same number of each",
              first.name(), first.runs().size(), second.name(), second.runs().size()));
    }
    return new Comparing(first, second, paired, confidence).comparison();
  }

  /** Returns the printed form of the comparison, each line with its line break. */
  public String text() {
    String percent = Text.plain(100 * confidence);
    Table table =
        new Table(
            "operation figure", first.name(), second.name(), "ratio", percent + " %", "verdict");
    for (Row row : rows) {
      table.row(
          row.operation + " " + row.figure,
          Text.figure(row.first),
          Text.figure(row.second),
          Text.format("%.3f", row.ratio.ratio()),
          interval(row.ratio),
          verdict(row.ratio));
    }
    StringBuilder text = new StringBuilder();
    text.append(about(first)).append(about(second)).append('\n').append(table.text());
    return text.append(legend()).toString();
  }

  private static String about(RunGroup group) {
    LoadResult load = group.runs().get(0).load();
    return Text.format(
        "%s: %s, %s, %s\n",
        group.name(),
        group.runs().get(0).manifest().workload(),
        RunSection.drive(load),
        group.runs().size() == 1 ? "1 run" : group.runs().size() + " runs");
  }

  private static String interval(Ratio ratio) {
    return ratio.basis() == Basis.NOTHING
        ? "unknown"
        : Text.format("%.3f–%.3f", ratio.interval().low(), ratio.interval().high());
  }

  private static String verdict(Ratio ratio) {
    return switch (ratio.verdict()) {
      case HIGHER -> "higher";
      case LOWER -> "lower";
      case NO_DIFFERENCE_SHOWN -> "no difference shown";
      case TOO_FEW -> "too few runs to say";
    };
  }

  private String legend() {
    StringBuilder legend = new StringBuilder();
    legend.append(
        Text.format(
            "Ratio: %s divided by %s, of geometric means over runs.\n",
            second.name(), first.name()));
    if (rows.stream().anyMatch(row -> row.ratio.basis() == Basis.PAIRS)) {
      legend.append(
          "Each run is compared with the run of the other variant in the same position.\n");
    }
    Basis basis = rows.isEmpty() ? Basis.NOTHING : rows.get(0).ratio.basis();
    legend.append(
        switch (basis) {
          case REPEATS, PAIRS ->
              rows.get(0).ratio.ranksCanTell()
                  ? "A difference is shown if the interval excludes 1 and a rank test agrees.\n"
                  : "With so few runs, a verdict assumes that the logarithms of their figures are"
                      + " normally distributed; repeat the runs more often before you decide by"
                      + " it.\n";
          case WITHIN_RUNS ->
              "One run of each variant: the intervals come from the seconds of the run and do not"
                  + " show how runs differ; repeat each variant five times or more, in turn.\n";
          case NOTHING ->
              "Too few runs of one variant: repeat each variant five times or more, in turn.\n";
        });
    long judged = rows.size() - count(Verdict.TOO_FEW);
    if (judged > count(Verdict.NO_DIFFERENCE_SHOWN)) {
      legend.append(
          Text.format(
              "Of %d rows with a verdict, up to %.1f may show a difference by chance alone.\n",
              judged, judged * (1 - confidence)));
    }
    if (failed(first) || failed(second)) {
      legend.append(
          "Some runs had failures: their figures cover only the operations that did not fail.\n");
    }
    return legend.toString();
  }

  private static boolean failed(RunGroup group) {
    return group.runs().stream().anyMatch(RunResult::failed);
  }

  private long count(Verdict verdict) {
    return rows.stream().filter(row -> row.ratio.verdict() == verdict).count();
  }

  /** Returns the last line, for scripts. It has no ratio of throughputs if a run has no ok. */
  public String summary() {
    Summary summary = new Summary().add("rows", rows.size());
    for (Verdict verdict : Verdict.values()) {
      summary.add(Spelled.spelling(verdict.name()), count(verdict));
    }
    rows.stream()
        .filter(row -> row.figure.equals(THROUGHPUT))
        .findFirst()
        .ifPresent(
            row ->
                summary
                    .add("throughput-ratio", row.ratio.ratio())
                    .add("throughput-ratio-low", row.ratio.interval().low())
                    .add("throughput-ratio-high", row.ratio.interval().high()));
    return summary.line();
  }
}

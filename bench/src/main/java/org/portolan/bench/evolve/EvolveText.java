package org.portolan.bench.evolve;

import java.util.List;
import java.util.function.Function;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.Spread;

/** The figures of a change, for people and for scripts. */
final class EvolveText {
  private EvolveText() {}

  /** Returns the table of a change: a line for each part of the time. */
  static Table times(List<Measured> all) {
    Table table =
        new Table("ms", "operations/s", "reads p50", "reads p99", "edits p50", "edits p99");
    row(table, "before", all, Measured::before);
    row(table, "during", all, Measured::during);
    row(table, "after", all, Measured::after);
    return table;
  }

  private static void row(
      Table table, String name, List<Measured> all, Function<Measured, Measured.Part> part) {
    List<Measured.Part> parts = all.stream().map(part).toList();
    table.row(
        name,
        Spread.of(parts, Measured.Part::perSecond).text(),
        Spread.of(parts, one -> one.reads().millis(50)).text(),
        Spread.of(parts, one -> one.reads().millis(99)).text(),
        Spread.of(parts, one -> one.edits().millis(50)).text(),
        Spread.of(parts, one -> one.edits().millis(99)).text());
  }

  /** Returns lines on the change as a whole. */
  static String whole(List<Measured> all) {
    boolean counted = all.stream().noneMatch(one -> Double.isNaN(one.amplification()));
    return Text.format("took %s s%n", Spread.of(all, Measured::seconds).text())
        + Text.format(
            "during / before: operations/s %s, reads p99 %s, edits p99 %s%n",
            Measured.throughput(all).text(),
            Measured.reads99(all).text(),
            Measured.edits99(all).text())
        + (counted
            ? Text.format(
                "wrote %s MB beyond what the load writes, for entries of about %s MB: %s times%n",
                Spread.of(all, one -> one.bytesWritten() / 1e6).text(),
                Text.figure(all.get(0).bytesLeast() / 1e6),
                Spread.of(all, Measured::amplification).text())
            : "this machine does not count the bytes that a process writes\n");
  }

  /**
   * Adds the figures of a change.
   *
   * @param name that of the change and its pace, with hyphens
   */
  static void add(Summary summary, String name, List<Measured> all) {
    summary.add(name + "-seconds", Spread.of(all, Measured::seconds).median());
    summary.add(name + "-throughput-ratio", Measured.throughput(all).median());
    summary.add(name + "-reads-p99-ratio", Measured.reads99(all).median());
    summary.add(name + "-edits-p99-ratio", Measured.edits99(all).median());
  }
}

package org.portolan.bench.costmodel;

import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.Text;
import org.portolan.design.cost.Work;

/** Work as text for people. */
final class WorkText {
  private static final double LEAST = 0.005;

  private WorkText() {}

  /** Returns for example {@code 1 trip, 50 entries, 3.1 KiB}. */
  static String of(Work work) {
    List<String> parts = new ArrayList<>();
    add(parts, work.trips(), "trip", "trips");
    add(parts, work.rows(), "row", "rows");
    add(parts, work.entries(), "entry", "entries");
    add(parts, work.kibibytes(), "KiB", "KiB");
    add(parts, work.commits(), "commit", "commits");
    add(parts, work.furtherRows(), "further row", "further rows");
    // That there are several rows, and any changes, is told by their numbers.
    add(parts, work.changes(), "change", "changes");
    add(parts, work.written(), "KiB written", "KiB written");
    return parts.isEmpty() ? "nothing" : String.join(", ", parts);
  }

  private static void add(List<String> parts, double amount, String one, String many) {
    if (amount >= LEAST) {
      String number = Text.format("%.2f", amount).replaceAll("\\.?0+$", "");
      parts.add(number + " " + (number.equals("1") ? one : many));
    }
  }
}

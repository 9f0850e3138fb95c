package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.CounterDesign;

/** Collects the decisions of a proposal while it is made. Not thread-safe. */
final class Decisions {
  private final List<Decision> all = new ArrayList<>();

  void add(Decision decision) {
    all.add(decision);
  }

  void layout(String index, IndexSpread.Spread spread) {
    all.add(
        new Decision(
            Decision.Kind.LAYOUT,
            index,
            spread.buckets() == 1 ? "single" : "hashed(" + spread.buckets() + ")",
            spread.reasons(),
            spread.rejected()));
  }

  void keyLayout(PlannedTable table, boolean spread, int prefixes) {
    if (spread) {
      all.add(
          new Decision(
              Decision.Kind.KEY_LAYOUT,
              table.name(),
              "md5-modulo, " + prefixes + " prefixes",
              List.of(
                  "its keys ascend, so every new row would go to the last region"
                      + " (Zdravevski 2016, III)"),
              List.of(
                  new Decision.Rejected(
                      "plain", "one server would take all inserts, the others none"))));
    }
  }

  void counter(PlannedTable table, CounterDesign counter) {
    all.add(
        new Decision(
            Decision.Kind.COUNTER,
            table.name(),
            counter.name() + ": " + counter.counted(),
            List.of("statements ask for it; counting would read every row"),
            List.of()));
  }

  List<Decision> all() {
    return all;
  }

  static String number(double value) {
    return value >= 10 || value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}

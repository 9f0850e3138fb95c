package org.portolan.rehearsal.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.ResultRows;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.plan.Call;
import org.portolan.rehearsal.plan.Plan;
import org.portolan.types.Tuple;

/** What the sides of an OR found, put together as the application does it: each row once. */
final class Sides {
  private final Call call;
  private final Bounds bounds;
  private final ResultRows result;
  private final List<Row> rows = new ArrayList<>();

  /** Returns whether a plan reads the sides of an OR, each from one table. */
  static boolean areCompared(Plan plan) {
    return plan.path().parts() > 1 && plan.path().partSize() == 1 && !plan.writes();
  }

  Sides(Plan plan, Map<Integer, Bounds> bounds, Map<Integer, List<Hit>> hits) {
    this.call =
        plan.calls().stream()
            .filter(any -> any.limit().isPresent())
            .findFirst()
            .orElse(plan.calls().get(0));
    this.bounds = bounds.get(call.use());
    this.result = plan.path().result();
    Map<List<Tuple>, Row> all = new LinkedHashMap<>();
    hits.values().stream()
        .flatMap(List::stream)
        .forEach(hit -> all.putIfAbsent(List.of(hit.key(), hit.itemKey()), hit.row()));
    rows.addAll(Comparison.sorted(result, call.use(), this.bounds, alike(all.values())));
    if (call.limit().isPresent() && rows.size() > call.limit().getAsInt()) {
      rows.subList(call.limit().getAsInt(), rows.size()).clear();
    }
  }

  /** The rows with the columns that all have: one side may have read keys alone. */
  private static List<Row> alike(Iterable<Row> rows) {
    Set<String> columns = null;
    for (Row row : rows) {
      if (columns == null) {
        columns = new LinkedHashSet<>(row.values().keySet());
      }
      columns.retainAll(row.values().keySet());
    }
    List<Row> alike = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> values = new LinkedHashMap<>(row.values());
      values.keySet().retainAll(columns);
      alike.add(new Row(values));
    }
    return alike;
  }

  int found() {
    return rows.size();
  }

  /**
   * Returns how these rows differ from those of a plain evaluation; empty if they do not.
   *
   * @param expected all rows that one of the sides finds
   */
  Optional<String> difference(List<Row> expected) {
    // A column that one side compares with a value may order the rows of the other.
    return Comparison.difference(call, result, Set.of(), bounds, rows, expected)
        .map(text -> "the sides of OR together: " + text);
  }
}

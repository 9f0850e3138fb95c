package org.portolan.rehearsal.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.ResultRows;
import org.portolan.advisor.access.TableUse;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.plan.Call;

/**
 * Compares what a read found with a plain evaluation of the same conditions over all rows, in the
 * order of the database: its nulls may stand where those of a store do not.
 */
final class Comparison {
  private Comparison() {}

  /** A column by which rows are sorted. */
  private record Sorted(String column, boolean descending, boolean nullsFirst) {
    static Sorted of(ResultRows.Ordered item) {
      return new Sorted(item.column().orElseThrow().column(), item.descending(), item.nullsFirst());
    }

    /** As a store has it. */
    static Sorted of(TableUse.Order order) {
      return new Sorted(order.column(), order.descending(), !order.descending());
    }
  }

  /**
   * Returns the difference, for people; empty if there is none.
   *
   * @param result that of the statement
   * @param same the columns that are the same in all rows
   * @param expected all rows that meet the conditions
   */
  static Optional<String> difference(
      Call call,
      ResultRows result,
      Set<String> same,
      Bounds bounds,
      List<Row> found,
      List<Row> expected) {
    if (call.end().isPresent()) {
      TableUse.Order end = call.end().get();
      // A row without a value counts for nothing, and takes the place of one with a value.
      return ofPage(
          call,
          List.of(Sorted.of(end)),
          bounds,
          valued(found, end.column()),
          valued(expected, end.column()));
    }
    if (call.limit().isPresent()) {
      boolean columns =
          result.order().stream().allMatch(item -> item.nested() || item.column().isPresent());
      return columns
          ? ofPage(call, result, same, bounds, found, expected)
          : Optional.of(
              "a page of "
                  + call.place().table().name()
                  + " ends the read, although an expression orders the rows");
    }
    if (found.size() != expected.size()) {
      return Optional.of(
          "found "
              + found.size()
              + " of "
              + call.place().table().name()
              + " where a plain evaluation finds "
              + expected.size());
    }
    return counts(found, columns(found)).equals(counts(expected, columns(found)))
        ? Optional.empty()
        : Optional.of("found other rows of " + call.place().table().name());
  }

  private static List<Row> valued(List<Row> rows, String column) {
    return rows.stream().filter(row -> !row.has(column) || row.get(column) != null).toList();
  }

  /**
   * Returns the page of what was read from several lists, each of which was read in order: the part
   * of the application.
   */
  static List<Hit> page(Call call, ResultRows result, Bounds bounds, List<Hit> hits) {
    if (call.limit().isEmpty() || !call.isOfSeveral()) {
      return hits;
    }
    List<Sorted> order = order(result, call.use(), hits.stream().map(Hit::row).toList());
    return hits.stream()
        .sorted((left, right) -> compare(order, bounds, left.row(), right.row()))
        .limit(call.limit().getAsInt())
        .toList();
  }

  private static List<Sorted> order(ResultRows result, int use, List<Row> rows) {
    return result.order(use).stream()
        .map(Sorted::of)
        .filter(column -> rows.stream().allMatch(row -> row.has(column.column())))
        .toList();
  }

  /** Returns rows in the order of a use, as far as they have its columns. */
  static List<Row> sorted(ResultRows result, int use, Bounds bounds, List<Row> rows) {
    List<Sorted> order = order(result, use, rows);
    return rows.stream().sorted((left, right) -> compare(order, bounds, left, right)).toList();
  }

  private static Optional<String> ofPage(
      Call call,
      ResultRows result,
      Set<String> same,
      Bounds bounds,
      List<Row> found,
      List<Row> expected) {
    List<Sorted> order =
        order(result, call.use(), found).stream()
            .filter(column -> !same.contains(column.column()))
            .toList();
    return ofPage(call, order, bounds, found, expected);
  }

  private static Optional<String> ofPage(
      Call call, List<Sorted> order, Bounds bounds, List<Row> found, List<Row> expected) {
    int wanted = Math.min(call.limit().getAsInt(), expected.size());
    String table = call.place().table().name();
    if (found.size() != wanted) {
      return Optional.of("a page of " + table + " has " + found.size() + " rows, not " + wanted);
    }
    Map<Map<String, Object>, Integer> all = counts(expected, columns(found));
    for (Map.Entry<Map<String, Object>, Integer> one : counts(found, columns(found)).entrySet()) {
      if (all.getOrDefault(one.getKey(), 0) < one.getValue()) {
        return Optional.of("a page of " + table + " has other rows");
      }
    }
    List<Row> sorted =
        expected.stream().sorted((left, right) -> compare(order, bounds, left, right)).toList();
    for (int place = 0; place < found.size(); place++) {
      if (compare(order, bounds, found.get(place), sorted.get(place)) != 0) {
        return Optional.of("a page of " + table + " is in another order");
      }
    }
    return Optional.empty();
  }

  private static int compare(List<Sorted> order, Bounds bounds, Row left, Row right) {
    for (Sorted column : order) {
      Object one = left.get(column.column());
      Object other = right.get(column.column());
      int compared =
          one == null || other == null
              ? Boolean.compare(one == null, other == null) * (column.nullsFirst() ? -1 : 1)
              : bounds.compare(column.column(), one, other) * (column.descending() ? -1 : 1);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  private static Set<String> columns(List<Row> found) {
    return found.isEmpty() ? Set.of() : found.get(0).values().keySet();
  }

  private static Map<Map<String, Object>, Integer> counts(List<Row> rows, Set<String> columns) {
    Map<Map<String, Object>, Integer> counts = new HashMap<>();
    for (Row row : rows) {
      Map<String, Object> values = new LinkedHashMap<>();
      columns.forEach(column -> values.put(column, plain(row.get(column))));
      counts.merge(values, 1, Integer::sum);
    }
    return counts;
  }

  /** Returns whether two rows have the same values. */
  static boolean areSame(Row left, Row right) {
    return counts(List.of(left), left.values().keySet())
        .equals(counts(List.of(right), left.values().keySet()));
  }

  /** An empty set is null. */
  private static Object plain(Object value) {
    return value instanceof Collection<?> collection && collection.isEmpty() ? null : value;
  }
}

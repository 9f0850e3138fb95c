package org.portolan.rehearsal.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.rehearsal.layout.Row;
import org.portolan.types.Tuple;

/**
 * The conditions of one use: those that compare its columns with values of the statement, and those
 * that rows found before must meet. Conditions of other forms are left out, here and in the plain
 * evaluation: an access path does not tell what they say.
 */
final class Matches {
  private final TableUse use;
  private final Bounds bounds;

  /** For each use that was read before, the columns here and the values there. */
  private final List<Joined> joined = new ArrayList<>();

  private record Joined(List<String> columns, Set<Tuple> values) {}

  /**
   * @param found the rows of the uses that were read before, by their places
   */
  Matches(AccessPath path, int place, Bounds bounds, Map<Integer, List<Row>> found) {
    this.use = path.tables().get(place);
    this.bounds = bounds;
    Map<Integer, List<JoinPredicate>> joins = new LinkedHashMap<>();
    for (JoinPredicate join : path.joins()) {
      if (join.isOf(place) && found.containsKey(join.other(place))) {
        joins.computeIfAbsent(join.other(place), any -> new ArrayList<>()).add(join);
      }
    }
    joins.forEach(
        (other, predicates) -> {
          List<String> own = new ArrayList<>();
          List<String> others = new ArrayList<>();
          for (JoinPredicate join : predicates) {
            own.add(join.column(place));
            others.add(join.otherColumn(place));
          }
          Set<Tuple> values = new HashSet<>();
          found.get(other).forEach(row -> values.add(comparable(row, others)));
          joined.add(new Joined(own, values));
        });
  }

  /** Returns whether a row meets the conditions on the columns that are known of it. */
  boolean test(Row row) {
    for (String column : use.equal()) {
      if (row.has(column) && !areEqual(row.get(column), bounds.value(column))) {
        return false;
      }
    }
    for (String column : use.listed()) {
      if (row.has(column)
          && bounds.list(column).stream().noneMatch(value -> areEqual(row.get(column), value))) {
        return false;
      }
    }
    for (String column : use.range()) {
      if (row.has(column) && !bounds.isWithin(column, row.get(column))) {
        return false;
      }
    }
    if (use.absent().stream().anyMatch(column -> row.get(column) != null)
        || use.present().stream().anyMatch(column -> row.has(column) && row.get(column) == null)) {
      return false;
    }
    for (Joined join : joined) {
      if (!join.columns().stream().allMatch(row::has)) {
        continue;
      }
      Tuple values = comparable(row, join.columns());
      if (values.values().contains(null) || !join.values().contains(values)) {
        return false;
      }
    }
    return true;
  }

  private static Tuple comparable(Row row, List<String> columns) {
    return new Tuple(columns.stream().map(column -> comparable(row.get(column))).toList());
  }

  /** Numbers of different types are equal by their value; null is equal to nothing. */
  static boolean areEqual(Object left, Object right) {
    return left != null && right != null && Objects.equals(comparable(left), comparable(right));
  }

  static Object comparable(Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros()
        : value;
  }
}

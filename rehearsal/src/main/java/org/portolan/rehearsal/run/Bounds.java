package org.portolan.rehearsal.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Estimates;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/** The values with which a statement compares the columns of one use. */
final class Bounds {
  /** The share of the values between two bounds, as the estimates assume it. */
  private static final int RANGE_SHARE = 100;

  private final TablePlace place;
  private final Map<String, Object> values = new HashMap<>();
  private final Map<String, List<Object>> lists = new HashMap<>();
  private final Map<String, Range> ranges = new HashMap<>();

  /** Both ends belong to the range; null for no end. */
  record Range(Object from, Object to) {}

  /**
   * @param witness the row that meets the conditions
   * @param open the columns whose ranges have one end only: the value and all that follow it in
   *     their order
   * @param descending of these, the columns that are in descending order
   * @param listed the columns by whose ranges an index is read
   */
  Bounds(
      TableUse use,
      TablePlace place,
      Row witness,
      List<Row> rows,
      Set<String> open,
      Set<String> descending,
      Set<String> listed) {
    this.place = place;
    use.equal().forEach(column -> values.put(column, witness.get(column)));
    for (String column : use.listed()) {
      Set<Object> list = new LinkedHashSet<>();
      list.add(witness.get(column));
      for (Row row : rows) {
        if (list.size() < Estimates.LISTED_VALUES && row.get(column) != null) {
          list.add(row.get(column));
        }
      }
      lists.put(column, new ArrayList<>(list));
    }
    for (String column : use.range()) {
      Object value = witness.get(column);
      if (open.contains(column)) {
        ranges.put(
            column, descending.contains(column) ? new Range(null, value) : new Range(value, null));
      } else if (listed.contains(column)) {
        ranges.put(column, new Range(value, later(column, value, rows)));
      } else {
        // A condition that is checked: a page twice as long has enough rows.
        boolean lower =
            use.ends().getOrDefault(column, Set.of()).stream().allMatch(TableUse.End::isLower);
        ranges.put(
            column,
            lower && use.ends().containsKey(column)
                ? new Range(value, null)
                : new Range(null, value));
      }
    }
  }

  private Object later(String column, Object value, List<Row> rows) {
    List<Object> sorted = new ArrayList<>();
    for (Row row : rows) {
      if (row.get(column) != null
          && isScalar(column)
          && compare(column, row.get(column), value) >= 0) {
        sorted.add(row.get(column));
      }
    }
    sorted.sort((left, right) -> compare(column, left, right));
    int place = Math.min(sorted.size() - 1, Math.max(1, rows.size() / RANGE_SHARE));
    return sorted.isEmpty() ? value : sorted.get(place);
  }

  private boolean isScalar(String column) {
    return place.columns().containsKey(column)
        && place.columns().get(column).type() instanceof ScalarType;
  }

  /** Compares two values as keys are. */
  int compare(String column, Object left, Object right) {
    return Values.compare((ScalarType) place.columns().get(column).type(), left, right);
  }

  Object value(String column) {
    return values.get(column);
  }

  List<Object> list(String column) {
    return lists.getOrDefault(column, List.of());
  }

  Range range(String column) {
    return ranges.get(column);
  }

  boolean isWithin(String column, Object value) {
    Range range = ranges.get(column);
    if (value == null || range == null || !isScalar(column)) {
      return false;
    }
    return (range.from() == null || compare(column, value, range.from()) >= 0)
        && (range.to() == null || compare(column, value, range.to()) <= 0);
  }
}

package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.List;
import org.portolan.advisor.access.ResultRows;
import org.portolan.advisor.access.ResultRows.Kept;

/** What people are told of the items of ORDER BY that no order of a store is. */
final class SortNotes {
  private SortNotes() {}

  /** Returns a note for each order that has such an item. */
  static List<String> of(ResultRows result) {
    return of(result.order());
  }

  /** Returns the same for the order of the result, without those of subqueries. */
  static List<String> ofResult(ResultRows result) {
    return of(outer(result));
  }

  /** Returns the order of the result, as it is written. */
  static List<String> order(ResultRows result) {
    return outer(result).stream().map(ResultRows.Ordered::text).toList();
  }

  private static List<ResultRows.Ordered> outer(ResultRows result) {
    return result.order().stream().filter(item -> !item.nested()).toList();
  }

  private static List<String> of(List<ResultRows.Ordered> order) {
    List<String> notes = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    ResultRows.Ordered first = null;
    List<String> left = new ArrayList<>();
    for (ResultRows.Ordered item : order) {
      if (item.kept() != Kept.BEHIND && first != null) {
        // The order of another SELECT.
        notes.add(note(kept, first, left));
        first = null;
        kept.clear();
        left.clear();
      }
      if (item.kept() == Kept.KEPT) {
        kept.add(item.text());
        continue;
      }
      first = first == null ? item : first;
      left.add(item.text());
    }
    if (first != null) {
      notes.add(note(kept, first, left));
    }
    return notes;
  }

  private static String note(List<String> kept, ResultRows.Ordered first, List<String> left) {
    return "the application sorts by "
        + String.join(", ", left)
        + (kept.isEmpty() ? "" : " the rows that are equal in " + String.join(", ", kept))
        + switch (first.kept()) {
          case EXPRESSION -> ": no index has the order of an expression";
          case TYPE -> ": an index has it in the order of its texts, which is another";
          default -> nulls(first);
        };
  }

  private static String nulls(ResultRows.Ordered item) {
    return item.nullsFirst()
        ? ": its nulls come first, and a store has them last"
            + " (NULLS LAST, NOT NULL or IS NOT NULL lets an index have the order)"
        : ": its nulls come last, and a store has them first"
            + " (NULLS FIRST, NOT NULL or IS NOT NULL lets an index have the order)";
  }

  /** Returns what a refusal adds if the nulls of a column are why no index has an order. */
  static String refusal(ResultRows result) {
    return result.order().stream()
        .filter(item -> item.kept() == Kept.NULLS && !item.nested())
        .findFirst()
        .map(item -> "; no index has the order by " + item.text() + nulls(item))
        .orElse("");
  }
}

package org.portolan.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.portolan.data.ReferenceException.Reason;
import org.portolan.data.ReferenceException.Row;
import org.portolan.types.Tuple;

/**
 * Deletes a row with all rows that refer to it, however many, in writes that each delete a bounded
 * number of rows. Rows that are referred to are deleted after those that refer to them, so an
 * interrupted deletion can be made again.
 */
final class CascadingDeletion {
  private final Store store;
  private final Deque<List<Row>> groups = new ArrayDeque<>();
  private final Set<Row> waiting = new HashSet<>();

  CascadingDeletion(Store store) {
    this.store = store;
  }

  /** Returns whether the row existed. */
  boolean delete(String entity, Tuple key) {
    push(List.of(new Row(entity, key)));
    boolean existed = false;
    while (!groups.isEmpty()) {
      List<Row> group = groups.peek();
      try {
        boolean deleted = store.write(transaction -> deleteAll(transaction, group));
        groups.pop();
        existed |= groups.isEmpty() && deleted;
        group.forEach(waiting::remove);
      } catch (ReferenceException e) {
        if (e.reason() != Reason.TOO_MANY) {
          throw e;
        }
        // Only a row that exists has too many; in a ring, it may be deleted with those before it.
        existed = true;
        List<Row> first = e.referrers().stream().filter(row -> !waiting.contains(row)).toList();
        if (first.isEmpty()) {
          // A ring of more rows than one write deletes: each of them has to be the last.
          throw e;
        }
        push(first);
      }
    }
    return existed;
  }

  private void push(List<Row> group) {
    groups.push(group);
    waiting.addAll(group);
  }

  private static boolean deleteAll(StoreTransaction transaction, List<Row> rows) {
    boolean existed = false;
    for (Row row : rows) {
      existed = transaction.delete(row.entity(), row.key());
    }
    return existed;
  }
}

package org.portolan.data.internal.repaired;

import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.data.internal.repaired.FollowUp.Target;
import org.portolan.data.internal.write.DerivedChanges;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * What one write does to one entity row: its own families, items of its collections, and what
 * follows. The last change of a thing is the one that counts. Used by one thread.
 */
final class RowChange {
  private final RowKey row;
  private final Map<Target, FollowUp> columns = new LinkedHashMap<>();
  private final Map<Target, FollowUp> items = new LinkedHashMap<>();
  private final DerivedChanges derived = new DerivedChanges();

  RowChange(RowKey row) {
    this.row = row;
  }

  RowKey row() {
    return row;
  }

  /** Adds a change; the version that the changes are to have is given later. */
  void add(Mutation mutation) {
    for (Change change : mutation.changes()) {
      FollowUp followUp = FollowUp.of(mutation.table(), mutation.key(), change, 0);
      boolean ofRow = followUp.target().item().isEmpty() && mutation.rowKey().equals(row);
      (ofRow ? columns : items).put(followUp.target(), followUp);
    }
  }

  /** Returns the new content of the row's own families. */
  Iterable<FollowUp> columns() {
    return columns.values();
  }

  /** Returns the items of its collections, wherever they lie. */
  Iterable<FollowUp> items() {
    return items.values();
  }

  DerivedChanges derived() {
    return derived;
  }

  boolean isEmpty() {
    return columns.isEmpty() && items.isEmpty();
  }
}

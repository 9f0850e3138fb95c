package org.portolan.data.internal.repaired.commit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.write.DerivedChanges;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * The changes of one write to one entity row: its own families, items of its collections, and
 * derived changes. Of several changes of the same target, the last one counts. Used by one thread.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 2.
 */
public final class RowChange {
  private final RowKey row;
  private final Map<Target, FollowUp> columns = new LinkedHashMap<>();
  private final Map<Target, FollowUp> items = new LinkedHashMap<>();
  private final DerivedChanges derived = new DerivedChanges();

  public RowChange(RowKey row) {
    this.row = row;
  }

  public RowKey row() {
    return row;
  }

  /** Adds a change; the changes get their version later. */
  public void add(Mutation mutation) {
    for (Change change : mutation.changes()) {
      FollowUp followUp = FollowUp.of(mutation.table(), mutation.key(), change, 0);
      boolean ofRow = followUp.target().item().isEmpty() && mutation.rowKey().equals(row);
      (ofRow ? columns : items).put(followUp.target(), followUp);
    }
  }

  /** Returns the changes of the row's own families. */
  Iterable<FollowUp> columns() {
    return columns.values();
  }

  /** Returns the changed items of its collections, wherever they are stored. */
  Iterable<FollowUp> items() {
    return items.values();
  }

  public DerivedChanges derived() {
    return derived;
  }

  /** Returns whether only items change. */
  public boolean isOfItems() {
    return columns.isEmpty() && !items.isEmpty();
  }

  public boolean isEmpty() {
    return columns.isEmpty() && items.isEmpty();
  }
}

package org.portolan.data.internal.load;

import java.util.List;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.WriteTarget;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;

/** How rows are loaded under one guarantee. Thread-safe. */
interface LoadForm {

  /** The changes of one call, gathered. Used by one thread. */
  interface Batch {
    WriteTarget target();

    /** Returns all changes, those of counters left out. */
    List<Mutation> mutations(StoreWrite write);

    /** Passes the changes of counters to their sum. */
    void count(CounterSums sums);
  }

  Batch begin();

  /**
   * Returns the change of a row without the removal of the families that it will not have: a row
   * that is loaded has none. What only removes is left as it is, and refused by the bulk writer.
   */
  static Mutation ofNew(Mutation mutation) {
    List<Change> puts =
        mutation.changes().stream()
            .filter(change -> !(change instanceof Change.DeleteFamily))
            .toList();
    return puts.isEmpty() || puts.size() == mutation.changes().size()
        ? mutation
        : Mutation.of(mutation.table(), mutation.key(), puts);
  }

  /** Returns whether it makes collections kept as objects or trees, and those that others list. */
  boolean takesObjects();

  /** Returns a change of families that a row does not have yet, as its put would have made it. */
  Mutation part(Mutation families);

  /** Adds to a counter. */
  void add(CounterSchema counter, long delta);
}

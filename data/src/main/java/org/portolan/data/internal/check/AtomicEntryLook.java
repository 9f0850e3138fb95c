package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.tree.DamagedTreeException;
import org.portolan.engine.Durability;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/** Looks at an entry and its row at one moment, in a transaction. */
public record AtomicEntryLook(Transactions transactions, StoreRuntime runtime)
    implements EntryLook {
  @Override
  public Seen look(IndexSchema index, IndexEntry entry, Tuple key, boolean repair) {
    try (Transaction transaction = transactions.begin(Durability.SYNCED)) {
      Access access = new Access(transaction, null);
      Optional<EntityRow> row =
          RowReads.getAll(access, index.entity(), List.of(key), new Columns(false, index.columns()))
              .get(0);
      boolean expected = index.entries(row).contains(entry);
      boolean orphaned = expected && Targets.isMissing(access, index, row.orElseThrow());
      boolean listed;
      try {
        listed = IndexLookups.listed(access, index, List.of(entry)).get(0);
      } catch (DamagedTreeException e) {
        // Perhaps the nodes were only read at different moments: then this is a conflict.
        transaction.validate();
        throw e;
      }
      if (expected != listed && repair) {
        IndexChanges changes = new IndexChanges();
        changes.put(index, entry, expected);
        changes
            .mutations(access, Integer.MAX_VALUE, new ArrayList<>(), runtime.random())
            .forEach(transaction::mutate);
      }
      // Also if nothing is repaired: both reads must show the same moment.
      transaction.commit();
      if (expected == listed) {
        return orphaned ? Seen.ORPHANED : Seen.RIGHT;
      }
      return expected ? Seen.MISSING : Seen.DANGLING;
    }
  }
}

package org.portolan.data.internal.check;

import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/**
 * Looks at entries as another look does, and repairs those of unique indexes and of the lists of
 * referring rows. Such an entry changes with a row that decides between writers, so its repair is a
 * write like any other, of this row.
 */
public record GuardedEntryLook(EntryLook others, WriteAttempts attempts) implements EntryLook {
  @Override
  public Seen look(IndexSchema index, IndexEntry entry, Tuple key, boolean repair) {
    if (index.guard(entry).isEmpty() || !repair) {
      return others.look(index, entry, key, repair);
    }
    Seen seen = others.look(index, entry, key, false);
    if (seen == Seen.RIGHT || seen == Seen.ORPHANED) {
      return seen;
    }
    boolean free =
        attempts.make(Durability.SYNCED, null, write -> write.repair(index, entry, key)).result();
    return free ? seen : Seen.TAKEN;
  }
}

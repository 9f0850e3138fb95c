package org.portolan.data.internal.check;

import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.types.Tuple;

/** Looks at an entry of an index together with its row, and repairs it. Thread-safe. */
public interface EntryLook {

  /** The result of a look. */
  enum Seen {
    RIGHT,
    /** The row is not listed where it should be. */
    MISSING,
    /** The row should have a value of a unique index, and another row has it. */
    TAKEN,
    /** The row refers to a row that is not there. */
    ORPHANED,
    /** An entry is listed that no row accounts for. */
    DANGLING
  }

  /**
   * Looks at an entry.
   *
   * @param key the key of the entry's row
   * @param repair whether to repair the entry
   * @throws org.portolan.engine.ConflictException if the row was changed at the same time; nothing
   *     was repaired
   */
  Seen look(IndexSchema index, IndexEntry entry, Tuple key, boolean repair);
}

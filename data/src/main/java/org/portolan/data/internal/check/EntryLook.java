package org.portolan.data.internal.check;

import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.types.Tuple;

/** Looks at an entry of an index together with its row, and puts it right. Thread-safe. */
public interface EntryLook {

  /** What an entry was found to be. */
  enum Seen {
    RIGHT,
    /** The row is not listed where it should be. */
    MISSING,
    /** Listed is what no row stands for. */
    DANGLING
  }

  /**
   * Looks at an entry.
   *
   * @param key the key of the row that it is of
   * @param repair whether to put it right
   * @throws org.portolan.engine.ConflictException if the row was changed at the same time; nothing
   *     was put right
   */
  Seen look(IndexSchema index, IndexEntry entry, Tuple key, boolean repair);
}

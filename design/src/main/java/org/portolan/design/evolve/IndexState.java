package org.portolan.design.evolve;

/**
 * What the processes of a store do with the table of an index that is built or removed while they
 * go on. As the states of F1 (Rae and others, VLDB 2013): no two processes are more than one state
 * apart, and two neighbouring states leave no entry without its row.
 *
 * <p>To list a row in a unique index is to take the value for the row: it fails if another row has
 * taken it.
 */
public enum IndexState {
  /** The table exists and can be decoded. Nobody reads or writes it. */
  KNOWN,

  /** Writes remove the entries that a row has no more, and add none. */
  DELETE_ONLY,

  /** Writes add and remove entries. Those of rows that nobody wrote since may be missing. */
  WRITE_ONLY,

  /** The table has the entries of all rows, and reads use it. */
  READABLE;

  /** Returns whether a write of a row changes the table. */
  public boolean isMaintained() {
    return this != KNOWN;
  }
}

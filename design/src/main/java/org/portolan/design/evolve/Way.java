package org.portolan.design.evolve;

/** How a change is made. */
public enum Way {
  /** Only the tables' descriptions change: no row is read or written. */
  AT_ONCE,
  /** Rows are read, to see that they satisfy a stricter rule; nothing is written. */
  CHECKED,
  /** What is derived from rows is built: rows are read, and entries written. */
  BUILT,
  /** Rows or entries are removed with their tables. */
  REMOVED
}

package org.portolan.design.index;

import java.util.Locale;

/** The form of an index member in the store. */
public enum Representation {
  /**
   * One cell of a wide row for each member, written without reading the others. Needs an engine
   * with items.
   */
  CELLS,
  /**
   * An entry of a list stored as one value. Each change reads and rewrites the whole value; two
   * writers of the same bucket conflict. A plain key-value store offers nothing else.
   */
  OBJECT,
  /**
   * The key of the only member, in a row for each value: {@link IndexLayout#UNIQUE}. The row
   * changes together with the row of the member, on every engine.
   */
  ROW,
  /**
   * Left to the engine: {@link org.portolan.design.PortableDesign}. No store has it, since its
   * design was made concrete.
   */
  PORTABLE;

  /** Returns the word in {@code design.yaml}; empty for those that have none. */
  public String spelling() {
    return this == PORTABLE || this == ROW ? "" : name().toLowerCase(Locale.ROOT);
  }
}

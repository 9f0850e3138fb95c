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
   * Left to the engine: {@link org.portolan.design.PortableDesign}. No store has it, since its
   * design was made concrete.
   */
  PORTABLE;

  /** Returns the word in {@code design.yaml}; empty for {@link #PORTABLE}, which has none. */
  public String spelling() {
    return this == PORTABLE ? "" : name().toLowerCase(Locale.ROOT);
  }
}

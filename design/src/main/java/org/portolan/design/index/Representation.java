package org.portolan.design.index;

import java.util.Locale;

/** What a member of an index is in the store. */
public enum Representation {
  /**
   * One cell of a wide row for each member, written without reading the others. Needs an engine
   * with items.
   */
  CELLS,
  /**
   * An entry of a list that is one value, read and rewritten whole for each change; two writers of
   * the same bucket conflict. All that a plain key-value store offers.
   */
  OBJECT;

  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package org.portolan.engine;

import java.util.Collections;
import java.util.List;
import org.portolan.types.Column;

/**
 * A family of a {@link StoredTable}, and when it came. The creation of the table is number 0, its
 * alterations are numbered from 1. Immutable.
 *
 * @param added the number of the alteration that added the family
 * @param columnsAdded for each column of the family, or of its items, the number of the alteration
 *     that appended it; {@code added} for those that came with the family
 * @param removed the number of the alteration that removed the family, 0 if the table still has it
 */
public record StoredFamily(Family family, int added, List<Integer> columnsAdded, int removed) {
  public StoredFamily {
    columnsAdded = List.copyOf(columnsAdded);
    if (columnsAdded.size() != columns(family).size()) {
      throw new IllegalArgumentException(
          "family '" + family.name() + "' has as many columns as numbers of alterations");
    }
  }

  static StoredFamily added(Family family, int number) {
    return new StoredFamily(family, number, Collections.nCopies(columns(family).size(), number), 0);
  }

  /** Returns the columns of a family, or of its items; none for a counter. */
  static List<Column> columns(Family family) {
    if (family instanceof ColumnFamily columns) {
      return columns.columns();
    }
    return family instanceof ItemFamily items ? items.columns() : List.of();
  }

  /** Returns the columns of the family, or of its items; none for a counter. */
  public List<Column> columns() {
    return columns(family);
  }

  public String name() {
    return family.name();
  }

  public boolean isRemoved() {
    return removed > 0;
  }

  /** Returns the number of columns that the family had at first; those appended follow them. */
  public int firstColumns() {
    int count = 0;
    while (count < columnsAdded.size() && columnsAdded.get(count) == added) {
      count++;
    }
    return count;
  }

  /** Returns the number of the last alteration of this family. */
  int lastChange() {
    int last = Math.max(added, removed);
    for (int number : columnsAdded) {
      last = Math.max(last, number);
    }
    return last;
  }
}

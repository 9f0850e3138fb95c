package org.portolan.engine;

import java.util.List;
import org.portolan.types.Tuple;

/** The part of one family of a row to read. */
public sealed interface FamilyRead {
  String family();

  /**
   * Some columns of a {@link ColumnFamily}.
   *
   * @param columns their names; empty for all of them
   */
  record Columns(String family, List<String> columns) implements FamilyRead {
    public Columns {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Whether the row has the {@link ColumnFamily} at all: if it has, its values come back as an
   * empty list. This is the cheapest read.
   */
  record Presence(String family) implements FamilyRead {}

  /**
   * The items of an {@link ItemFamily} in a range of item keys.
   *
   * @param limit the largest number of items, at least 1
   * @param reversed whether to begin at the range's end
   */
  record Items(String family, KeyRange range, int limit, boolean reversed) implements FamilyRead {
    public Items {
      if (limit < 1) {
        throw new IllegalArgumentException("limit must be at least 1 but is " + limit);
      }
    }
  }

  /** The items of an {@link ItemFamily} under given item keys; those that exist, in key order. */
  record ItemsByKey(String family, List<Tuple> itemKeys) implements FamilyRead {
    public ItemsByKey {
      itemKeys = List.copyOf(itemKeys);
    }
  }

  /** The value of a {@link CounterFamily}. */
  record Counter(String family) implements FamilyRead {}

  static FamilyRead all(String family) {
    return new Columns(family, List.of());
  }

  /**
   * Copies the parts to read of one row.
   *
   * @throws IllegalArgumentException if there are none, or if they name a family twice: a {@link
   *     Row} has one answer for each family
   */
  static List<FamilyRead> copyOf(String table, List<FamilyRead> families) {
    List<FamilyRead> copy = List.copyOf(families);
    if (copy.isEmpty()) {
      throw new IllegalArgumentException("a read of table '" + table + "' must name a family");
    }
    for (int index = 1; index < copy.size(); index++) {
      for (int before = 0; before < index; before++) {
        if (copy.get(before).family().equals(copy.get(index).family())) {
          throw new IllegalArgumentException(
              "a read of table '"
                  + table
                  + "' names the family '"
                  + copy.get(index).family()
                  + "' twice");
        }
      }
    }
    return copy;
  }
}

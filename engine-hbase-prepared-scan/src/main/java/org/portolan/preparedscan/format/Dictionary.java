package org.portolan.preparedscan.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The columns that a page has named so far: first the declared ones, then those that rows spelled
 * out, up to a bound. Both sides fill it in the same way. Cells may be outside of the heap, and
 * then a request for their arrays would copy them. Used by one thread.
 */
final class Dictionary {
  /** The column has no place in the dictionary. */
  static final int UNKNOWN = -1;

  /** The most columns that are learned; any further columns are spelled out each time. */
  static final int LEARNED_MAX = 4_096;

  private final List<Column> columns;
  private final List<byte[]> families = new ArrayList<>();
  private final Map<Column, Integer> learned = new HashMap<>();
  private final int declared;
  private final boolean oneFamily;

  /**
   * @param onlyFamily the family of all cells to come; null if it is unknown or there are several
   */
  Dictionary(List<Column> declared, byte[] onlyFamily) {
    columns = new ArrayList<>(declared);
    this.declared = declared.size();
    for (Column column : declared) {
      familyOf(column.family());
    }
    oneFamily =
        onlyFamily != null
            && (families.isEmpty()
                || (families.size() == 1 && Arrays.equals(families.get(0), onlyFamily)));
  }

  int declared() {
    return declared;
  }

  Column column(int place) {
    if (place < 0 || place >= columns.size()) {
      throw new MalformedPageException("a row names column " + place + " of " + columns.size());
    }
    return columns.get(place);
  }

  byte[] family(int place) {
    if (place >= families.size()) {
      throw new MalformedPageException("a row names family " + place + " of " + families.size());
    }
    return families.get(place);
  }

  static Column column(Cell cell) {
    return new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }

  /**
   * Returns the place of a cell's column.
   *
   * @param hint the place of the column in the previous row; tried first
   * @param from the declared column at which to start, since cells come in the same order
   */
  int find(Cell cell, int hint, int from) {
    if (hint != UNKNOWN && matches(columns.get(hint), cell)) {
      return hint;
    }
    for (int place = Math.max(0, from); place < declared; place++) {
      int difference = compare(columns.get(place), cell);
      if (difference == 0) {
        return place;
      }
      if (difference > 0) {
        break;
      }
    }
    if (from > 0 && from <= declared && matches(columns.get(from - 1), cell)) {
      // Another version of the previous column.
      return from - 1;
    }
    return learned.isEmpty() ? UNKNOWN : learned.getOrDefault(column(cell), UNKNOWN);
  }

  /** Returns the place of a cell's family among the named families. */
  int family(Cell cell) {
    for (int place = 0; place < families.size(); place++) {
      if (CellUtil.matchingFamily(cell, families.get(place))) {
        return place;
      }
    }
    return UNKNOWN;
  }

  private byte[] familyOf(byte[] name) {
    for (byte[] family : families) {
      if (Arrays.equals(family, name)) {
        return family;
      }
    }
    families.add(name);
    return name;
  }

  /** Adds a column if there is room; returns its place, or {@link #UNKNOWN}. */
  int learn(Column column) {
    familyOf(column.family());
    if (learned.size() >= LEARNED_MAX) {
      return UNKNOWN;
    }
    columns.add(column);
    learned.put(column, columns.size() - 1);
    return columns.size() - 1;
  }

  private boolean matches(Column column, Cell cell) {
    return CellUtil.matchingQualifier(cell, column.qualifier())
        && (oneFamily || CellUtil.matchingFamily(cell, column.family()));
  }

  private int compare(Column column, Cell cell) {
    if (!oneFamily) {
      byte[] family = column.family();
      int difference = CellUtil.compareFamilies(cell, family, 0, family.length);
      if (difference != 0) {
        return -difference;
      }
    }
    byte[] qualifier = column.qualifier();
    return -CellUtil.compareQualifiers(cell, qualifier, 0, qualifier.length);
  }
}

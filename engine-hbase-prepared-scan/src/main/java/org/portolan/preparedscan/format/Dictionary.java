package org.portolan.preparedscan.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The columns that a page has named so far: first those declared, then what rows spelled out, up to
 * a bound. Both sides fill it alike. Cells may lie outside of the heap, where asking for their
 * arrays would copy them. Used by one thread.
 */
final class Dictionary {
  /** No place in the dictionary. */
  static final int UNKNOWN = -1;

  /** Columns that are spelled out beyond so many are spelled out each time. */
  static final int LEARNED_MAX = 4_096;

  private final List<Column> columns;
  private final List<byte[]> families = new ArrayList<>();
  private final Map<Column, Integer> learned = new HashMap<>();
  private final int declared;
  private final boolean oneFamily;

  /**
   * @param onlyFamily that of all cells to come, null if that is not known or there are more
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
   * @param hint where it was in the row before; tried first
   * @param from the declared column from which to look, since cells come in their order
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
      // Another version of the column before.
      return from - 1;
    }
    return learned.isEmpty() ? UNKNOWN : learned.getOrDefault(column(cell), UNKNOWN);
  }

  /** Returns the place of a cell's family among those named. */
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

  /** Takes a column in, if there is room; returns its place, or that it has none. */
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

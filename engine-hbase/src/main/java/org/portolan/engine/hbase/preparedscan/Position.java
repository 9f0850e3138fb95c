package org.portolan.engine.hbase.preparedscan;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Where a scan is: the row from which it goes on, and one by which the region is found that has it.
 * Immutable; the arrays are never changed.
 */
final class Position {
  /** No key is above this one that is not very long; the last region ends above all. */
  private static final byte[] LAST = filled(9);

  private final byte[] row;
  private final boolean inclusive;
  private final byte[] located;

  private Position(byte[] row, boolean inclusive, byte[] located) {
    this.row = row;
    this.inclusive = inclusive;
    this.located = located;
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xff);
    return bytes;
  }

  /**
   * Returns a row from which to go on.
   *
   * @param row empty: the first of the table, in reverse the last
   */
  static Position of(byte[] row, boolean inclusive, boolean reversed) {
    return new Position(row, inclusive, reversed && row.length == 0 ? LAST : row);
  }

  /**
   * Returns where a reversed scan goes on from the first key of a region: in the region before,
   * which is found by a row shortly before that key. Whether no other region lies between is for
   * the endpoint to see.
   */
  static Position before(byte[] regionStart) {
    return new Position(regionStart, false, shortlyBefore(regionStart));
  }

  private static byte[] shortlyBefore(byte[] row) {
    int last = row.length - 1;
    if (row[last] == 0) {
      return Arrays.copyOf(row, last);
    }
    byte[] before = Bytes.add(row, LAST);
    before[last]--;
    return before;
  }

  Position located(byte[] other) {
    return new Position(row, inclusive, other);
  }

  byte[] row() {
    return row;
  }

  boolean inclusive() {
    return inclusive;
  }

  byte[] located() {
    return located;
  }
}

package org.portolan.engine.hbase.preparedscan;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The position of a scan: the row at which it continues, and a row by which to find its region.
 * Immutable; the arrays are never changed.
 */
final class Position {
  /** A row in the last region: only very unusual keys are above it. */
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
   * Returns the position at a row.
   *
   * @param row empty for the first row of the table, or in a reversed scan for the last
   */
  static Position of(byte[] row, boolean inclusive, boolean reversed) {
    return new Position(row, inclusive, reversed && row.length == 0 ? LAST : row);
  }

  /**
   * Returns the position at which a reversed scan continues after the first key of a region: in the
   * region before, which is found by a row shortly before that key. The endpoint checks that no
   * other region is in between.
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

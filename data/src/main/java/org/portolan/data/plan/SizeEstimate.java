package org.portolan.data.plan;

import java.util.OptionalLong;

/**
 * The estimated size of a part of a design on an engine, and how far it can grow. Immutable.
 *
 * @param subject {@code order}, {@code order.lines}, or the name of an index or counter
 * @param title the subject with its kind and layout, for people
 * @param unit what it consists of: row, item, member, value, or {@link #REFERRING} row
 * @param unitBytes the bytes of one, before compression
 * @param place where they lie together, {@code bucket}, {@code partition}, {@code row}
 * @param whose what a list of them belongs to, {@code of one value}
 * @param parts the number of places that share one list
 * @param advised the most units of a list that are advised; {@code Long.MAX_VALUE} if there is no
 *     such number
 * @param advice where that number comes from, for people
 * @param end how it ends if it grows on, for people; empty if it does not
 * @param expected how many units a list is expected to have, where that is known
 */
public record SizeEstimate(
    String subject,
    String title,
    Growing growing,
    String unit,
    long unitBytes,
    String place,
    String whose,
    int parts,
    long advised,
    String advice,
    String end,
    OptionalLong expected) {

  /** How a part grows with its rows. */
  public enum Growing {
    /** Rows or items that lie separately: nothing grows but their number. */
    APART,
    /** Objects, which each change reads and writes whole, and each list reads whole. */
    REWRITTEN,
    /** Cells or rows at one place: changes and pages cost the same, but the place grows. */
    TOGETHER
  }

  /** A row that refers to another one, as one of a list that no application reads. */
  public static final String REFERRING = "referring row";

  /** The most entries of a page that {@link #listBytes} reads. */
  public static final int PAGE = 100;

  /**
   * Returns the bytes at one place.
   *
   * @param units the units of a list, which are spread evenly over its places
   */
  public long placeBytes(long units) {
    return times(units / parts + (units % parts == 0 ? 0 : 1), unitBytes);
  }

  /** Returns the place with its article, {@code a bucket}. */
  public String onePlace() {
    return (place.startsWith("o") ? "an " : "a ") + place;
  }

  /** Returns the bytes that the change of one unit reads, and those that it writes. */
  public long changeBytes(long units) {
    return growing == Growing.REWRITTEN ? Math.max(unitBytes, placeBytes(units)) : unitBytes;
  }

  /** Returns the bytes that a list of {@link #PAGE} units reads. */
  public long listBytes(long units) {
    long read = growing == Growing.REWRITTEN ? units : Math.min(units, (long) PAGE * parts);
    return times(read, unitBytes);
  }

  /** Returns the product of two numbers from 0 on, or the greatest long if it is less. */
  static long times(long one, long other) {
    return Math.multiplyHigh(one, other) == 0 && one * other >= 0 ? one * other : Long.MAX_VALUE;
  }

  /** Returns the bytes of some units, wherever they lie. */
  public long bytes(long units) {
    return times(units, unitBytes);
  }

  /** Returns whether a list is expected to have more units than is advised. */
  public boolean exceedsAdvice() {
    return expected.isPresent() && expected.getAsLong() > advised;
  }
}

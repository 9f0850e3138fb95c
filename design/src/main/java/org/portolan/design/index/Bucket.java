package org.portolan.design.index;

/**
 * One bucket of an index.
 *
 * @param name its name in the row key: {@code r0}… for buckets that hold members, {@code d0}… for
 *     those that log changes; the digits are padded so that names sort by number
 * @param delta whether it logs changes
 */
public record Bucket(String name, boolean delta) {

  static Bucket read(int number, int of) {
    return new Bucket("r" + padded(number, of), false);
  }

  static Bucket delta(int number, int of) {
    return new Bucket("d" + padded(number, of), true);
  }

  private static String padded(int number, int of) {
    String digits = Integer.toString(number);
    return "0".repeat(Integer.toString(of - 1).length() - digits.length()) + digits;
  }
}

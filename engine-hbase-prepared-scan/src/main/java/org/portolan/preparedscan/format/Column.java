package org.portolan.preparedscan.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A column by family and qualifier. The arrays are shared, never changed. */
public final class Column implements Comparable<Column> {
  private final byte[] family;
  private final byte[] qualifier;
  private final int hash;

  public Column(byte[] family, byte[] qualifier) {
    this.family = family;
    this.qualifier = qualifier;
    hash = 31 * Arrays.hashCode(family) + Arrays.hashCode(qualifier);
  }

  public byte[] family() {
    return family;
  }

  public byte[] qualifier() {
    return qualifier;
  }

  /** Compares like the cells of a row: by family, then by qualifier, with unsigned bytes. */
  @Override
  public int compareTo(Column other) {
    int families = compare(family, other.family);
    return families != 0 ? families : compare(qualifier, other.qualifier);
  }

  private static int compare(byte[] left, byte[] right) {
    int common = Math.min(left.length, right.length);
    for (int index = 0; index < common; index++) {
      int difference = (left[index] & 0xff) - (right[index] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return left.length - right.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Column
        && Arrays.equals(family, ((Column) other).family)
        && Arrays.equals(qualifier, ((Column) other).qualifier);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return new String(family, StandardCharsets.ISO_8859_1)
        + ":"
        + new String(qualifier, StandardCharsets.ISO_8859_1);
  }
}

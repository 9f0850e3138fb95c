package org.portolan.types;

import java.util.Objects;

/**
 * One column of a composite key: its name and type, its direction, whether it may be null (null
 * sorts lowest, as in MySQL), and for text the collation that decides which keys are equal and how
 * they are ordered.
 */
public record KeyColumn(
    String name, ScalarType type, Direction direction, boolean nullable, Collation collation) {

  /** The direction in which the bytes of a column ascend. */
  public enum Direction {
    ASCENDING,
    DESCENDING
  }

  public KeyColumn {
    Objects.requireNonNull(name, "name");
    if (!type.allowedInKey()) {
      throw new IllegalArgumentException(
          "key column '" + name + "' must not be of type " + type.spelling());
    }
    if (collation != Collation.BINARY && type.kind() != ScalarType.Kind.TEXT) {
      throw new IllegalArgumentException(
          "key column '" + name + "' has a collation but is of type " + type.spelling());
    }
  }

  /** Returns an ascending column without nulls, compared by its bytes. */
  public static KeyColumn of(String name, ScalarType type) {
    return new KeyColumn(name, type, Direction.ASCENDING, false, Collation.BINARY);
  }

  /**
   * Requires a value that the column takes.
   *
   * @throws IllegalArgumentException if it is of another class, or null where the column is not
   *     nullable
   */
  public void requireValue(Object value) {
    if (value != null) {
      Values.requireClass(name, type, value);
    } else if (!nullable) {
      throw new IllegalArgumentException(
          "key column '" + name + "' of type " + type + " must not be null");
    }
  }

  public KeyColumn descending() {
    return new KeyColumn(name, type, Direction.DESCENDING, nullable, collation);
  }

  public KeyColumn allowingNull() {
    return new KeyColumn(name, type, direction, true, collation);
  }

  public KeyColumn collatedBy(Collation newCollation) {
    return new KeyColumn(name, type, direction, nullable, newCollation);
  }
}

package org.portolan.types;

import java.util.Locale;

/**
 * A set or a list of scalars, stored as a whole in one column. A set's Java value is an immutable
 * {@link java.util.Set} that iterates in ascending order, a list's an immutable {@link
 * java.util.List}.
 */
public record CollectionType(Kind kind, ScalarType element) implements ColumnType {

  /** The kind of a collection: whether order and repetition matter. */
  public enum Kind {
    SET,
    LIST;

    String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String spelling() {
    return kind.spelling() + " of " + element.spelling();
  }

  @Override
  public String toString() {
    return spelling();
  }
}

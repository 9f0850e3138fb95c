package org.portolan.types;

/**
 * The type of a column: a scalar, or a set or list of scalars. Each constant names the Java class
 * of its values; values are immutable.
 */
public sealed interface ColumnType permits ScalarType, CollectionType {

  /** Returns the type as {@code design.yaml} spells it, for example {@code set of text}. */
  String spelling();

  /** Returns the scalar itself, or the element type of a collection. */
  ScalarType element();

  /**
   * Parses a type as {@code design.yaml} spells it.
   *
   * @throws IllegalArgumentException if the spelling is not one of a type; the message lists the
   *     types
   */
  static ColumnType parse(String spelling) {
    String trimmed = spelling.strip();
    for (CollectionType.Kind kind : CollectionType.Kind.values()) {
      String prefix = kind.spelling() + " of ";
      if (trimmed.startsWith(prefix)) {
        return new CollectionType(kind, ScalarType.parse(trimmed.substring(prefix.length())));
      }
    }
    return ScalarType.parse(trimmed);
  }
}

package org.portolan.advisor.access;

import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.ColumnType.Family;

/**
 * Types whose values a design keeps as texts although a database finds two of them equal that have
 * different texts: {@code {"a":1}} is the document {@code {"a": 1}}, and '24 hours' are '1 day'. An
 * address or a uuid has one text, as the database shows it.
 */
final class TextEqualities {
  private static final String OTHERS = "interval.*|hstore|\\w+range";

  private TextEqualities() {}

  /** Returns whether two values are equal if their texts are, or a type is kept as no text. */
  static boolean isEquality(ColumnType type) {
    return type.array() || (type.family() != Family.JSON && !type.name().matches(OTHERS));
  }
}

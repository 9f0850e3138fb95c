package org.portolan.advisor.access;

import java.util.Comparator;
import java.util.List;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.sql.Dialect;

/**
 * Types whose values a design keeps as texts although a database compares them otherwise: '2 days'
 * is less than '10 days', an enum is ordered by the places of its values, {@code {"a":1}} is the
 * document {@code {"a": 1}}, and '24 hours' are '1 day'.
 */
public final class KeptTexts {
  /** Types of which two values may be equal that have different texts. */
  private static final String OF_SEVERAL_TEXTS = "interval.*|hstore|\\w+range";

  /** Further types whose order is not that of the texts. */
  private static final String OF_ANOTHER_ORDER =
      "inet|cidr|money|timetz|time with time zone|decfloat|pg_lsn|row";

  private KeptTexts() {}

  /**
   * Returns whether two values are equal only if their texts are, or a type is kept as no text. An
   * address or a uuid has one text, as the database shows it.
   */
  static boolean isEquality(ColumnType type) {
    return type.array() || (type.family() != Family.JSON && !type.name().matches(OF_SEVERAL_TEXTS));
  }

  /** Returns whether the order of a database is that of the texts, or a type is kept as no text. */
  static boolean isOrder(ColumnType type) {
    return type.family() == Family.ENUM
        ? isSorted(type.values())
        : isEquality(type) && (type.array() || !type.name().matches(OF_ANOTHER_ORDER));
  }

  /**
   * Returns whether a database compares values as the texts, and has the same least and greatest
   * one. MySQL orders an enum by the places of its values, but compares its texts.
   */
  public static boolean isComparison(ColumnType type, Dialect dialect) {
    return isOrder(type) || (dialect == Dialect.MYSQL && type.family() == Family.ENUM);
  }

  /** Whether values come in the order of their texts, in capitals or not. */
  private static boolean isSorted(List<String> values) {
    return values.stream().sorted().toList().equals(values)
        && values.stream()
            .sorted(Comparator.comparing(String::toLowerCase))
            .toList()
            .equals(values);
  }
}

package org.portolan.advisor.access;

import java.util.Comparator;
import java.util.List;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.sql.Dialect;

/**
 * Types whose values a design keeps as texts although a database has another order of them: '2
 * days' is less than '10 days', and an enum is ordered by the places of its values.
 */
public final class TextOrders {
  private static final String OTHERS =
      "interval.*|inet|cidr|money|timetz|time with time zone|decfloat|pg_lsn|\\w+range|row";

  private TextOrders() {}

  /** Returns whether the order of a database is that of the texts, or a type is kept as no text. */
  static boolean isOrder(ColumnType type) {
    return type.family() == Family.ENUM
        ? isSorted(type.values())
        : type.array() || (type.family() != Family.JSON && !type.name().matches(OTHERS));
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

package org.portolan.advisor.infer;

import java.util.List;
import java.util.Optional;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.schema.Table;

/** Reasons that make a relationship likelier, but suggest none by themselves. */
final class Support {
  private static final double SAME_TYPE = 0.1;
  private static final double INDEX = 0.15;

  private Support() {}

  static void add(
      List<Evidence> reasons,
      Table from,
      List<String> fromColumns,
      Table to,
      List<String> toColumns) {
    boolean same = true;
    for (int i = 0; i < fromColumns.size(); i++) {
      Optional<ColumnType> one = from.column(fromColumns.get(i)).map(Column::type);
      Optional<ColumnType> other = to.column(toColumns.get(i)).map(Column::type);
      same &= one.isPresent() && one.equals(other);
    }
    if (same) {
      ColumnType type = from.column(fromColumns.get(0)).orElseThrow().type();
      reasons.add(
          new Evidence(
              Evidence.Kind.TYPED,
              fromColumns.size() == 1 ? "both are " + type : "all types are equal",
              SAME_TYPE));
    }
    if (from.isIndexed(fromColumns)) {
      reasons.add(
          new Evidence(
              Evidence.Kind.INDEXED,
              "an index of " + from.name() + " begins with " + String.join(", ", fromColumns),
              INDEX));
    }
  }

  /** Returns whether columns can hold the same values: false only if their types forbid it. */
  static boolean isCompatible(
      Table from, List<String> fromColumns, Table to, List<String> toColumns) {
    for (int i = 0; i < fromColumns.size(); i++) {
      Optional<Column> one = from.column(fromColumns.get(i));
      Optional<Column> other = to.column(toColumns.get(i));
      if (one.isPresent() && other.isPresent() && !isCompatible(one.get(), other.get())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCompatible(Column one, Column other) {
    return family(one.type()).equals(family(other.type()))
        && !one.type().array()
        && !other.type().array();
  }

  /** Types of which values may be equal; of those that we know no better, each type alone. */
  private static String family(ColumnType type) {
    return switch (type.family()) {
      // MediaWiki keeps names as varbinary; PostgreSQL compares no text with its own type.
      case BINARY -> (type.name().equals("bytea") ? Family.BINARY : Family.TEXT).name();
      // A DECIMAL without scale is a number like any other.
      case DECIMAL -> Family.INTEGER.name();
      case TIME ->
          type.name().matches("timestamp.*|datetime") ? "timestamp" : type.name().split(" ", -1)[0];
      case OTHER -> type.name();
      default -> type.family().name();
    };
  }
}

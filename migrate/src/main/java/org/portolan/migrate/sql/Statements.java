package org.portolan.migrate.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.portolan.jdbc.DatabaseKind;

/**
 * The text of statements. Each begins with a comment, so that a log tells who asked, and has a name
 * of ours where it may have one, since what counts statements keeps names only. The name comes
 * early, because long statements are cut.
 */
final class Statements {
  /** Begins our statements on tables, so that logs of the database tell them from others. */
  static final String MARK = "/* portolan:migrate */ ";

  /** The name of the first column of what is returned, or of the table. */
  static final String ALIAS = "portolan_migrate";

  private static final String SELECT = MARK + "SELECT ";

  private final Database database;

  Statements(Database database) {
    this.database = database;
  }

  /** Parameters in the order of their places, each with its column. */
  record Bound(List<SqlColumn> columns, List<Object> values) {
    Bound() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(SqlColumn column, Object value) {
      columns.add(column);
      values.add(value);
    }
  }

  String rows(RowQuery query, KeyRange range, int limit, Bound bound) {
    String where = where(query.order(), range, bound);
    List<SqlColumn> ordered = new ArrayList<>(query.ranged() ? query.order() : List.of());
    ordered.addAll(query.then());
    String order = ordered.isEmpty() ? "" : " ORDER BY " + names(ordered);
    return SELECT
        + returned(query.columns())
        + " FROM "
        + query.table().from()
        + where
        + order
        + (limit > 0 ? " LIMIT " + limit : "");
  }

  /** The rows that agree with one of some keys in some columns, in the order of a table's range. */
  String keyed(RowQuery query, List<SqlColumn> by, List<List<Object>> keys, Bound bound) {
    List<SqlColumn> ordered = new ArrayList<>(query.ranged() ? query.order() : List.of());
    ordered.addAll(query.then());
    return SELECT
        + returned(query.columns())
        + " FROM "
        + query.table().from()
        + " WHERE "
        + equal(by, keys, bound)
        + (ordered.isEmpty() ? "" : " ORDER BY " + names(ordered));
  }

  /** One row whose columns agree with two keys: there is one only if these are equal. */
  String equal(
      SqlTable table, List<SqlColumn> columns, List<Object> one, List<Object> other, Bound bound) {
    return SELECT
        + "1 AS "
        + ALIAS
        + " FROM "
        + table.sql()
        + " WHERE ("
        + equal(columns, List.of(one), bound)
        + ") AND ("
        + equal(columns, List.of(other), bound)
        + ") LIMIT 1";
  }

  /** Takes out the rows that agree with one of some keys in some columns. */
  String deletion(SqlTable table, List<SqlColumn> by, List<List<Object>> keys, Bound bound) {
    // Only in this form do all versions of MariaDB and MySQL take another name.
    String of = database.kind().isMysql() ? "DELETE " + ALIAS + " FROM " : "DELETE FROM ";
    return MARK + of + table.from() + " AS " + ALIAS + " WHERE " + equal(by, keys, bound);
  }

  /** The values by which rows refer to rows that another table does not have, each once. */
  String absent(
      SqlTable table,
      List<SqlColumn> by,
      SqlTable to,
      List<SqlColumn> toColumns,
      boolean full,
      int limit) {
    String referring = marked(by.stream().map(each -> "r." + name(each)).toList());
    return SELECT
        + "DISTINCT "
        + referring
        + referringToNothing(table, by, to, toColumns, full)
        + " LIMIT "
        + limit;
  }

  /** How many rows refer to rows that another table does not have. */
  String countAbsent(
      SqlTable table, List<SqlColumn> by, SqlTable to, List<SqlColumn> toColumns, boolean full) {
    return SELECT + "COUNT(*) AS " + ALIAS + referringToNothing(table, by, to, toColumns, full);
  }

  /** A row with a null refers to nothing, or in full only if all of it is null. */
  private String referringToNothing(
      SqlTable table, List<SqlColumn> by, SqlTable to, List<SqlColumn> toColumns, boolean full) {
    List<String> present = new ArrayList<>();
    List<String> agreeing = new ArrayList<>();
    for (int place = 0; place < by.size(); place++) {
      String referring = "r." + name(by.get(place));
      present.add(referring + " IS NOT NULL");
      agreeing.add("t." + name(toColumns.get(place)) + " = " + referring);
    }
    return " FROM "
        + table.from()
        + " r WHERE ("
        + String.join(full ? " OR " : " AND ", present)
        + ") AND NOT EXISTS (SELECT 1 FROM "
        + to.from()
        + " t WHERE "
        + String.join(" AND ", agreeing)
        + ")";
  }

  private String equal(List<SqlColumn> by, List<List<Object>> keys, Bound bound) {
    boolean single = by.size() == 1 && keys.stream().allMatch(key -> key.get(0) != null);
    if (single) {
      keys.forEach(key -> bound.add(by.get(0), key.get(0)));
      return name(by.get(0))
          + " IN ("
          + String.join(", ", Collections.nCopies(keys.size(), "?"))
          + ")";
    }
    // Not by comparing rows: MariaDB and H2 use no index for that.
    List<String> alternatives = new ArrayList<>();
    for (List<Object> key : keys) {
      List<String> conditions = new ArrayList<>();
      for (int place = 0; place < by.size(); place++) {
        if (key.get(place) == null) {
          conditions.add(name(by.get(place)) + " IS NULL");
        } else {
          bound.add(by.get(place), key.get(place));
          conditions.add(name(by.get(place)) + " = ?");
        }
      }
      alternatives.add("(" + String.join(" AND ", conditions) + ")");
    }
    return String.join(" OR ", alternatives);
  }

  String end(RowQuery query, List<Object> low, int rows, Bound bound) {
    return SELECT
        + returned(query.order())
        + " FROM "
        + query.table().from()
        + where(query.order(), new KeyRange(low, List.of(), 0, 1), bound)
        + " ORDER BY "
        + names(query.order())
        + " LIMIT 1 OFFSET "
        + (rows - 1);
  }

  /** The greatest length of the wide values of a row, without reading them. */
  String widest(RowQuery query, KeyRange range, Bound bound) {
    String length =
        query.columns().stream()
            .filter(SqlColumn::wide)
            .map(
                column ->
                    column.type().equals("text")
                            || column.type().equals("varchar")
                            || column.type().equals("bytea")
                        ? "COALESCE(octet_length(" + name(column) + "), 0)"
                        // Compressed, so a guess.
                        : "COALESCE(pg_column_size(" + name(column) + "), 0) * 4")
            .collect(Collectors.joining(" + "));
    return SELECT
        + "MAX("
        + length
        + ") AS "
        + ALIAS
        + " FROM "
        + query.table().from()
        + where(query.order(), range, bound);
  }

  private String where(List<SqlColumn> order, KeyRange range, Bound bound) {
    List<String> conditions = new ArrayList<>();
    if (!range.low().isEmpty()) {
      conditions.add(beyond(order, range.low(), ">", bound));
    }
    if (!range.high().isEmpty()) {
      conditions.add(beyond(order, range.high(), "<=", bound));
    }
    return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
  }

  /** Compares a key with a bound. MariaDB and H2 use no index for a comparison of rows. */
  private String beyond(List<SqlColumn> order, List<Object> key, String comparison, Bound bound) {
    if (key.size() == 1 || database.kind() == DatabaseKind.POSTGRESQL) {
      for (int place = 0; place < key.size(); place++) {
        bound.add(order.get(place), key.get(place));
      }
      String marks = String.join(", ", Collections.nCopies(key.size(), "?"));
      return key.size() == 1
          ? name(order.get(0)) + " " + comparison + " ?"
          : "(" + names(order) + ") " + comparison + " (" + marks + ")";
    }
    // The first column alone, so that its index serves; then the exact place.
    String strict = comparison.substring(0, 1);
    bound.add(order.get(0), key.get(0));
    return "("
        + name(order.get(0))
        + " "
        + strict
        + "= ? AND "
        + exactly(order, key, 0, strict, comparison, bound)
        + ")";
  }

  private String exactly(
      List<SqlColumn> order,
      List<Object> key,
      int place,
      String strict,
      String comparison,
      Bound bound) {
    String column = name(order.get(place));
    if (place == key.size() - 1) {
      bound.add(order.get(place), key.get(place));
      return column + " " + comparison + " ?";
    }
    bound.add(order.get(place), key.get(place));
    bound.add(order.get(place), key.get(place));
    return "("
        + column
        + " "
        + strict
        + " ? OR ("
        + column
        + " = ? AND "
        + exactly(order, key, place + 1, strict, comparison, bound)
        + "))";
  }

  private String names(List<SqlColumn> columns) {
    return columns.stream().map(this::name).collect(Collectors.joining(", "));
  }

  private String returned(List<SqlColumn> columns) {
    return columns.isEmpty() ? "1 AS " + ALIAS : marked(columns.stream().map(this::name).toList());
  }

  /** Returns what a statement returns, with our name. */
  static String marked(List<String> returned) {
    List<String> all = new ArrayList<>(returned);
    all.set(0, all.get(0) + " AS " + ALIAS);
    return String.join(", ", all);
  }

  private String name(SqlColumn column) {
    return database.quoted(column.name());
  }
}

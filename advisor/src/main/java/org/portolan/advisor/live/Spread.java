package org.portolan.advisor.live;

import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.workload.OwnStatements;

/**
 * Some rows of a table, the same at each time while the table does not change: all rows of a small
 * table; otherwise pieces of the primary key's order. If the key begins with an integer, there are
 * twenty pieces at equal distances; of other keys, the beginning and the end; without a key, the
 * first rows that the database returns. Each piece is found by the index and ends by a limit, so
 * the size of the table does not matter. Immutable.
 */
final class Spread {
  /** An alias in every statement of ours, by which we know it among those of the application. */
  static final String ALIAS = OwnStatements.ALIAS;

  private static final int PIECES = 20;

  /**
   * A piece of the order.
   *
   * @param condition begins with WHERE, or is empty
   */
  private record Piece(String condition, String order) {}

  private final String table;
  private final List<Piece> pieces;
  private final boolean whole;

  private Spread(String table, List<Piece> pieces, boolean whole) {
    this.table = table;
    this.pieces = pieces;
    this.whole = whole;
  }

  /** Returns all rows. */
  static Spread whole(LiveTable live) {
    return new Spread(live.from(), List.of(new Piece("", "")), true);
  }

  static Spread of(LiveTable live, Table table, Queries queries) throws SQLException {
    List<Key.Part> parts = table.primaryKey().map(Key::parts).orElse(List.of());
    boolean simple = parts.stream().noneMatch(part -> part.expression() || part.prefix() > 0);
    if (parts.isEmpty() || !simple) {
      return new Spread(live.from(), List.of(new Piece("", "")), false);
    }
    List<String> columns =
        table.primaryKey().orElseThrow().columns().stream()
            .map(name -> queries.name(table.column(name).map(Column::name).orElse(name)))
            .toList();
    String order = " ORDER BY " + String.join(", ", columns);
    boolean number =
        table
            .column(parts.get(0).column())
            .filter(column -> column.type().family() == ColumnType.Family.INTEGER)
            .isPresent();
    String back =
        columns.stream()
            .map(column -> column + " DESC")
            .collect(Collectors.joining(", ", " ORDER BY ", ""));
    if (number) {
      return new Spread(live.from(), pieces(live, columns.get(0), order, back, queries), false);
    }
    return new Spread(live.from(), List.of(new Piece("", order), new Piece("", back)), false);
  }

  private static List<Piece> pieces(
      LiveTable live, String column, String order, String back, Queries queries)
      throws SQLException {
    String ends =
        "SELECT MIN(%1$s), MAX(%1$s) FROM %2$s %3$s".formatted(column, live.from(), ALIAS);
    List<String> bounds =
        queries.list(ends, row -> row.getString(1) + " " + row.getString(2)).stream()
            .flatMap(row -> List.of(row.split(" ")).stream())
            .toList();
    if (bounds.contains("null")) {
      return List.of(new Piece("", order));
    }
    BigInteger least = new BigInteger(bounds.get(0));
    BigInteger span = new BigInteger(bounds.get(1)).subtract(least).add(BigInteger.ONE);
    List<BigInteger> starts = new ArrayList<>();
    for (int i = 0; i < PIECES; i++) {
      BigInteger place = span.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(PIECES));
      if (i == 0 || !least.add(place).equals(starts.get(starts.size() - 1))) {
        starts.add(least.add(place));
      }
    }
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      String to = i + 1 < starts.size() ? " AND " + column + " < " + starts.get(i + 1) : "";
      // The last piece is read from the end, so that the greatest key is seen too.
      boolean last = i > 0 && i + 1 == starts.size();
      String condition = " WHERE " + column + " >= " + starts.get(i) + to;
      pieces.add(new Piece(condition, last ? back : order));
    }
    return pieces;
  }

  boolean isWhole() {
    return whole;
  }

  /**
   * Returns a statement whose columns are {@code c1}, {@code c2} and so on.
   *
   * @param rowsMax how many rows are read at most, unless all are
   */
  String select(List<String> expressions, int rowsMax) {
    String columns =
        IntStream.range(0, expressions.size())
            .mapToObj(i -> expressions.get(i) + " AS c" + (i + 1))
            .collect(Collectors.joining(", ", "SELECT ", " FROM " + table + " " + ALIAS));
    if (whole) {
      return columns;
    }
    int limit = Math.max(1, rowsMax / pieces.size());
    List<String> selects =
        pieces.stream()
            .map(piece -> columns + piece.condition() + piece.order() + " LIMIT " + limit)
            .toList();
    return selects.size() == 1 ? selects.get(0) : "(" + String.join(") UNION ALL (", selects) + ")";
  }
}

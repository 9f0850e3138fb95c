package org.portolan.bench.loading;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Spelled;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlTable;

/** A table of orders in an embedded H2, with its design and mapping. Immutable. */
final class MigratedTable {
  private static final String TABLE = "orders";
  private static final int INSERTED_AT_ONCE = 1_000;
  private static final int CUSTOMERS = 10_000;
  private static final long SEED = 1;
  private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

  private static final String MAPPING =
      """
      format: 1
      design: shop
      tables:
        orders:
          entity: order
          columns: {id: id, customer: customer, placed: placed, total: total, state: state, note: note}
      """;

  /** What the design derives from the rows. */
  enum Layout implements Spelled {
    PLAIN(""),
    INDEXED(
        """
            indexes:
              orders_of_customer: {on: [customer], layout: hashed(4)}
            counters:
              orders: {layout: random(4)}
        """);

    private final String derived;

    Layout(String derived) {
      this.derived = derived;
    }

    static Layout of(String spelling) {
      return Arrays.stream(values())
          .filter(each -> each.spelling().equals(spelling))
          .findFirst()
          .orElseThrow();
    }

    private Design design() {
      return DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            order:
              key: {id: long}
              families:
                main:
                  customer: text
                  placed: timestamp
                  total: "decimal(9,2)"
                  state: int
                  note: text
          """
              + derived,
          "design of the migration benchmark");
    }
  }

  private final Layout layout;
  private final String url;
  private final int rows;

  /** Fills the table. */
  MigratedTable(Layout layout, Path file, int rows) {
    this.layout = layout;
    this.url = "jdbc:h2:" + file.toAbsolutePath();
    this.rows = rows;
    fill();
  }

  String url() {
    return url;
  }

  int rows() {
    return rows;
  }

  Design design() {
    return layout.design();
  }

  Mapping mapping() {
    return MappingReader.read(MAPPING, design(), "mapping of the migration benchmark");
  }

  private void fill() {
    SplittableRandom random = new SplittableRandom(SEED);
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE orders (id BIGINT PRIMARY KEY, customer VARCHAR(20) NOT NULL,"
              + " placed TIMESTAMP(6), total DECIMAL(9,2), state INT, note VARCHAR(200))");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)")) {
        for (int row = 1; row <= rows; row++) {
          insert.setLong(1, row);
          insert.setString(2, "customer " + random.nextInt(CUSTOMERS));
          insert.setTimestamp(3, Timestamp.from(FIRST.plusSeconds(37L * row)));
          insert.setBigDecimal(4, BigDecimal.valueOf(random.nextInt(1_000_000), 2));
          insert.setInt(5, random.nextInt(5));
          insert.setString(6, "leave it with the neighbours of number " + random.nextInt(1_000));
          insert.addBatch();
          if (row % INSERTED_AT_ONCE == 0 || row == rows) {
            insert.executeBatch();
            connection.commit();
          }
        }
      }
    } catch (SQLException e) {
      throw new BenchmarkFailedException("cannot fill a table of H2: " + e.getMessage(), e);
    }
  }

  /** Reads all rows once, as a migration does, and drops them; returns their number. */
  static long read(Source source) {
    SqlTable table = source.table(TABLE);
    List<org.portolan.migrate.sql.SqlColumn> key = List.of(table.columns().get(0));
    return source.read(
        new RowQuery(table, table.columns(), key, List.of(), true), KeyRange.ALL, 0, row -> {});
  }
}

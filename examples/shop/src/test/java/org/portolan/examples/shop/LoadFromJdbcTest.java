package org.portolan.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Sequence;
import org.portolan.data.Store;
import org.portolan.engine.Durability;
import org.portolan.testkit.Checks;
import org.portolan.testkit.PortolanTest;
import org.portolan.types.Tuple;

/** Rows of a relational database are loaded into a store, as docs/your-application.md shows it. */
@PortolanTest(design = "loaded.yaml")
class LoadFromJdbcTest {
  private static final int ROWS = 250;

  /** The values of a row, by the names of the design. */
  private interface Mapping {
    Map<String, Object> values(ResultSet row) throws SQLException;
  }

  /** Puts the rows of a query, in writes of a hundred; returns the greatest id. */
  private static long load(
      Store store, Connection database, String query, String entity, Mapping mapping)
      throws SQLException {
    long greatest = 0;
    Map<Tuple, Map<String, Object>> batch = new LinkedHashMap<>();
    try (PreparedStatement select = database.prepareStatement(query)) {
      select.setFetchSize(1_000); // otherwise drivers read the whole result into memory
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          greatest = Math.max(greatest, rows.getLong("id"));
          batch.put(Tuple.of(rows.getLong("id")), mapping.values(rows));
          if (batch.size() == 100) {
            write(store, entity, batch);
            batch.clear();
          }
        }
      }
    }
    write(store, entity, batch);
    store.flush();
    return greatest;
  }

  private static void write(Store store, String entity, Map<Tuple, Map<String, Object>> rows) {
    store.write(
        Durability.BUFFERED,
        tx -> {
          tx.leaveReferencesUnchecked(); // only if a row may come before the one it refers to
          tx.prefetch(entity, List.copyOf(rows.keySet())); // in one round trip what the puts read
          rows.forEach((key, values) -> tx.put(entity, key, values));
          return null;
        });
  }

  private static Map<String, Object> order(ResultSet row) throws SQLException {
    Map<String, Object> values = new HashMap<>();
    values.put("customer", row.getLong("customer_id"));
    LocalDateTime placed = row.getObject("placed_at", LocalDateTime.class);
    values.put("placed", placed == null ? null : placed.toInstant(ZoneOffset.UTC));
    values.put("total", row.getBigDecimal("total").setScale(2));
    return values;
  }

  private static void begin(Store store, String sequence, long next) {
    store.write(
        tx -> {
          tx.put("sequence", Tuple.of(sequence), Map.of("next", next));
          return null;
        });
  }

  private static long load(Store store, Connection database) throws SQLException {
    long greatest = load(store, database, "SELECT * FROM orders", "order", LoadFromJdbcTest::order);
    load(
        store,
        database,
        "SELECT * FROM customers",
        "customer",
        row ->
            Map.of("email", row.getString("email").strip(), "name", row.getString("name").strip()));
    begin(store, "orders", greatest + 1);
    return greatest;
  }

  private static void fill(Connection database) throws SQLException {
    for (String statement :
        new String[] {
          "CREATE TABLE customers (id BIGINT PRIMARY KEY, email VARCHAR(99), name VARCHAR(99))",
          "CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id BIGINT, placed_at TIMESTAMP(6),"
              + " total DECIMAL(12, 2))",
          "INSERT INTO customers SELECT x, 'c' || x || '@example.org ', 'C' FROM SYSTEM_RANGE(1, "
              + ROWS
              + ")",
          "INSERT INTO orders SELECT 1000 + x, x, TIMESTAMP '2018-03-01 10:11:12.000013', x"
              + " FROM SYSTEM_RANGE(1, "
              + ROWS
              + ")"
        }) {
      try (PreparedStatement made = database.prepareStatement(statement)) {
        made.execute();
      }
    }
  }

  @Test
  void load_runTwice_hasEveryRowOnce(Store store) throws Exception {
    JdbcDataSource source = new JdbcDataSource(); // DriverManager would load Ignite's driver too
    source.setUrl("jdbc:h2:mem:");
    try (Connection database = source.getConnection()) {
      fill(database);
      load(store, database);
      assertThat(load(store, database)).as("run again").isEqualTo(1000 + ROWS);
    }
    assertThat(store.counter("orders")).isEqualTo(ROWS);
    EntityRow order = store.get("order", Tuple.of(1_007L), Columns.ALL).orElseThrow();
    assertThat(order.longValue("customer")).isEqualTo(7);
    assertThat(order.timestamp("placed")).isEqualTo(Instant.parse("2018-03-01T10:11:12.000013Z"));
    assertThat(
            store.index("customer_of_email", Tuple.of("C7@example.org"), Paging.first(2)).entries())
        .containsExactly(Tuple.of(7L));
    Sequence orders = store.sequence(new Sequence.Place("sequence", Tuple.of("orders"), "next"), 9);
    assertThat(orders.next()).isEqualTo(1001 + ROWS);
    Checks.requireClean(store);
  }
}

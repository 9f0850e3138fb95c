package org.portolan.follow;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;

/** A database to which several writers write at random, in transactions of several rows. */
final class BusyShop {
  static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: busy
          entities:
            customer:
              key: {id: long}
              key-layout: {md5-modulo: {range: 5}}
              families: {main: {name: text, street: text}}
              indexes:
                customers_by_name: {on: [name], unique: true}
            order:
              key: {id: long}
              key-layout: {md5-modulo: {range: 5}}
              families:
                main: {customer: long, total: "decimal(9,2)", placed: timestamp, tags: set of text}
              references:
                of_customer: {on: [customer], to: customer}
              collections:
                lines: {key: {position: int}, columns: {sku: text}}
              indexes:
                orders_of_customer: {on: [customer], layout: hashed(2)}
              counters:
                orders: {layout: random(4)}
            word:
              key: {word: text}
              key-layout: {md5-modulo: {range: 3}}
              families: {main: {uses: long}}
            rate:
              key: {valid: timestamp, factor: "decimal(12,3)"}
              families: {main: {note: text}}
            visit:
              key: {digest: bytes, copy: int}
              key-layout: {md5-modulo: {range: 3}}
              families: {main: {page: text}}
          """,
          "busy.yaml");

  static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: busy
          tables:
            customers: {entity: customer, columns: {id: id, name: name}}
            addresses: {part: customer, owner: [customer], columns: {street: street}}
            orders:
              entity: order
              columns: {id: id, customer: customer, total: total, placed: placed}
            order_lines: {collection: order.lines, owner: [order_id], columns: {position: position, sku: sku}}
            tags: {elements: order.tags, owner: [order_id], element: tag}
            words: {entity: word, columns: {word: word, uses: uses}}
            rates: {entity: rate, columns: {valid: valid, factor: factor, note: note}}
            visits: {entity: visit, columns: {digest: digest(), copy: copy(), page: page}}
          """,
          DESIGN,
          "mapping.yaml");

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE customers (id BIGINT PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE)",
          "CREATE TABLE addresses (customer BIGINT PRIMARY KEY, street VARCHAR(90),"
              + " FOREIGN KEY (customer) REFERENCES customers (id))",
          "CREATE TABLE orders (id BIGINT PRIMARY KEY, customer BIGINT NOT NULL,"
              + " total DECIMAL(9,2), placed TIMESTAMP(6) NULL,"
              + " FOREIGN KEY (customer) REFERENCES customers (id))",
          "CREATE TABLE order_lines (order_id BIGINT, position INT, sku VARCHAR(40),"
              + " PRIMARY KEY (order_id, position),"
              + " FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE)",
          // No foreign key: tags may outlive their order, and belong to the next with its key.
          "CREATE TABLE tags (order_id BIGINT, tag VARCHAR(9), PRIMARY KEY (order_id, tag))",
          "CREATE TABLE words (word VARCHAR(20) PRIMARY KEY, uses BIGINT)",
          "CREATE TABLE rates (valid DATE, factor DECIMAL(12,3), note VARCHAR(9),"
              + " PRIMARY KEY (valid, factor))",
          "CREATE TABLE visits (page VARCHAR(40))");

  private final String url;
  private final AtomicLong commits = new AtomicLong();
  private volatile boolean open = true;
  private volatile SQLException refusal;

  BusyShop(String url) {
    this.url = url;
  }

  void create() throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute(table);
      }
    }
  }

  static Connection connect(String url) throws SQLException {
    return Connector.of(JdbcUrl.of(url), Map.of()).connect();
  }

  long commits() {
    return commits.get();
  }

  /** Returns why the database took no more writes; null if it did to the end. */
  SQLException refusal() {
    return refusal;
  }

  void stop() {
    open = false;
  }

  /** Fills the tables by {@code transactions} transactions. */
  void fill(long seed, int transactions) throws SQLException {
    try (Connection connection = connect(url)) {
      connection.setAutoCommit(false);
      Random random = new Random(seed);
      for (int number = 0; number < transactions; number++) {
        try {
          transaction(connection, random);
        } catch (SQLException e) {
          if (!isOrdinary(e)) {
            throw e;
          }
          connection.rollback();
        }
        if (number % 20 == 0) {
          connection.commit();
        }
      }
      connection.commit();
    }
  }

  /** Writes until it is stopped, or the database refuses any write. */
  Thread writer(String as, long seed) {
    Thread thread =
        new Thread(
            () -> {
              Random random = new Random(seed);
              while (open) {
                try (Connection connection = connect(as)) {
                  connection.setAutoCommit(false);
                  write(connection, random);
                } catch (SQLException e) {
                  if (!isOrdinary(e)) {
                    refusal = e;
                    return;
                  }
                }
              }
            },
            "writer-" + seed);
    thread.start();
    return thread;
  }

  private void write(Connection connection, Random random) throws SQLException {
    while (open) {
      try {
        for (int step = random.nextInt(4); step >= 0; step--) {
          transaction(connection, random);
        }
        if (random.nextInt(10) == 0) {
          connection.rollback();
        } else {
          connection.commit();
          commits.incrementAndGet();
        }
        Thread.sleep(random.nextInt(5));
      } catch (SQLException e) {
        if (!isOrdinary(e)) {
          throw e;
        }
        connection.rollback();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Deadlocks, taken names and the like, which writers meet every day; or an ended session. */
  private static boolean isOrdinary(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("23")
        || state.startsWith("40")
        || state.startsWith("57")
        || state.startsWith("08");
  }

  /** Days of all times, from the first year on. */
  private static LocalDate day(Random random) {
    return LocalDate.of(1 + 95 * random.nextInt(22), 1 + random.nextInt(2), 28);
  }

  private static void transaction(Connection connection, Random random) throws SQLException {
    long customer = random.nextInt(400);
    long order = random.nextInt(3_000);
    switch (random.nextInt(17)) {
      case 0, 1 ->
          put(connection, "customers", "id", "name", customer, "name " + random.nextInt(100_000));
      case 2 ->
          put(
              connection,
              "addresses",
              "customer",
              "street",
              known(connection, customer),
              random.nextInt(5) == 0 ? null : "street " + random.nextInt(50));
      case 3 -> run(connection, "DELETE FROM addresses WHERE customer = ?", customer);
      case 4, 5, 6, 7 -> order(connection, random, order, known(connection, customer));
      case 8 ->
          run(
              connection,
              "UPDATE orders SET total = ?, placed = CURRENT_TIMESTAMP(6) WHERE id = ?",
              BigDecimal.valueOf(random.nextInt(100_000), 2),
              order);
      case 9 -> {
        int found = run(connection, "DELETE FROM orders WHERE id = ?", order);
        if (found > 0 && random.nextBoolean()) {
          // Another row with the same key; its tags stay, and no change of them is in the log.
          run(
              connection,
              "INSERT INTO orders VALUES (?, ?, ?, NULL)",
              order,
              known(connection, customer),
              BigDecimal.ONE);
        } else {
          run(connection, "DELETE FROM tags WHERE order_id = ?", order);
        }
      }
      case 10 -> {
        run(
            connection,
            "DELETE FROM tags WHERE order_id = ? AND tag = ?",
            order,
            "t" + random.nextInt(9));
        put(connection, "words", "word", "uses", "w" + random.nextInt(300), random.nextLong());
      }
      case 11 ->
          // The key changes.
          run(
              connection,
              "UPDATE words SET word = ? WHERE word = ?",
              "w" + random.nextInt(300),
              "w" + random.nextInt(300));
      case 13 ->
          run(
              connection,
              "INSERT INTO rates VALUES (?, ?, ?)",
              day(random),
              BigDecimal.valueOf(random.nextInt(9_000), 3),
              "n" + random.nextInt(9));
      case 14 -> run(connection, "DELETE FROM rates WHERE valid = ?", day(random));
      case 15 ->
          // Both columns of the key change.
          run(
              connection,
              "UPDATE rates SET factor = factor + 0.001, valid = ? WHERE valid = ?",
              day(random),
              day(random));
      case 12 ->
          run(
              connection,
              "UPDATE order_lines SET position = position + 10 WHERE order_id = ?"
                  + " AND position < 100",
              order);
      default -> {
        run(connection, "INSERT INTO visits VALUES (?)", "p" + random.nextInt(40));
        if (random.nextInt(10) == 0) {
          run(connection, "DELETE FROM visits WHERE page = ?", "p" + random.nextInt(40));
        }
      }
    }
  }

  private static long known(Connection connection, long customer) throws SQLException {
    if (run(connection, "UPDATE customers SET name = name WHERE id = ?", customer) == 0) {
      run(connection, "INSERT INTO customers VALUES (?, ?)", customer, "customer " + customer);
    }
    return customer;
  }

  private static void order(Connection connection, Random random, long order, long customer)
      throws SQLException {
    if (run(connection, "UPDATE orders SET customer = ? WHERE id = ?", customer, order) == 0) {
      run(
          connection,
          "INSERT INTO orders VALUES (?, ?, ?, CURRENT_TIMESTAMP(6))",
          order,
          customer,
          BigDecimal.valueOf(random.nextInt(100_000), 2));
    }
    for (int line = random.nextInt(3); line > 0; line--) {
      int position = random.nextInt(5);
      run(
          connection,
          "DELETE FROM order_lines WHERE order_id = ? AND position = ?",
          order,
          position);
      run(
          connection,
          "INSERT INTO order_lines VALUES (?, ?, ?)",
          order,
          position,
          random.nextInt(9) == 0 ? null : "sku é🎲" + random.nextInt(1_000));
    }
    put(connection, "tags", "order_id", "tag", order, "t" + random.nextInt(9));
  }

  /** Puts a row of two columns. */
  private static void put(
      Connection connection, String table, String key, String column, Object id, Object value)
      throws SQLException {
    int found;
    if (table.equals("tags")) {
      int unused = run(connection, "DELETE FROM tags WHERE order_id = ? AND tag = ?", id, value);
      found = 0;
    } else {
      String update = "UPDATE " + table + " SET " + column + " = ? WHERE " + key + " = ?";
      found = run(connection, update, value, id);
    }
    if (found == 0) {
      run(connection, "INSERT INTO " + table + " VALUES (?, ?)", id, value);
    }
  }

  private static int run(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int place = 0; place < values.length; place++) {
        statement.setObject(place + 1, values[place]);
      }
      return statement.executeUpdate();
    }
  }
}

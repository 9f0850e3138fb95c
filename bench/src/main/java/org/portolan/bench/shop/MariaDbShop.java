package org.portolan.bench.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.mariadb.jdbc.Driver;
import org.portolan.bench.api.BenchmarkFailedException;

/**
 * The shop in InnoDB's tables: foreign keys, a unique e-mail address, a check of the stock, and a
 * transaction for each order. The stock is changed by updates on a condition, in the order of the
 * keys, so that no two orders wait for each other in a circle; all lines are inserted at once. The
 * orders are counted when somebody asks. Whether a commit is synced is the server's setting, {@code
 * innodb_flush_log_at_trx_commit}, and must be 1.
 */
final class MariaDbShop implements ShopSide {
  private final String url;
  private final String prefix;
  private final ConcurrentLinkedQueue<Connection> idle = new ConcurrentLinkedQueue<>();

  /**
   * Makes the tables of a new shop.
   *
   * @param url of JDBC, with a database
   * @param prefix of the names of its tables
   * @throws IllegalArgumentException if the server does not sync its commits
   */
  MariaDbShop(String url, String prefix) {
    this.url = url;
    this.prefix = prefix;
    requireSynced();
    change(
        "CREATE TABLE {customer} (id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,"
            + " email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL UNIQUE,"
            + " name VARCHAR(190) NOT NULL, joined BIGINT NOT NULL) ENGINE=InnoDB",
        "CREATE TABLE {product} (sku VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY"
            + " KEY, stock INT NOT NULL CHECK (stock >= 0), price BIGINT NOT NULL) ENGINE=InnoDB",
        "CREATE TABLE {order} (id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,"
            + " customer CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,"
            + " placed BIGINT NOT NULL, total BIGINT NOT NULL,"
            + " KEY newest (customer, placed), FOREIGN KEY (customer) REFERENCES {customer} (id))"
            + " ENGINE=InnoDB",
        "CREATE TABLE {line} (order_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,"
            + " sku VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,"
            + " quantity INT NOT NULL, price BIGINT NOT NULL, PRIMARY KEY (order_id, sku),"
            + " FOREIGN KEY (order_id) REFERENCES {order} (id),"
            + " FOREIGN KEY (sku) REFERENCES {product} (sku)) ENGINE=InnoDB");
  }

  private void requireSynced() {
    String level =
        read(
            "SELECT @@innodb_flush_log_at_trx_commit",
            rows -> {
              rows.next();
              return rows.getString(1);
            });
    if (!level.equals("1")) {
      throw new IllegalArgumentException(
          "the server of --jdbc must sync each commit: set innodb_flush_log_at_trx_commit to 1,"
              + " not "
              + level);
    }
  }

  private String named(String sql) {
    return sql.replaceAll("\\{(\\w+)}", "`" + prefix + "_$1`");
  }

  private interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  private interface Rows<T> {
    T of(ResultSet rows) throws SQLException;
  }

  private static BenchmarkFailedException failed(SQLException failure) {
    return new BenchmarkFailedException("MariaDB: " + failure.getMessage(), failure);
  }

  private Connection connection() throws SQLException {
    Connection free = idle.poll();
    if (free != null) {
      return free;
    }
    // Not through DriverManager, which asks every driver, and Ignite's does not start everywhere.
    Connection fresh = new Driver().connect(url, new Properties());
    fresh.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return fresh;
  }

  /** Does some work by statements that are each a transaction. */
  private <T> T each(Work<T> work) {
    try {
      Connection connection = connection();
      T result = work.in(connection);
      idle.add(connection);
      return result;
    } catch (SQLException failure) {
      throw failed(failure);
    }
  }

  /** Does some work in one transaction, and again if it was the victim of a deadlock. */
  private <T> T write(Work<T> work) throws SQLException {
    Connection connection = connection();
    connection.setAutoCommit(false);
    try {
      while (true) {
        try {
          T result = work.in(connection);
          connection.commit();
          return result;
        } catch (SQLTransactionRollbackException deadlock) {
          connection.rollback();
        } catch (SQLException failure) {
          connection.rollback();
          throw failure;
        }
      }
    } finally {
      connection.setAutoCommit(true);
      idle.add(connection);
    }
  }

  private <T> T read(String sql, Rows<T> rows, Object... values) {
    return each(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(named(sql))) {
            set(statement, values);
            try (ResultSet found = statement.executeQuery()) {
              return rows.of(found);
            }
          }
        });
  }

  private static void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int at = 0; at < values.length; at++) {
      statement.setObject(at + 1, values[at]);
    }
  }

  private void change(String... all) {
    each(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            for (String sql : all) {
              statement.execute(named(sql));
            }
          }
          return null;
        });
  }

  private int update(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(named(sql))) {
      set(statement, values);
      return statement.executeUpdate();
    }
  }

  @Override
  public void stockUp(Set<String> skus, int stock, long price) {
    try {
      write(
          connection -> {
            String sql = "INSERT INTO {product} (sku, stock, price) VALUES (?, ?, ?)";
            try (PreparedStatement statement = connection.prepareStatement(named(sql))) {
              for (String sku : skus) {
                set(statement, sku, stock, price);
                statement.addBatch();
              }
              return statement.executeBatch();
            }
          });
    } catch (SQLException failure) {
      throw failed(failure);
    }
  }

  @Override
  public Optional<String> register(String email, String name) {
    String id = UUID.randomUUID().toString();
    return each(
        connection -> {
          try {
            update(
                connection,
                "INSERT INTO {customer} (id, email, name, joined) VALUES (?, ?, ?, ?)",
                id,
                email,
                name,
                Order.nowMicros());
            return Optional.of(id);
          } catch (SQLIntegrityConstraintViolationException taken) {
            return Optional.empty();
          }
        });
  }

  @Override
  public Optional<String> customer(String email) {
    return read(
        "SELECT id FROM {customer} WHERE email = ?",
        rows -> rows.next() ? Optional.of(rows.getString(1)) : Optional.empty(),
        email);
  }

  @Override
  public Optional<String> name(String customer) {
    return read(
        "SELECT name FROM {customer} WHERE id = ?",
        rows -> rows.next() ? Optional.of(rows.getString(1)) : Optional.empty(),
        customer);
  }

  @Override
  public boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    Map<String, Long> prices = prices(wanted.keySet());
    if (prices.size() < wanted.size()) {
      return false;
    }
    try {
      return write(connection -> placeOnce(connection, Order.now(id, customer, wanted, prices)));
    } catch (SQLIntegrityConstraintViolationException placedBefore) {
      boolean own =
          read(
              "SELECT customer FROM {order} WHERE id = ?",
              rows -> rows.next() && rows.getString(1).equals(customer),
              id);
      if (!own) {
        throw failed(placedBefore);
      }
      return true;
    } catch (SQLException failure) {
      throw failed(failure);
    }
  }

  private Map<String, Long> prices(Set<String> skus) {
    return read(
        "SELECT sku, price FROM {product} WHERE sku IN (?" + ", ?".repeat(skus.size() - 1) + ")",
        rows -> {
          Map<String, Long> prices = new HashMap<>();
          while (rows.next()) {
            prices.put(rows.getString(1), rows.getLong(2));
          }
          return prices;
        },
        skus.toArray());
  }

  /** Lines after products: the key that refers to a product locks it too, shared. */
  private boolean placeOnce(Connection connection, Order order) throws SQLException {
    update(
        connection,
        "INSERT INTO {order} (id, customer, placed, total) VALUES (?, ?, ?, ?)",
        order.id(),
        order.customer(),
        order.placed(),
        order.total());
    String take = "UPDATE {product} SET stock = stock - ? WHERE sku = ? AND stock >= ?";
    try (PreparedStatement statement = connection.prepareStatement(named(take))) {
      for (Order.Line line : order.lines()) {
        set(statement, line.quantity(), line.sku(), line.quantity());
        statement.addBatch();
      }
      for (int changed : statement.executeBatch()) {
        if (changed == 0) {
          connection.rollback();
          return false;
        }
      }
    }
    List<Object> values = new ArrayList<>();
    for (Order.Line line : order.lines()) {
      values.addAll(List.of(order.id(), line.sku(), line.quantity(), line.price()));
    }
    update(
        connection,
        "INSERT INTO {line} (order_id, sku, quantity, price) VALUES (?, ?, ?, ?)"
            + ", (?, ?, ?, ?)".repeat(order.lines().size() - 1),
        values.toArray());
    return true;
  }

  @Override
  public List<Order.Summary> newest(String customer, int count) {
    return read(
        "SELECT id, placed, total FROM {order} WHERE customer = ? ORDER BY placed DESC LIMIT ?",
        rows -> {
          List<Order.Summary> newest = new ArrayList<>();
          while (rows.next()) {
            newest.add(new Order.Summary(rows.getString(1), rows.getLong(2), rows.getLong(3)));
          }
          return newest;
        },
        customer,
        count);
  }

  @Override
  public SortedMap<String, Integer> lines(String order) {
    return read(
        "SELECT sku, quantity FROM {line} WHERE order_id = ?",
        rows -> {
          SortedMap<String, Integer> lines = new TreeMap<>();
          while (rows.next()) {
            lines.put(rows.getString(1), rows.getInt(2));
          }
          return lines;
        },
        order);
  }

  @Override
  public Map<String, Integer> stocks(Set<String> skus) {
    return read(
        "SELECT sku, stock FROM {product}",
        rows -> {
          Map<String, Integer> stocks = new HashMap<>();
          while (rows.next()) {
            stocks.put(rows.getString(1), rows.getInt(2));
          }
          stocks.keySet().retainAll(skus);
          return stocks;
        });
  }

  @Override
  public long countOrders() {
    return read(
        "SELECT COUNT(*) FROM {order}",
        rows -> {
          rows.next();
          return rows.getLong(1);
        });
  }

  /** Removes the tables. */
  @Override
  public void close() {
    change(
        "DROP TABLE {line}", "DROP TABLE {order}", "DROP TABLE {product}", "DROP TABLE {customer}");
    try {
      for (Connection each = idle.poll(); each != null; each = idle.poll()) {
        each.close();
      }
    } catch (SQLException failure) {
      throw failed(failure);
    }
  }
}

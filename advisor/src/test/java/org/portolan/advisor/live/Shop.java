package org.portolan.advisor.live;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Tables whose rows are known: 3,000 users; 12,000 orders, of which a quarter are of the user 7;
 * 500 old orders whose users are not there; two tables without a key, of which one has equal ids.
 */
final class Shop {
  static final int USERS = 3_000;
  static final int ORDERS = 12_000;

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE users (id int NOT NULL PRIMARY KEY, name varchar(80) NOT NULL, mail"
              + " varchar(80))",
          "CREATE TABLE orders (id int NOT NULL PRIMARY KEY, user_id int NOT NULL, kind"
              + " varchar(9) NOT NULL, total decimal(9, 2), note varchar(2000))",
          "CREATE INDEX of_user ON orders (user_id)",
          "CREATE TABLE old_orders (id int NOT NULL PRIMARY KEY, user_id int NOT NULL)",
          "CREATE TABLE visits (id int NOT NULL, page varchar(40) NOT NULL)",
          "CREATE TABLE settings (id int NOT NULL, setting varchar(40))",
          "CREATE TABLE nothing (id int NOT NULL PRIMARY KEY, user_id int)");

  private Shop() {}

  static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute(table);
      }
    }
    connection.setAutoCommit(false);
    try (PreparedStatement users =
            connection.prepareStatement("INSERT INTO users VALUES (?, ?, ?)");
        PreparedStatement orders =
            connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?)");
        PreparedStatement old =
            connection.prepareStatement("INSERT INTO old_orders VALUES (?, ?)");
        PreparedStatement visits = connection.prepareStatement("INSERT INTO visits VALUES (?, ?)");
        PreparedStatement settings =
            connection.prepareStatement("INSERT INTO settings VALUES (?, ?)")) {
      for (int i = 1; i <= USERS; i++) {
        add(users, i, "user " + i, i % 4 == 0 ? null : "u" + i + "@example.org");
      }
      for (int i = 1; i <= ORDERS; i++) {
        int user = i % 4 == 0 ? 7 : 1 + i * 7 % USERS;
        String kind = i % 10 == 0 ? "gift" : "plain";
        String note = i % 3 == 0 ? null : "ä".repeat(i % 300);
        add(orders, i, user, kind, new java.math.BigDecimal(i % 500).movePointLeft(2), note);
      }
      for (int i = 1; i <= 500; i++) {
        add(old, i, 100_000 + i);
        add(visits, i % 100, "page " + i % 50);
        add(settings, i, "setting " + i % 3);
      }
      for (PreparedStatement each : List.of(users, orders, old, visits, settings)) {
        each.executeBatch();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void add(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    statement.addBatch();
  }

  /** What the application asks. */
  static void use(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int i = 1; i <= 5; i++) {
        statement.executeQuery("SELECT name FROM users WHERE id = " + i).close();
      }
      for (int i = 1; i <= 3; i++) {
        statement
            .executeQuery(
                "SELECT o.id, u.name FROM orders o JOIN users u ON u.id = o.user_id"
                    + " WHERE o.id IN ("
                    + i
                    + ", 2, 3) ORDER BY o.id LIMIT 2")
            .close();
      }
      statement.execute("INSERT INTO visits (id, page) VALUES (1000, 'x'), (1001, 'y')");
      statement.execute("INSERT INTO visits (id, page) VALUES (1002, 'z')");
    }
  }
}

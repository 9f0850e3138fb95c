package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NullOrder;
import org.portolan.advisor.target.Target;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.types.Tuple;

/**
 * A database in memory with a few rows, of which a store is given the same: items, a set and
 * columns of their owner, and rows of their own. Texts of stock and orders are equal without case.
 */
final class TwinRows implements AutoCloseable {
  private static final List<String> TABLES =
      List.of("people", "profile", "phones", "tags", "stock", "orders", "accounts");

  static final String SCHEMA =
      """
      CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, nick varchar(40) NULL,
        kind varchar(10) NOT NULL, score decimal(10,2) NOT NULL) COLLATE=utf8mb4_bin;
      CREATE TABLE profile (person_id bigint NOT NULL PRIMARY KEY, bio varchar(200) NULL,
        visits int NOT NULL, FOREIGN KEY (person_id) REFERENCES people (id)) COLLATE=utf8mb4_bin;
      CREATE TABLE phones (person_id bigint NOT NULL, pos int NOT NULL, number varchar(30) NOT NULL,
        label varchar(20) NOT NULL, uses int NULL, PRIMARY KEY (person_id, pos),
        FOREIGN KEY (person_id) REFERENCES people (id)) COLLATE=utf8mb4_bin;
      CREATE TABLE tags (person_id bigint NOT NULL, tag varchar(30) NOT NULL,
        PRIMARY KEY (person_id, tag), FOREIGN KEY (person_id) REFERENCES people (id))
        COLLATE=utf8mb4_bin;
      CREATE TABLE stock (sku varchar(20) COLLATE utf8mb4_general_ci NOT NULL, wh int NOT NULL,
        qty int NULL, reserved int NOT NULL, PRIMARY KEY (sku, wh)) COLLATE=utf8mb4_bin;
      CREATE TABLE orders (id bigint NOT NULL PRIMARY KEY,
        status varchar(10) COLLATE utf8mb4_general_ci NOT NULL,
        state enum('done','open','sent') COLLATE utf8mb4_general_ci NOT NULL, placed int NULL,
        total int NOT NULL) COLLATE=utf8mb4_bin;
      CREATE TABLE accounts (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
        email varchar(40) NOT NULL, login varchar(20) COLLATE utf8mb4_general_ci NULL,
        name varchar(40) NULL, visits int NULL, admin boolean NULL, staff boolean NOT NULL,
        active tinyint NULL, UNIQUE (email), UNIQUE (login)) COLLATE=utf8mb4_bin;
      """;

  private static final String ROWS =
      """
      INSERT INTO people VALUES (1, 'ann', 'user', 1), (2, NULL, 'root', 2), (3, 'cee', 'bot', 3);
      INSERT INTO profile VALUES (1, NULL, 4), (3, 'b', 5);
      INSERT INTO phones VALUES (1, 1, '11', 'home', 1), (2, 1, '11', 'home', 1), (3, 1, '31', 'home', NULL),
        (3, 2, '32', 'home', 2), (3, 3, '33', 'work', 3);
      INSERT INTO tags VALUES (1, 'x'), (1, 'y'), (1, 'z'), (2, 'y'), (2, 'x'), (3, 'z');
      INSERT INTO stock VALUES ('S1', 1, 5, 1), ('s1', 2, NULL, 0), ('s1', 3, 6, 4),
        ('s2', 1, 1, 3), ('s2', 2, 9, 0), ('s3', 1, NULL, 1);
      INSERT INTO stock SELECT 's4', x, x, 0 FROM system_range(1, 150);
      INSERT INTO people VALUES (4, 'dan', 'user', 4);
      INSERT INTO phones SELECT 4, x, x, 'home', mod(x, 7) FROM system_range(1, 250);
      INSERT INTO orders SELECT x, CASE mod(x, 3) WHEN 0 THEN 'new' WHEN 1 THEN 'New' ELSE 'paid' END,
        CASE mod(x, 5) WHEN 0 THEN 'open' WHEN 1 THEN 'done' ELSE 'sent' END,
        CASE WHEN mod(x, 11) = 0 THEN NULL ELSE mod(x * 7, 40) END, mod(x, 10)
        FROM system_range(1, 90);
      INSERT INTO accounts VALUES (1, 'a@x', 'Ann', 'ann', 1, TRUE, TRUE, 1),
        (2, 'b@x', NULL, NULL, NULL, NULL, FALSE, NULL), (3, 'c@x', 'cee', 'cee', 3, FALSE, TRUE, 0),
        (4, 'd@x', 'dan', 'dan', 4, TRUE, FALSE, 2);
      """;

  private static final String SHAPES =
      """
      phones: items of people
      tags: a set in people
      profile: columns of people
      stock: an entity
      people: an entity
      orders: an entity
      accounts: an entity
      """;

  private final Connection database;

  /** Returns a proposal for statements on these tables. */
  static Proposal propose(Path directory, String statements) throws IOException {
    return propose(directory, statements, Dialect.MYSQL);
  }

  /** Returns how the proposal for one statement serves it. */
  static Served served(Path directory, String statement) throws IOException {
    Served served = propose(directory, statement + ";\n").served().get(0);
    assertThat(served.refusal()).isEmpty();
    return served;
  }

  /** Returns the same for statements of a dialect. */
  static Proposal propose(Path directory, String statements, Dialect dialect) throws IOException {
    return Proposer.propose(
        model(directory, statements, dialect),
        Target.ROCKSDB,
        "beside",
        Choices.read(Files.writeString(directory.resolve("choices.yaml"), SHAPES)));
  }

  /** Tries the proposal for statements on a few rows. */
  static Rehearsal.Result tried(Path directory, String statements) throws IOException {
    return Models.tried(directory, model(directory, statements), propose(directory, statements));
  }

  static RelationalModel model(Path directory, String statements) throws IOException {
    return model(directory, statements, Dialect.MYSQL);
  }

  static RelationalModel model(Path directory, String statements, Dialect dialect)
      throws IOException {
    return Models.written(
        directory,
        SCHEMA.replace(") COLLATE", ") ENGINE=InnoDB COLLATE"),
        statements,
        Optional.of(dialect));
  }

  TwinRows() throws SQLException {
    database = DriverManager.getConnection("jdbc:h2:mem:;MODE=MySQL");
    String schema =
        SCHEMA
            .replaceAll("varchar(\\S+) COLLATE utf8mb4_general_ci", "varchar_ignorecase$1")
            .replaceAll("enum\\S+ COLLATE utf8mb4_general_ci", "varchar_ignorecase(10)")
            .replaceAll("\\s+COLLATE=utf8mb4_bin", "");
    try (Statement statement = database.createStatement()) {
      statement.execute(schema + ROWS);
    }
  }

  /** Lets the database have nulls where that of a dialect has them. */
  void orderNulls(Dialect dialect) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(
          "SET DEFAULT_NULL_ORDERING "
              + (dialect.nullOrder() == NullOrder.GREATEST ? "HIGH" : "LOW"));
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }

  /** Executes a change on the database and returns how many rows it has changed. */
  int execute(String change) throws SQLException {
    try (Statement statement = database.createStatement()) {
      return statement.executeUpdate(change);
    }
  }

  /** Returns whether a condition without columns holds. */
  static boolean holds(String condition) {
    try (Connection database = DriverManager.getConnection("jdbc:h2:mem:;MODE=MySQL");
        Statement statement = database.createStatement();
        ResultSet found = statement.executeQuery("SELECT 1 WHERE " + condition)) {
      return found.next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Puts the rows of the database into a store of the same tables. */
  void fill(Store store) {
    List<Map<String, Object>> people = rows("people");
    store.write(
        transaction -> {
          for (Map<String, Object> person : people) {
            Map<String, Object> values = new HashMap<>(person);
            Tuple key = Tuple.of(values.remove("id"));
            values.put(
                "tags", Set.copyOf(texts("SELECT tag FROM tags WHERE person_id = " + key.get(0))));
            for (Map<String, Object> profile : rows("profile WHERE person_id = " + key.get(0))) {
              values.put("bio", profile.get("bio"));
              values.put("visits", profile.get("visits"));
            }
            transaction.put("people", key, values);
            for (Map<String, Object> phone : rows("phones WHERE person_id = " + key.get(0))) {
              phone.remove("person_id");
              transaction.putItem("people", key, "phones", Tuple.of(phone.remove("pos")), phone);
            }
          }
          for (Map<String, Object> stock : rows("stock")) {
            transaction.put("stock", Tuple.of(stock.remove("sku"), stock.remove("wh")), stock);
          }
          for (Map<String, Object> order : rows("orders")) {
            transaction.put("orders", Tuple.of(order.remove("id")), order);
          }
          for (Map<String, Object> account : rows("accounts")) {
            transaction.put("accounts", Tuple.of(account.remove("id")), account);
          }
          return null;
        });
  }

  private List<String> texts(String query) {
    try (Statement statement = database.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (found.next()) {
        texts.add(found.getString(1));
      }
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Map<String, Object>> rows(String from) {
    return found("SELECT * FROM " + from);
  }

  /** Returns the rows that a query finds, with the names of their columns. */
  List<Map<String, Object>> found(String query) {
    try (Statement statement = database.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<Map<String, Object>> rows = new ArrayList<>();
      while (found.next()) {
        Map<String, Object> row = new HashMap<>();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          row.put(
              found.getMetaData().getColumnName(column).toLowerCase(Locale.ROOT),
              found.getObject(column));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the rows of the database as text. */
  Set<String> ofDatabase() {
    Set<String> all = new TreeSet<>();
    for (String table : TABLES) {
      rows(table).forEach(row -> all.add(table + text(row)));
    }
    return all;
  }

  private static String text(Map<String, Object> row) {
    return new TreeMap<>(row).toString();
  }

  /** Returns the same of a store. */
  static Set<String> of(Store store) {
    Set<String> all = new TreeSet<>();
    for (EntityRow row :
        store.scan("stock", Tuple.EMPTY, Columns.ALL, Paging.first(1_000)).entries()) {
      Map<String, Object> values = new HashMap<>(row.values());
      values.put("sku", row.key().get(0));
      values.put("wh", row.key().get(1));
      all.add("stock" + text(values));
    }
    for (String table : List.of("orders", "accounts")) {
      for (EntityRow row :
          store.scan(table, Tuple.EMPTY, Columns.ALL, Paging.first(1_000)).entries()) {
        Map<String, Object> values = new HashMap<>(row.values());
        values.put("id", row.key().get(0));
        all.add(table + text(values));
      }
    }
    for (EntityRow row :
        store.scan("people", Tuple.EMPTY, Columns.ALL, Paging.first(1_000)).entries()) {
      Map<String, Object> person = new HashMap<>(row.values());
      person.put("id", row.key().get(0));
      Map<String, Object> profile = new HashMap<>();
      profile.put("person_id", row.key().get(0));
      profile.put("bio", person.remove("bio"));
      profile.put("visits", person.remove("visits"));
      if (profile.get("visits") != null) {
        all.add("profile" + text(profile));
      }
      Object tags = person.remove("tags");
      if (tags instanceof Set<?> set) {
        set.forEach(
            tag -> all.add("tags" + text(Map.of("person_id", row.key().get(0), "tag", tag))));
      }
      all.add("people" + text(person));
      for (Item item : store.items("people", row.key(), "phones", Paging.first(1_000)).entries()) {
        Map<String, Object> phone = new HashMap<>(item.values());
        phone.put("person_id", row.key().get(0));
        phone.put("pos", item.key().get(0));
        all.add("phones" + text(phone));
      }
    }
    return all;
  }
}

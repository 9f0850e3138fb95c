package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.rehearsal.run.Outcome;
import org.portolan.types.Tuple;

/**
 * The lines of joins of number columns of two kinds beside a database with the same rows: a null,
 * and a number that the other column cannot have, find nothing.
 */
class JoinedNumbersTest {
  private static final List<String> TABLES = List.of("items", "cats", "kinds", "prices");

  private static final String SCHEMA =
      """
      CREATE TABLE items (id bigint NOT NULL PRIMARY KEY, seller int NOT NULL, cat_id int NULL,
        big bigint NULL, price decimal(10,2) NULL, cost decimal(12,4) NULL) ENGINE=InnoDB;
      CREATE TABLE cats (id bigint NOT NULL PRIMARY KEY, parent int NULL, name varchar(20) NOT NULL)
        ENGINE=InnoDB;
      CREATE TABLE kinds (id int NOT NULL PRIMARY KEY, n int NULL, name varchar(20) NOT NULL)
        ENGINE=InnoDB;
      CREATE TABLE prices (id decimal(4,2) NOT NULL PRIMARY KEY, name varchar(20) NOT NULL)
        ENGINE=InnoDB;
      """;

  private static final String ROWS =
      """
      INSERT INTO items VALUES (1, 3, 2, 2, 2.00, 2.0000), (2, 3, NULL, NULL, NULL, NULL),
        (3, 3, 3, 4294967299, 3.50, 3.5000), (4, 3, 9, 4, 4.00, 1.2345), (5, 3, 9, 9, 123.00, 345.6000),
        (6, 4, 1, 1, 1.00, 1.0000), (7, 4294967, 1, 4294967299, 1.00, 1.0000);
      INSERT INTO cats VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 2, 'c'), (4, NULL, 'd');
      INSERT INTO kinds VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c'), (4, NULL, 'd'), (9, 9, 'e');
      INSERT INTO prices VALUES (1.00, 'a'), (2.00, 'b'), (3.00, 'c'), (3.50, 'd'), (1.23, 'e'),
        (4.00, 'f'), (45.60, 'g');
      """;

  @TempDir Path directory;

  private RelationalModel model(String statement) throws Exception {
    return Models.written(directory, SCHEMA, statement + ";\n", Optional.of(Dialect.MYSQL));
  }

  private Proposal propose(RelationalModel model) throws Exception {
    String shapes =
        TABLES.stream().map(table -> table + ": an entity\n").collect(Collectors.joining());
    Path choices = Files.writeString(directory.resolve("choices.yaml"), shapes);
    return Proposer.propose(model, Target.ROCKSDB, "joined", Choices.read(choices));
  }

  private static Connection database() throws SQLException {
    Connection database = DriverManager.getConnection("jdbc:h2:mem:;MODE=MySQL");
    try (Statement statement = database.createStatement()) {
      statement.execute(SCHEMA + ROWS);
    }
    return database;
  }

  private static List<Map<String, Object>> rows(Connection database, String query)
      throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Statement statement = database.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        Map<String, Object> row = new HashMap<>();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          row.put(
              found.getMetaData().getColumnLabel(column).toLowerCase(Locale.ROOT),
              found.getObject(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static Set<String> all(Connection database) throws SQLException {
    Set<String> all = new TreeSet<>();
    for (String table : TABLES) {
      for (Map<String, Object> row : rows(database, "SELECT * FROM " + table)) {
        Object key = row.remove("id");
        all.add(text(table, key, row));
      }
    }
    return all;
  }

  private static Set<String> all(Store store) {
    Set<String> all = new TreeSet<>();
    for (String table : TABLES) {
      for (EntityRow row :
          store.scan(table, Tuple.EMPTY, Columns.ALL, Paging.first(100)).entries()) {
        all.add(text(table, row.key().get(0), row.values()));
      }
    }
    return all;
  }

  private static String text(String table, Object key, Map<String, Object> row) {
    Map<String, Object> values = new TreeMap<>(row);
    values.values().removeIf(Objects::isNull);
    return table + " " + key + " " + values;
  }

  private Store filled(Proposal proposal, Connection database) throws Exception {
    Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design());
    for (String table : TABLES) {
      List<Map<String, Object>> rows = rows(database, "SELECT * FROM " + table);
      store.write(
          transaction -> {
            rows.forEach(row -> transaction.put(table, Tuple.of(row.remove("id")), row));
            return null;
          });
    }
    return store;
  }

  private Object call(Proposal proposal, Store store, Map<String, Object> values) throws Exception {
    Class<?> lines =
        CompiledLines.returning(proposal, Files.createDirectory(directory.resolve("classes")));
    Method method = CompiledLines.method(lines, 1).orElseThrow();
    return method.invoke(null, CompiledLines.arguments(method, store, values));
  }

  /** The values that the statements compare. */
  private static Map<String, Object> values() {
    return Map.of("seller", 3, "big", 4294967299L, "newName", "z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "items i LEFT JOIN cats o ON o.id = i.cat_id WHERE i.seller = 3",
        "items i JOIN cats o ON o.id = i.price WHERE i.seller = 3",
        "items i JOIN cats o ON o.id = i.seller WHERE i.seller = 3",
        "items i JOIN kinds o ON o.id = i.big WHERE i.seller = 3",
        "items i JOIN kinds o ON o.id = i.big WHERE i.big = 4294967299",
        "items i JOIN kinds o ON o.id = i.price WHERE i.seller = 3",
        "items i JOIN kinds o ON o.n = i.big WHERE i.seller = 3",
        "items i JOIN prices o ON o.id = i.cost WHERE i.seller = 3",
        "items i JOIN prices o ON o.id = i.price WHERE i.seller = 3",
        "items i LEFT JOIN prices o ON o.id = i.cat_id WHERE i.seller = 3",
        "items i LEFT JOIN prices o ON o.id = i.big WHERE i.seller = 3"
      })
  void query_findsWhatEquals(String from) throws Exception {
    Proposal proposal = propose(model("SELECT i.id, o.* FROM " + from));
    try (Connection database = database();
        Store store = filled(proposal, database)) {
      Set<Object> expected = new TreeSet<>();
      rows(database, "SELECT o.id FROM " + from).forEach(row -> add(expected, row.get("id")));
      Set<Object> found = new TreeSet<>();
      for (Object row : (List<?>) call(proposal, store, values())) {
        found.add(((EntityRow) row).key().get(0));
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  private static void add(Set<Object> all, Object one) {
    if (one != null) {
      all.add(one);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM cats WHERE id IN (SELECT cat_id FROM items WHERE seller = 3)",
        "DELETE FROM kinds WHERE id IN (SELECT price FROM items WHERE seller = 3)",
        "DELETE FROM kinds WHERE id IN (SELECT big FROM items WHERE seller = 3)",
        "DELETE FROM kinds WHERE n IN (SELECT big FROM items WHERE seller = 3)",
        "DELETE FROM prices WHERE id IN (SELECT cost FROM items WHERE seller = 3)",
        "DELETE FROM prices WHERE id IN (SELECT big FROM items WHERE seller = 3)",
        "UPDATE kinds SET name = 'z' WHERE id IN (SELECT price FROM items WHERE seller = 3)",
        "UPDATE kinds SET name = 'z' WHERE n IN (SELECT cost FROM items WHERE seller = 3)"
      })
  void change_changesWhatEquals(String change) throws Exception {
    Proposal proposal = propose(model(change));
    try (Connection database = database();
        Store store = filled(proposal, database);
        Statement statement = database.createStatement()) {
      assertThat(all(store)).isEqualTo(all(database));
      // By an index, H2 converts the values to the type of its column, as the lines did.
      int changed =
          statement.executeUpdate(change.replaceFirst("WHERE (id|n) IN", "WHERE $1 + 0 IN"));
      assertThat(call(proposal, store, values())).isEqualTo(changed);
      assertThat(all(store)).isEqualTo(all(database));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM items i JOIN kinds k ON k.id = i.big WHERE i.seller = 3",
        "SELECT * FROM items i JOIN kinds k ON k.id = i.price WHERE i.seller = 3",
        "SELECT * FROM items i JOIN prices p ON p.id = i.cost WHERE i.seller = 3",
        "DELETE FROM prices WHERE id IN (SELECT big FROM items WHERE seller = 3)"
      })
  void trial_isAsEstimated(String statement) throws Exception {
    RelationalModel model = model(statement);
    Rehearsal.Result result = Models.tried(directory, model, propose(model));
    assertThat(result.outcomes().values()).singleElement().matches(Outcome::isAsEstimated);
  }

  /** Elements of a set find rows whose key is of another number type. */
  @Test
  void element_isConverted() throws Exception {
    RelationalModel model =
        Models.written(
            directory,
            """
            CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name varchar(20)) ENGINE=InnoDB;
            CREATE TABLE likes (person_id bigint NOT NULL, cat_id int NOT NULL,
              PRIMARY KEY (person_id, cat_id), FOREIGN KEY (person_id) REFERENCES people (id))
              ENGINE=InnoDB;
            CREATE TABLE cats (id bigint NOT NULL PRIMARY KEY, name varchar(20)) ENGINE=InnoDB;
            """,
            "SELECT c.name FROM likes l JOIN cats c ON c.id = l.cat_id WHERE l.person_id = 3;\n",
            Optional.of(Dialect.MYSQL));
    Path choices =
        Files.writeString(
            directory.resolve("choices.yaml"),
            "people: an entity\ncats: an entity\nlikes: a set in people\n");
    Proposal proposal = Proposer.propose(model, Target.ROCKSDB, "joined", Choices.read(choices));
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design())) {
      store.write(
          transaction -> {
            transaction.put(
                "people", Tuple.of(3L), Map.of("name", "ann", "likes", Set.of(1, 2, 5)));
            transaction.put("cats", Tuple.of(2L), Map.of("name", "b"));
            transaction.put("cats", Tuple.of(4L), Map.of("name", "d"));
            return null;
          });
      assertThat((List<?>) call(proposal, store, Map.of("personId", 3L)))
          .extracting(row -> ((EntityRow) row).key())
          .containsExactly(Tuple.of(2L));
    }
  }
}

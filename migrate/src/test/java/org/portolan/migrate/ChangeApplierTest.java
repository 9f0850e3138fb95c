package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.KeyedRows.Visibility;
import org.portolan.types.Tuple;

/** Changes that a log tells, in orders in which logs tell them, applied to a copy of H2's rows. */
class ChangeApplierTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: small
          entities:
            customer:
              key: {id: long}
              key-layout: {md5-modulo: {range: 3}}
              families: {main: {name: text, street: text}}
              indexes:
                by_name: {on: [name], unique: true}
            order:
              key: {id: long}
              key-layout: {md5-modulo: {range: 3}}
              families: {main: {customer: long, total: int, tags: set of text}}
              references:
                of: {on: [customer], to: customer}
              collections:
                lines: {key: {n: int}, columns: {sku: text}}
              counters:
                orders: {layout: single}
          """,
          "small.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: small
          tables:
            customers: {entity: customer, columns: {id: id, name: name}}
            addresses: {part: customer, owner: [customer], columns: {street: street}}
            orders: {entity: order, columns: {id: id, customer: customer, total: total}}
            lines: {collection: order.lines, owner: [order_id], columns: {n: n, sku: sku}}
            tags: {elements: order.tags, owner: [order_id], element: tag}
          """,
          DESIGN,
          "mapping.yaml");

  @TempDir Path directory;
  private String url;
  private Store store;
  private ChangeApplier applier;

  @BeforeEach
  void copy() {
    url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url,
        List.of(
            "CREATE TABLE customers (id BIGINT PRIMARY KEY, name VARCHAR(20) UNIQUE)",
            "CREATE TABLE addresses (customer BIGINT PRIMARY KEY, street VARCHAR(20))",
            "CREATE TABLE orders (id BIGINT PRIMARY KEY, customer BIGINT, total BIGINT)",
            "CREATE TABLE lines (order_id BIGINT, n INT, sku VARCHAR(9), PRIMARY KEY (order_id, n))",
            "CREATE TABLE tags (order_id BIGINT, tag VARCHAR(9), PRIMARY KEY (order_id, tag))",
            "INSERT INTO customers VALUES (1, 'a'), (2, 'b')",
            "INSERT INTO addresses VALUES (1, 's')",
            "INSERT INTO orders VALUES (10, 1, 5), (11, 2, 6)",
            "INSERT INTO lines VALUES (10, 1, 'x'), (10, 2, 'y')",
            "INSERT INTO tags VALUES (10, 't'), (10, 'u')"));
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration migration =
          new Migration(
              source, MAPPING, DESIGN, MigrationOptions.of(rejects()).resuming(), rows -> {});
      assertThat(migration.run(store).rejected()).isZero();
      applier = new ChangeApplier(migration, store, new Database(url));
    }
  }

  @AfterEach
  void close() {
    applier.close();
    store.close();
  }

  private Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  private void run(String... statements) {
    Databases.run(url, List.of(statements));
  }

  private void apply(RowChange... changes) {
    applier.apply(List.of(changes), Visibility.SURE);
  }

  private static RowChange inserted(String table, Map<String, Object> key) {
    return RowChange.of("PUBLIC." + table, Map.of(), key);
  }

  private static RowChange updated(String table, Map<String, Object> key) {
    return RowChange.of("PUBLIC." + table, key, key);
  }

  private static RowChange deleted(String table, Map<String, Object> key) {
    return RowChange.of("PUBLIC." + table, key, Map.of());
  }

  private void requireEqual() {
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration migration =
          new Migration(source, MAPPING, DESIGN, MigrationOptions.of(rejects()), rows -> {});
      List<Verification.TableResult> unused =
          new Verification(migration, store, true, false, each -> differences.add(each.toString()))
              .run();
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void apply_eachKindOfChange_storeIsAsTheDatabase() {
    run(
        "UPDATE customers SET name = 'c' WHERE id = 1",
        "INSERT INTO customers VALUES (3, 'd')",
        "DELETE FROM addresses",
        "INSERT INTO addresses VALUES (3, 'z')",
        "INSERT INTO orders VALUES (12, 3, 7)",
        "DELETE FROM lines WHERE n = 1",
        "INSERT INTO lines VALUES (12, 1, 'q')",
        "DELETE FROM tags WHERE tag = 't'",
        "INSERT INTO tags VALUES (12, 'v')");
    apply(
        updated("CUSTOMERS", Map.of("ID", 1L)),
        inserted("CUSTOMERS", Map.of("ID", 3L)),
        deleted("ADDRESSES", Map.of("CUSTOMER", 1L)),
        inserted("ADDRESSES", Map.of("CUSTOMER", 3L)),
        inserted("ORDERS", Map.of("ID", 12L)),
        deleted("LINES", Map.of("ORDER_ID", 10L, "N", 1L)),
        inserted("LINES", Map.of("ORDER_ID", 12L, "N", 1L)),
        deleted("TAGS", Map.of("ORDER_ID", 10L, "TAG", "t")),
        inserted("TAGS", Map.of("ORDER_ID", 12L, "TAG", "v")));
    requireEqual();
    assertThat(applier.waiting()).isZero();
    assertThat(store.counter("orders")).isEqualTo(3);
  }

  @Test
  void apply_keyChanges_rowMoves() {
    run("UPDATE lines SET n = n + 10", "UPDATE orders SET id = 13 WHERE id = 11");
    apply(
        RowChange.of(
            "PUBLIC.LINES", Map.of("ORDER_ID", 10L, "N", 1L), Map.of("ORDER_ID", 10L, "N", 11L)),
        RowChange.of(
            "PUBLIC.LINES", Map.of("ORDER_ID", 10L, "N", 2L), Map.of("ORDER_ID", 10L, "N", 12L)),
        RowChange.of("PUBLIC.ORDERS", Map.of("ID", 11L), Map.of("ID", 13L)));
    requireEqual();
  }

  /** As after a kill: the log is told again from an earlier place, in an order of its own. */
  @Test
  void apply_again_changesNothing() {
    run("UPDATE orders SET total = 8 WHERE id = 10", "DELETE FROM tags");
    for (int time = 0; time < 3; time++) {
      apply(
          deleted("TAGS", Map.of("ORDER_ID", 10L, "TAG", "u")),
          deleted("TAGS", Map.of("ORDER_ID", 10L, "TAG", "t")),
          updated("ORDERS", Map.of("ID", 10L)));
      requireEqual();
      assertThat(store.counter("orders")).isEqualTo(2);
    }
  }

  /** The state that is read is later than the batch: it refers to what the next batch tells. */
  @Test
  void apply_rowBeforeWhatItRefersTo_waitsForIt() {
    run("INSERT INTO customers VALUES (9, 'n')", "UPDATE orders SET customer = 9 WHERE id = 10");
    apply(updated("ORDERS", Map.of("ID", 10L)));
    assertThat(applier.waiting()).isEqualTo(1);
    assertThat(applier.compared()).containsKey("orders");
    assertThat(store.get("order", Tuple.of(10L), Columns.ALL).orElseThrow().value("customer"))
        .isEqualTo(1L);
    apply(inserted("CUSTOMERS", Map.of("ID", 9L)));
    applier.retry();
    assertThat(applier.waiting()).isZero();
    assertThat(applier.compared()).isEmpty();
    requireEqual();
  }

  @Test
  void apply_deletedBeforeTheRowsThatReferToIt_waitsForThem() {
    run("DELETE FROM tags", "DELETE FROM lines", "DELETE FROM addresses", "DELETE FROM orders");
    run("DELETE FROM customers");
    apply(deleted("CUSTOMERS", Map.of("ID", 1L)), deleted("CUSTOMERS", Map.of("ID", 2L)));
    assertThat(applier.waiting()).isEqualTo(2);
    apply(deleted("ORDERS", Map.of("ID", 11L)), deleted("ORDERS", Map.of("ID", 10L)));
    applier.retry();
    assertThat(applier.waiting()).isZero();
    requireEqual();
  }

  /** Without a foreign key, lines and tags outlive their order, and nothing is told of them. */
  @Test
  void apply_ownerGoesAndComes_itsItemsComeBack() {
    run("DELETE FROM orders WHERE id = 10");
    apply(deleted("ORDERS", Map.of("ID", 10L)));
    assertThat(applier.waiting()).isEqualTo(3);
    run("INSERT INTO orders VALUES (10, 1, 9)");
    apply(inserted("ORDERS", Map.of("ID", 10L)));
    applier.retry();
    assertThat(applier.waiting()).isZero();
    requireEqual();
  }

  @Test
  void apply_rowThatDoesNotFit_isKeptAsItWasUntilItFits() {
    run("UPDATE orders SET total = 99999999999 WHERE id = 10");
    apply(updated("ORDERS", Map.of("ID", 10L)));
    assertThat(applier.waiting()).isEqualTo(1);
    assertThat(applier.exampleOfWaiting().orElseThrow()).contains("orders", "10", "TOTAL");
    run("UPDATE orders SET total = 9 WHERE id = 10");
    apply(updated("ORDERS", Map.of("ID", 10L)));
    assertThat(applier.waiting()).isZero();
    requireEqual();
  }

  /** As after a kill: another applier has only what the store's note has. */
  private void restart(FollowNote note) {
    applier.flush();
    note.at("p", applier).keep(store);
    applier.close();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      applier = new ChangeApplier(migration(source), store, new Database(url));
    }
    applier.resume(FollowNote.of(store).orElseThrow());
  }

  private Migration migration(JdbcSource source) {
    return new Migration(
        source, MAPPING, DESIGN, MigrationOptions.of(rejects()).resuming(), rows -> {});
  }

  private long compareAtTheEnd() {
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      return FinalComparison.run(migration(source), store, applier.compared().keySet());
    }
  }

  @Test
  void restart_rowThatWaits_isWrittenWhenItFits() {
    run("INSERT INTO customers VALUES (9, 'n')", "UPDATE orders SET customer = 9 WHERE id = 10");
    run("INSERT INTO tags VALUES (20, 'early')");
    apply(updated("ORDERS", Map.of("ID", 10L)));
    apply(inserted("TAGS", Map.of("ORDER_ID", 20L, "TAG", "early")));
    restart(FollowNote.begun(url, "p"));
    assertThat(applier.waiting()).isEqualTo(2);
    assertThat(applier.exampleOfWaiting().orElseThrow()).contains("orders", "10");
    run("INSERT INTO orders VALUES (20, 1, 1)");
    apply(inserted("CUSTOMERS", Map.of("ID", 9L)));
    applier.retry();
    assertThat(applier.exampleOfWaiting().orElseThrow()).contains("tags", "20");
    restart(FollowNote.of(store).orElseThrow());
    apply(inserted("ORDERS", Map.of("ID", 20L)));
    applier.retry();
    assertThat(applier.waiting()).isZero();
    requireEqual();
  }

  @Test
  void restart_rowThatNeverFits_isRejectedInTheEndWithWhatHangsOnIt() throws Exception {
    run("UPDATE orders SET total = 99999999999 WHERE id = 10", "INSERT INTO tags VALUES (77, 'x')");
    apply(updated("ORDERS", Map.of("ID", 10L)));
    apply(inserted("TAGS", Map.of("ORDER_ID", 77L, "TAG", "x")));
    restart(FollowNote.begun(url, "p"));
    apply();
    assertThat(applier.waiting()).isEqualTo(2);
    assertThat(rejects()).doesNotExist();
    assertThat(compareAtTheEnd()).isEqualTo(6);
    assertThat(Files.readAllLines(rejects()))
        .hasSize(6)
        .anyMatch(line -> line.contains("\"table\":\"orders\",\"key\":{\"ID\":10}"))
        .anyMatch(line -> line.contains("\"TAG\":\"x\""))
        .filteredOn(line -> line.contains("its owner"))
        .hasSize(5);
    assertThat(store.get("order", Tuple.of(10L), Columns.ALL)).isEmpty();
    // A second pass brings them all as soon as they fit.
    run("UPDATE orders SET total = 1 WHERE id = 10", "DELETE FROM tags WHERE order_id = 77");
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      MigrationSummary unused = migration(source).run(store);
    }
    requireEqual();
  }

  /** More rows wait than fit into a note, or into memory. */
  @Test
  void restart_moreRowsThanAreNoted_areRejectedInTheEnd() throws Exception {
    run("INSERT INTO tags SELECT 100 + x, 'z' FROM system_range(1, 600)");
    List<RowChange> changes = new ArrayList<>();
    for (long order = 101; order <= 700; order++) {
      changes.add(inserted("TAGS", Map.of("ORDER_ID", order, "TAG", "z")));
    }
    applier.apply(changes, Visibility.SURE);
    assertThat(applier.waiting()).isEqualTo(600);
    restart(FollowNote.begun(url, "p"));
    assertThat(applier.waiting()).isBetween(50L, 599L);
    assertThat(compareAtTheEnd()).isEqualTo(600);
    assertThat(Files.readAllLines(rejects())).hasSize(600);
  }

  @Test
  void apply_truncation_removesAllRowsButThoseThatCameAfter() {
    run("TRUNCATE TABLE lines", "INSERT INTO lines VALUES (11, 5, 'new')");
    apply(
        updated("LINES", Map.of("ORDER_ID", 10L, "N", 1L)),
        RowChange.truncation("PUBLIC.LINES"),
        inserted("LINES", Map.of("ORDER_ID", 11L, "N", 5L)));
    requireEqual();
  }

  /** A second pass must not take ranges for known that were followed since. */
  @Test
  void secondPass_afterFollowing_seesWhatTheDatabaseTookBackUnseen() {
    run("UPDATE orders SET total = 8 WHERE id = 10");
    apply(updated("ORDERS", Map.of("ID", 10L)));
    applier.flush();
    run("UPDATE orders SET total = 5 WHERE id = 10", "DELETE FROM orders WHERE id = 11");
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      MigrationSummary unused =
          new Migration(
                  source, MAPPING, DESIGN, MigrationOptions.of(rejects()).resuming(), rows -> {})
              .run(store);
    }
    requireEqual();
  }

  @Test
  void finalComparison_bringsWhatNoLogTold() {
    run(
        "DELETE FROM tags WHERE tag = 't'",
        "DELETE FROM lines",
        "DELETE FROM orders WHERE id = 10",
        "INSERT INTO orders VALUES (14, 2, 1)");
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration migration =
          new Migration(source, MAPPING, DESIGN, MigrationOptions.of(rejects()), rows -> {});
      FinalComparison.run(migration, store, List.of("orders", "lines"));
    }
    List<String> tagsLeft = Databases.rows(url, "tags");
    assertThat(tagsLeft).hasSize(1);
    assertThat(store.get("order", Tuple.of(10L), Columns.ALL)).isEmpty();
    assertThat(store.get("order", Tuple.of(14L), Columns.ALL)).isPresent();
    assertThat(store.counter("orders")).isEqualTo(2);
  }

  /** Random changes, each told by a log, in batches that end anywhere and come late. */
  @Test
  void apply_randomHistory_endsAsTheDatabase() {
    long seed = Long.getLong("portolan.seed", 1);
    System.out.println("portolan.seed=" + seed);
    Random random = new Random(seed);
    List<RowChange> log = new ArrayList<>();
    int read = 0;
    for (int step = 0; step < 400; step++) {
      change(random, log);
      if (random.nextInt(8) == 0) {
        int end = read + random.nextInt(log.size() - read + 1);
        int start = Math.max(0, read - random.nextInt(5));
        applier.apply(log.subList(start, end), Visibility.SURE);
        read = end;
      }
    }
    applier.apply(log.subList(read, log.size()), Visibility.SURE);
    applier.retry();
    applier.retry();
    assertThat(applier.exampleOfWaiting()).isEmpty();
    requireEqual();
  }

  private void change(Random random, List<RowChange> log) {
    long customer = random.nextInt(6);
    long order = 10L + random.nextInt(8);
    switch (random.nextInt(6)) {
      case 0 -> {
        run("MERGE INTO customers VALUES (" + customer + ", 'n" + random.nextInt(10_000) + "')");
        log.add(updated("CUSTOMERS", Map.of("ID", customer)));
      }
      case 1, 2 -> {
        run(
            "MERGE INTO customers (id) VALUES (" + customer + ")",
            "MERGE INTO orders VALUES ("
                + order
                + ", "
                + customer
                + ", "
                + random.nextInt(9)
                + ")");
        log.add(updated("CUSTOMERS", Map.of("ID", customer)));
        log.add(updated("ORDERS", Map.of("ID", order)));
      }
      case 3 -> {
        run(
            "DELETE FROM lines WHERE order_id = " + order,
            "DELETE FROM tags WHERE order_id = " + order,
            "DELETE FROM orders WHERE id = " + order);
        for (long n = 0; n < 4; n++) {
          log.add(deleted("LINES", Map.of("ORDER_ID", order, "N", n)));
          log.add(deleted("TAGS", Map.of("ORDER_ID", order, "TAG", "t" + n)));
        }
        log.add(deleted("TAGS", Map.of("ORDER_ID", order, "TAG", "u")));
        log.add(deleted("ORDERS", Map.of("ID", order)));
      }
      default -> {
        int n = random.nextInt(4);
        run(
            "MERGE INTO customers (id) VALUES (" + customer + ")",
            "MERGE INTO orders (id, customer) VALUES (" + order + ", " + customer + ")",
            "MERGE INTO lines VALUES (" + order + ", " + n + ", 's" + random.nextInt(9) + "')",
            "MERGE INTO tags VALUES (" + order + ", 't" + random.nextInt(4) + "')");
        log.add(updated("CUSTOMERS", Map.of("ID", customer)));
        log.add(updated("ORDERS", Map.of("ID", order)));
        log.add(updated("LINES", Map.of("ORDER_ID", order, "N", (long) n)));
        log.add(inserted("TAGS", Map.of("ORDER_ID", order, "TAG", "t")));
      }
    }
  }
}

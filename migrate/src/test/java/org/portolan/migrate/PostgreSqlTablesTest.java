package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/** Tables that only PostgreSQL has, there and back: they inherit, are partitioned, or are empty. */
@Tag("servers")
class PostgreSqlTablesTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  @TempDir static Path server;
  private static EmbeddedPostgres postgres;

  @TempDir Path directory;
  private final String from = emptyDatabase();
  private String entities;
  private String tables;

  @BeforeAll
  static void start() throws IOException {
    postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(server.resolve("data"))
            .setOverrideWorkingDirectory(server.resolve("work").toFile())
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }

  private static String emptyDatabase() {
    String name = "tables" + DATABASES.incrementAndGet();
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " ENCODING 'UTF8' TEMPLATE template0");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + name + "?user=postgres";
  }

  private Design design() {
    return DesignReader.read("format: 1\ndesign: d\nentities:\n" + entities, "d.yaml");
  }

  private Migration migration(JdbcSource source) {
    Design design = design();
    // In ranges of two rows, by three readers.
    MigrationOptions options =
        new MigrationOptions(3, 2, 0, true, 0, directory.resolve("rejects.jsonl"));
    return new Migration(
        source,
        MappingReader.read("format: 1\ndesign: d\ntables:\n" + tables, design, "mapping.yaml"),
        design,
        options,
        rows -> {});
  }

  private Store store() {
    return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design());
  }

  private MigrationSummary migrate() {
    try (JdbcSource source = new JdbcSource(from, 3, false);
        Store store = store()) {
      Migration migration = migration(source);
      MigrationSummary summary = migration.run(store);
      if (summary.rejected() == 0) {
        List<String> differences = new ArrayList<>();
        List<Verification.TableResult> results =
            new Verification(
                    migration, store, true, false, each -> differences.add(each.toString()))
                .run();
        assertThat(differences).isEmpty();
        assertThat(results).allMatch(Verification.TableResult::isClean);
      }
      StoreChecks.assertClean(store);
      return summary;
    }
  }

  /** Brings the rows back into tables of another database. */
  private String back(List<String> schema) throws IOException {
    String back = emptyDatabase();
    Databases.run(back, schema);
    Path rejects = directory.resolve("back.jsonl");
    try (Store store = store();
        ReturnMigration work =
            new ReturnMigration(
                store,
                MappingReader.read(
                    "format: 1\ndesign: d\ntables:\n" + tables, design(), "mapping.yaml"),
                back,
                rejects,
                rows -> {})) {
      MigrationSummary summary = work.run();
      assertThat(rejects.toFile().exists() ? Files.readString(rejects) : "").isEmpty();
      assertThat(summary.notes()).isEmpty();
    }
    return back;
  }

  @Test
  void tableWithRowsThatAPolicyHides_isRefused() {
    Databases.run(
        from,
        List.of(
            "CREATE TABLE secret (id INT PRIMARY KEY, owner TEXT)",
            "INSERT INTO secret VALUES (1, 'reader'), (2, 'other')",
            "ALTER TABLE secret ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY own ON secret FOR SELECT USING (owner = current_user)",
            "CREATE USER reader",
            "GRANT SELECT ON secret TO reader"));
    entities = "  secret: {key: {id: long}, families: {main: {owner: text}}}\n";
    tables = "  secret: {entity: secret, columns: {id: id, owner: owner}}\n";
    try (JdbcSource source = new JdbcSource(from.replace("=postgres", "=reader"), 1, false)) {
      assertThatThrownBy(() -> migration(source))
          .isInstanceOf(MigrateException.class)
          .hasMessageContaining("row-level security hides rows of the table 'secret'")
          .hasMessageContaining("from the user reader")
          .hasMessageContaining("BYPASSRLS");
    }
    assertThat(migrate().read()).isEqualTo(2);
  }

  @Test
  void columnOfLargeObjects_isNoted() {
    Databases.run(
        from,
        List.of(
            "CREATE TABLE files (id INT PRIMARY KEY, body OID)",
            "INSERT INTO files VALUES (1, lo_from_bytea(0, 'x'))"));
    entities = "  files: {key: {id: long}, families: {main: {body: long}}}\n";
    tables = "  files: {entity: files, columns: {id: id, body: body}}\n";
    assertThat(migrate().notes())
        .anyMatch(
            note ->
                note.contains("column 'body' is moved as a number")
                    && note.contains("large objects"));
  }

  @Test
  void tablesThatInherit_haveTheirOwnRows_thereAndBack() throws Exception {
    List<String> schema =
        List.of(
            "CREATE TABLE parent (id SERIAL PRIMARY KEY, v TEXT)",
            "CREATE TABLE child (extra TEXT, PRIMARY KEY (id)) INHERITS (parent)",
            "CREATE TABLE part (id INT PRIMARY KEY, v TEXT) PARTITION BY RANGE (id)",
            "CREATE TABLE part_low PARTITION OF part FOR VALUES FROM (0) TO (10)",
            "CREATE TABLE part_high PARTITION OF part FOR VALUES FROM (10) TO (20)");
    Databases.run(from, schema);
    Databases.run(
        from,
        List.of(
            "INSERT INTO parent VALUES (1, 'p1'), (2, 'p2'), (3, 'p3'), (4, 'p4'), (5, 'p5')",
            "INSERT INTO child VALUES (1, 'c1', 'x'), (2, 'c2', 'y'), (9, 'c9', NULL)",
            "INSERT INTO part VALUES (1, 'a'), (2, 'b'), (3, 'c'), (15, 'd')"));
    entities =
        """
          parent: {key: {id: long}, families: {main: {v: text}}}
          child: {key: {id: long}, families: {main: {v: text, extra: text}}}
          part: {key: {id: long}, families: {main: {v: text}}}
        """;
    tables =
        """
          parent: {entity: parent, columns: {id: id, v: v}}
          child: {entity: child, columns: {id: id, v: v, extra: extra}}
          part: {entity: part, columns: {id: id, v: v}}
        """;
    MigrationSummary first = migrate();
    assertThat(first.read()).isEqualTo(12);
    assertThat(first.rejected()).isZero();
    Databases.run(
        from,
        List.of(
            "DELETE FROM ONLY parent WHERE id = 2",
            "UPDATE ONLY parent SET v = 'new' WHERE id = 1",
            "DELETE FROM child WHERE id = 1",
            "UPDATE part SET id = 16 WHERE id = 3"));
    MigrationSummary second = migrate();
    assertThat(second.deleted()).isEqualTo(3);
    assertThat(second.rejected()).isZero();
    String back = back(schema);
    for (String table : List.of("ONLY parent", "ONLY child", "parent", "part", "part_high")) {
      assertThat(Databases.rows(back, table)).as(table).isEqualTo(Databases.rows(from, table));
    }
    assertThat(Databases.rows(back, "parent")).hasSize(6);
    // The children have numbers of the parent's sequence.
    Databases.run(back, List.of("INSERT INTO parent (v) VALUES ('next')"));
    assertThat(Databases.rows(back, "ONLY parent")).contains("id=10 | v=next");
  }

  @Test
  void domains_areMovedAsTheTypesBehindThem() throws Exception {
    List<String> schema =
        List.of(
            "CREATE DOMAIN texts AS TEXT[]",
            "CREATE DOMAIN more_texts AS texts",
            "CREATE DOMAIN positive AS INT CHECK (VALUE > 0)",
            "CREATE DOMAIN raw AS BYTEA",
            "CREATE DOMAIN short AS CHAR(5)",
            "CREATE DOMAIN moment AS TIMESTAMPTZ",
            "CREATE DOMAIN mask AS BIT(10)",
            "CREATE TABLE t (id positive PRIMARY KEY, a texts, b more_texts, c positive[], d raw,"
                + " e short, f moment, g mask)");
    Databases.run(from, schema);
    Databases.run(
        from,
        List.of(
            "INSERT INTO t VALUES (1, '{x,\"y z\"}', '{}', '{3,1}', '\\x00ff', 'a',"
                + " '2026-01-01 00:00:00+02', B'1000000001'), (2, '{z}', NULL, NULL, '', NULL,"
                + " NULL, NULL), (3, NULL, '{q}', '{}', NULL, '', 'epoch', B'0000000000')"));
    entities =
        """
          t:
            key: {id: int}
            families:
              main: {a: list of text, b: set of text, c: list of int, d: bytes, e: text,
                     f: timestamp, g: int}
        """;
    tables = "  t: {entity: t, columns: {id: id, a: a, b: b, c: c, d: d, e: e, f: f, g: g}}\n";
    assertThat(migrate().rejected()).isZero();
    assertThat(Databases.rows(back(schema), "t")).isEqualTo(Databases.rows(from, "t")).hasSize(3);
  }

  @Test
  void numbersWithoutDigits_comeBackEqual_withoutZerosAtTheirEnd() throws Exception {
    List<String> schema =
        List.of("CREATE TABLE t (id NUMERIC PRIMARY KEY, a NUMERIC[], b NUMERIC, c NUMERIC(9, 3))");
    Databases.run(from, schema);
    Databases.run(
        from,
        List.of(
            "INSERT INTO t VALUES (1, '{1.10,2,300}', '1.10', 1.5), (2.50, '{}', '7.00', 2),"
                + " (300, NULL, NULL, NULL)"));
    entities =
        """
          t:
            key: {id: "decimal(38,10)"}
            families: {main: {a: "list of decimal(38,10)", b: text, c: "decimal(9,3)"}}
        """;
    tables = "  t: {entity: t, columns: {id: id, a: a, b: b, c: c}}\n";
    assertThat(migrate().rejected()).isZero();
    assertThat(Databases.rows(back(schema), "t"))
        .containsExactly(
            "id=1 | a={1.1,2,300} | b=1.10 | c=1.500",
            "id=2.5 | a={} | b=7.00 | c=2.000",
            "id=300 | a=null | b=null | c=null");
  }

  @Test
  void tableWithoutColumns_hasItsRowsAgain() throws Exception {
    List<String> schema = List.of("CREATE TABLE t ()");
    Databases.run(from, schema);
    Databases.run(from, List.of("INSERT INTO t DEFAULT VALUES", "INSERT INTO t DEFAULT VALUES"));
    entities = "  t: {key: {digest: bytes, copy: int}, families: {main: {note: text}}}\n";
    tables = "  t: {entity: t, columns: {digest: digest(), copy: copy()}}\n";
    assertThat(migrate().rejected()).isZero();
    assertThat(Databases.rows(back(schema), "t")).hasSize(2);
  }

  /** An index that could not be built is there, and does not make its values unique. */
  @Test
  void rowsThatAnUnfinishedIndexLeavesTwice_areRejected() throws Exception {
    Databases.run(
        from,
        List.of(
            "CREATE TABLE t (id INT NOT NULL, v TEXT)",
            "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (2, 'c'), (3, 'd')"));
    assertThatThrownBy(
            () -> Databases.run(from, List.of("CREATE UNIQUE INDEX CONCURRENTLY u ON t (id)")))
        .hasMessageContaining("could not create unique index");
    entities = "  t: {key: {id: int}, families: {main: {v: text}}}\n";
    tables = "  t: {entity: t, columns: {id: id, v: v}}\n";
    MigrationSummary summary = migrate();
    assertThat(summary.rejected()).isOne();
    assertThat(summary.written()).isEqualTo(3);
    assertThat(Files.readString(directory.resolve("rejects.jsonl")))
        .contains("another row has the same key");
  }

  @Test
  void keyOfAnotherType_cannotBeResumed_andTheMessageSaysWhatToDo() {
    Databases.run(
        from,
        List.of(
            "CREATE TABLE t (id INT PRIMARY KEY, v TEXT)",
            "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')"));
    entities = "  t: {key: {id: int}, families: {main: {v: text}}}\n";
    tables = "  t: {entity: t, columns: {id: id, v: v}}\n";
    assertThat(migrate().rejected()).isZero();
    Databases.run(from, List.of("ALTER TABLE t ALTER COLUMN id TYPE BIGINT"));
    assertThat(migrate().rejected()).isZero();
    Databases.run(from, List.of("ALTER TABLE t ALTER COLUMN id TYPE TEXT"));
    assertThatThrownBy(this::migrate)
        .isInstanceOf(MigrateException.class)
        .hasMessage(
            "cannot resume the migration of table t: its ranges were divided by a key like [2],"
                + " and now its key is [id text]; give the key its type again, or remove the store"
                + " and migrate anew");
  }

  @Test
  void resumedMigration_doesNotKnowHowManyRowsItReads() {
    Databases.run(
        from,
        List.of(
            "CREATE TABLE t (id INT PRIMARY KEY)",
            "INSERT INTO t VALUES (1), (2), (3)",
            "ANALYZE t"));
    entities = "  t: {key: {id: int}, families: {main: {note: text}}}\n";
    tables = "  t: {entity: t, columns: {id: id}}\n";
    try (JdbcSource source = new JdbcSource(from, 1, false)) {
      assertThat(migration(source).expectedRows()).hasValue(3);
      assertThat(migration(source).expectedReads()).isEmpty();
    }
  }
}

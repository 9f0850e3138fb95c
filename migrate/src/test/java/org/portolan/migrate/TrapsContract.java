package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.SqlTable;

/**
 * A schema full of traps goes into a store and back into empty tables: every field of every row is
 * the same. The rows are few, so ranges have two.
 */
abstract class TrapsContract {
  /** The entities that every database fills. */
  private static final String ENTITIES =
      """
      format: 1
      design: traps
      entities:
        person:
          key: {name: {type: text, collation: as_ci}}
          families: {main: {order: int, padded: text}}
          collections:
            select: {key: {from: int}, storage: rows, columns: {where: text}}
        place:
          key: {a: int, b: text, c: text}
          families: {main: {note: text, street: text, tags: set of text}}
          indexes:
            place_by_note: {on: [note], layout: cells single}
            place_by_tag: {on: [tags], layout: object single}
          counters:
            places: {layout: single}
        visit:
          key: {digest: bytes, copy: int}
          families: {main: {x: int, y: text}}
        node:
          key: {id: long}
          families: {main: {parent: long}}
          references:
            parent: {on: [parent], to: node, on-delete: restrict}
        husband:
          key: {id: long}
          families: {main: {wife: long}}
          references: {wife: {on: [wife], to: wife, on-delete: restrict}}
        wife:
          key: {id: long}
          families: {main: {husband: long}}
          references: {husband: {on: [husband], to: husband, on-delete: restrict}}
        account:
          key: {id: long}
          families: {main: {mail: text}}
          indexes: {account_by_mail: {on: [mail], unique: true}}
        single:
          key: {id: long}
          families: {main: {text: text}}
        nothing:
          key: {id: long}
          families: {main: {text: text}}
      """;

  private static final String TABLES =
      """
      format: 1
      design: traps
      zone: Europe/Riga
      tables:
        ci_names: {entity: person, columns: {name: name, order: order, padded: padded}}
        select:
          collection: person.select
          owner: [who]
          columns: {from: from, where: where}
        places: {entity: place, columns: {a: a, b: b, c: c, note: note}}
        streets: {part: place, owner: [a, b, c], columns: {street: street}}
        place_tags: {elements: place.tags, owner: [a, b, c], element: tag}
        no_key: {entity: visit, columns: {digest: digest(), copy: copy(), x: x, y: y}}
        nodes: {entity: node, columns: {id: id, parent: parent}}
        husbands: {entity: husband, columns: {id: id, wife: wife_id}}
        wives: {entity: wife, columns: {id: id, husband: husband_id}}
        accounts: {entity: account, columns: {id: id, mail: mail}}
        one_row: {entity: single, columns: {id: id, text: text}}
        no_rows: {entity: nothing, columns: {id: id, text: text}}
      """;

  private static final List<String> NAMES =
      List.of(
          "ci_names",
          "select",
          "places",
          "streets",
          "place_tags",
          "no_key",
          "nodes",
          "husbands",
          "wives",
          "accounts",
          "one_row",
          "no_rows",
          "special");

  @TempDir Path directory;

  /** Returns the URL of a database without tables. */
  abstract String emptyDatabase();

  /** Returns a name in the quotes of the database. */
  abstract String quoted(String name);

  /** Returns the type of texts compared without case. */
  abstract String caseless(String length);

  /** Returns the entity for the table that only this database has, indented. */
  abstract String specialEntity();

  abstract String specialMapping();

  abstract List<String> specialTable();

  abstract List<String> specialRows();

  private List<String> schema() {
    List<String> tables = new ArrayList<>();
    String order = quoted("order");
    String from = quoted("from");
    String where = quoted("where");
    tables.add(
        "CREATE TABLE ci_names (name "
            + caseless("50")
            + " PRIMARY KEY, "
            + order
            + " INT, padded CHAR(10))");
    tables.add(
        "CREATE TABLE "
            + quoted("select")
            + " (who "
            + caseless("50")
            + " NOT NULL, "
            + from
            + " INT NOT NULL, "
            + where
            + " VARCHAR(20), PRIMARY KEY (who, "
            + from
            + "),"
            + " FOREIGN KEY (who) REFERENCES ci_names (name))");
    tables.add(
        "CREATE TABLE places (a INT NOT NULL, b VARCHAR(20) NOT NULL, c DATE NOT NULL,"
            + " note VARCHAR(20), twice INT GENERATED ALWAYS AS (a * 2)"
            + stored()
            + ", PRIMARY KEY (a, b, c))");
    tables.add(
        "CREATE TABLE streets (a INT NOT NULL, b VARCHAR(20) NOT NULL, c DATE NOT NULL,"
            + " street VARCHAR(90), PRIMARY KEY (a, b, c))");
    tables.add(
        "CREATE TABLE place_tags (a INT NOT NULL, b VARCHAR(20) NOT NULL, c DATE NOT NULL,"
            + " tag VARCHAR(20) NOT NULL, PRIMARY KEY (a, b, c, tag))");
    tables.add("CREATE TABLE no_key (x INT, y VARCHAR(20))");
    tables.add(
        "CREATE TABLE nodes (id BIGINT PRIMARY KEY, parent BIGINT,"
            + " FOREIGN KEY (parent) REFERENCES nodes (id))");
    tables.add("CREATE TABLE husbands (id BIGINT PRIMARY KEY, wife_id BIGINT)");
    tables.add(
        "CREATE TABLE wives (id BIGINT PRIMARY KEY, husband_id BIGINT,"
            + " FOREIGN KEY (husband_id) REFERENCES husbands (id))");
    tables.add("ALTER TABLE husbands ADD FOREIGN KEY (wife_id) REFERENCES wives (id)");
    tables.add("CREATE TABLE accounts (id BIGINT PRIMARY KEY, mail VARCHAR(50) UNIQUE)");
    tables.add("CREATE TABLE one_row (id BIGINT PRIMARY KEY, text VARCHAR(50))");
    tables.add("CREATE TABLE no_rows (id BIGINT PRIMARY KEY, text VARCHAR(50))");
    tables.addAll(specialTable());
    return tables;
  }

  String stored() {
    return "";
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    rows.add(
        "INSERT INTO ci_names VALUES ('Ann', 1, 'x'), ('bob', 2, ''), ('Ändy', NULL, NULL),"
            + " ('Zoë', 4, ' a b'), ('zz', 5, 'full length')".replace("full length", "ten chars1"));
    rows.add(
        "INSERT INTO "
            + quoted("select")
            + " VALUES ('Ann', 1, 'x'), ('Ann', 2, NULL),"
            + " ('bob', 1, ''), ('Zoë', -7, 'y')");
    rows.add(
        "INSERT INTO places (a, b, c, note) VALUES (1, '', '2020-01-01', 'n'),"
            + " (1, 'x', '0001-01-01', NULL), (-5, 'x', '9999-12-31', 'n'),"
            + " (1, 'x', '2020-03-29', 'é'), (2, 'Ö', '2020-02-29', '')");
    rows.add("INSERT INTO streets VALUES (1, '', '2020-01-01', 'Brīvības iela')");
    rows.add(
        "INSERT INTO place_tags VALUES (1, '', '2020-01-01', 'red'),"
            + " (1, '', '2020-01-01', 'blue'), (2, 'Ö', '2020-02-29', 'red')");
    rows.add(
        "INSERT INTO no_key VALUES (1, 'a'), (1, 'a'), (1, 'a'), (NULL, NULL), (NULL, NULL),"
            + " (1, 'A'), (1, 'a ')");
    rows.add("INSERT INTO nodes VALUES (9, NULL)");
    rows.add("INSERT INTO nodes VALUES (1, 9)");
    rows.add("INSERT INTO nodes VALUES (5, 1), (2, 5), (3, 3)");
    rows.add("INSERT INTO husbands VALUES (1, NULL), (2, NULL)");
    rows.add("INSERT INTO wives VALUES (1, 2), (7, 1), (8, NULL)");
    rows.add("UPDATE husbands SET wife_id = 7 WHERE id = 1");
    rows.add("INSERT INTO accounts VALUES (1, 'a@b'), (2, NULL), (3, NULL), (4, '')");
    rows.add("INSERT INTO one_row VALUES (42, 'the answer')");
    rows.addAll(specialRows());
    return rows;
  }

  Design design() {
    return DesignReader.read(ENTITIES + specialEntity().indent(2), "traps.yaml");
  }

  Mapping mapping(Design design) {
    return MappingReader.read(TABLES + specialMapping().indent(2), design, "mapping.yaml");
  }

  /** Returns whether the database may be locked for a moment, so that several connections read. */
  boolean lockBriefly() {
    return false;
  }

  @Test
  void snapshot_isOneState_whileOthersWrite() {
    String url = emptyDatabase();
    Databases.run(url, List.of("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)"));
    try (JdbcSource source = new JdbcSource(url, 3, lockBriefly())) {
      assertThat(source.isolation()).contains(source.readers() == 1 ? "1 connection" : "3 connect");
      SqlTable table = source.table("t");
      RowQuery query = new RowQuery(table, table.columns(), table.columns(), List.of(), true);
      Databases.run(url, List.of("INSERT INTO t VALUES (0), (2)", "DELETE FROM t WHERE id = 1"));
      // One connection after the other.
      for (int reader = 0; reader < source.readers(); reader++) {
        List<Object> read = new ArrayList<>();
        long rows = source.read(query, KeyRange.ALL, 0, row -> read.add(row[0]));
        assertThat(rows).isOne();
        assertThat(read).containsExactly(1L);
      }
    }
  }

  @Test
  void traps_thereAndBack_areTheSame() throws Exception {
    String from = emptyDatabase();
    String back = emptyDatabase();
    Databases.run(from, schema());
    Databases.run(from, rows());
    Databases.run(back, schema());
    Design design = design();
    String uri = "rocksdb:" + directory.resolve("store");
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate(uri, design)) {
      try (JdbcSource source = new JdbcSource(from, 3, false)) {
        Migration migration =
            new Migration(
                source,
                mapping(design),
                design,
                MigrationOptions.of(rejects).inRangesOf(2),
                rows -> {});
        MigrationSummary summary = migration.run(store);
        assertThat(rejects).as("%s", summary).doesNotExist();
        List<String> differences = new ArrayList<>();
        List<Verification.TableResult> results =
            new Verification(
                    migration, store, true, false, each -> differences.add(each.toString()))
                .run();
        assertThat(differences).isEmpty();
        assertThat(results).allMatch(Verification.TableResult::isClean);
        assertThat(results.stream().mapToLong(Verification.TableResult::fields).sum())
            .isEqualTo(summary.written() - 1);
      }
      StoreChecks.assertClean(store);
      try (ReturnMigration work =
          new ReturnMigration(store, mapping(design), back, rejects, rows -> {})) {
        MigrationSummary summary = work.run();
        assertThat(rejects.toFile().exists() ? Files.readString(rejects) : "")
            .as("%s", summary)
            .isEmpty();
      }
    }
    for (String table : NAMES) {
      assertThat(Databases.rows(back, quoted(table)))
          .as("rows of %s", table)
          .isEqualTo(Databases.rows(from, quoted(table)));
    }
    assertThat(Databases.rows(from, "no_key")).hasSize(7);
    assertThat(Databases.rows(from, "special")).hasSizeGreaterThan(1);
  }

  @Test
  void valuesThatTheirColumnsWouldChange_areRejectedOnTheWayBack() throws Exception {
    NarrowColumns.requireRejects(emptyDatabase(), emptyDatabase(), directory);
  }

  /** Of an hour that a zone repeats, a local time keeps the first only. */
  @Test
  void momentsOfARepeatedHour_areRejectedOnTheWayBackIntoLocalTimes() throws Exception {
    WayBack.Outcome outcome =
        new WayBack(directory)
            .with(1, "at", "timestamp", Instant.parse("2025-10-26T00:30:00Z"))
            .with(2, "at", "timestamp", Instant.parse("2025-10-26T01:30:00Z"))
            .with(3, "at", "timestamp", Instant.parse("2025-10-26T02:30:00Z"))
            .into(
                emptyDatabase(),
                List.of("CREATE TABLE n (id INT PRIMARY KEY, at " + local() + ")"));
    assertThat(outcome.rejects())
        .singleElement()
        .asString()
        .contains(
            "\"key\":{\"id\":2},\"column\":\"at\"",
            "is 2025-10-26T01:30:00Z, and would come back as 2025-10-26T00:30:00Z");
    assertThat(outcome.rows()).hasSize(2);
  }

  /** Returns the type of a date with a time of day, without a zone. */
  String local() {
    return "TIMESTAMP";
  }

  /** Rows are put back where others of their batch are rejected, whatever their order. */
  @Test
  void rowsBetweenRejectedOnes_comeBack() throws Exception {
    for (String key : List.of(" PRIMARY KEY", "")) {
      WayBack rows = new WayBack(directory);
      if (key.isEmpty()) {
        rows.withoutKey();
      }
      for (int id = 1; id <= 1_300; id++) {
        rows.with(id, "v", "text", id % 97 == 0 ? "toolong" : id % 89 == 0 ? "1e2" : "1");
        rows.with(id, "t", "text", "text " + id);
      }
      WayBack.Outcome outcome =
          rows.into(
              emptyDatabase(),
              List.of("CREATE TABLE n (id INT" + key + ", v NUMERIC(5,0), t VARCHAR(20))"));
      assertThat(outcome.rejects()).hasSize(1_300 / 97 + 1_300 / 89);
      assertThat(outcome.rows()).hasSize(1_300 - 1_300 / 97 - 1_300 / 89);
      assertThat(outcome.summary().rejected()).isEqualTo(outcome.rejects().size());
      assertThat(outcome.rejects())
          .anyMatch(line -> line.contains("is '1e2', and would come back"));
    }
  }

  /** Returns the type of a column to which the database gives numbers itself. */
  String numbered() {
    return "BIGINT GENERATED ALWAYS AS IDENTITY";
  }

  @Test
  void numbersOfTheDatabase_goOnAboveThoseThatCameBack() throws Exception {
    String from = emptyDatabase();
    String back = emptyDatabase();
    List<String> tables =
        List.of(
            "CREATE TABLE numbered (id " + numbered() + " PRIMARY KEY, text VARCHAR(9))",
            "CREATE TABLE empty (id " + numbered() + " PRIMARY KEY, text VARCHAR(9))");
    Databases.run(from, tables);
    Databases.run(back, tables);
    Databases.run(
        from,
        List.of(
            "INSERT INTO numbered (text) VALUES ('a'), ('b'), ('c')",
            "DELETE FROM numbered WHERE text = 'b'"));
    Design numbers =
        DesignReader.read(
            """
            format: 1
            design: numbers
            entities:
              numbered: {key: {id: long}, families: {main: {text: text}}}
              empty: {key: {id: long}, families: {main: {text: text}}}
            """,
            "numbers.yaml");
    Mapping mapped =
        MappingReader.read(
            """
            format: 1
            design: numbers
            tables:
              numbered: {entity: numbered, columns: {id: id, text: text}}
              empty: {entity: empty, columns: {id: id, text: text}}
            """,
            numbers,
            "mapping.yaml");
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), numbers)) {
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        MigrationOptions options = MigrationOptions.of(rejects);
        assertThat(
                new Migration(source, mapped, numbers, options, rows -> {}).run(store).rejected())
            .isZero();
      }
      try (ReturnMigration work = new ReturnMigration(store, mapped, back, rejects, rows -> {})) {
        MigrationSummary summary = work.run();
        assertThat(rejects).as("%s", summary).doesNotExist();
        assertThat(summary.notes()).isEmpty();
      }
    }
    Databases.run(
        back,
        List.of(
            "INSERT INTO numbered (text) VALUES ('new')", "INSERT INTO empty (text) VALUES ('x')"));
    assertThat(Databases.rows(back, "numbered").toString().toLowerCase(java.util.Locale.ROOT))
        .isEqualTo("[id=1 | text=a, id=3 | text=c, id=4 | text=new]");
    assertThat(Databases.rows(back, "empty").toString().toLowerCase(java.util.Locale.ROOT))
        .isEqualTo("[id=1 | text=x]");
  }
}

package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/** The statements of migrations as MariaDB counts them: without comments, and cut if long. */
final class OwnDigests {
  private static final int COLUMNS = 120;

  private OwnDigests() {}

  /**
   * Moves rows there and back, by statements that are not prepared, since only these are counted.
   *
   * @param server counts the statements of two empty databases
   */
  static void requireName(String from, String back, String server, Path directory)
      throws Exception {
    String wide =
        IntStream.range(0, COLUMNS)
            .mapToObj(each -> "column_" + each + " INT")
            .collect(Collectors.joining(", "));
    List<String> tables =
        List.of(
            "CREATE TABLE par (id INT PRIMARY KEY, name VARCHAR(9))",
            "CREATE TABLE kid (p INT, no INT, name VARCHAR(9), PRIMARY KEY (p, no),"
                + " FOREIGN KEY (p) REFERENCES par (id))",
            "CREATE TABLE visit (page VARCHAR(9))",
            "CREATE TABLE wide (id INT PRIMARY KEY, " + wide + ")",
            "CREATE TABLE noisy (id INT PRIMARY KEY, name VARCHAR(9))");
    Databases.run(from, tables);
    Databases.run(back, tables);
    Databases.run(
        back,
        List.of(
            "ALTER TABLE par MODIFY name VARCHAR(2)",
            "CREATE TRIGGER quiet BEFORE INSERT ON noisy FOR EACH ROW SET NEW.name = NEW.name"));
    Databases.run(
        from,
        List.of(
            "INSERT INTO par VALUES (1, 'a'), (2, 'bbb')",
            "INSERT INTO kid VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c')",
            "INSERT INTO visit VALUES ('a'), ('a'), ('b')",
            "INSERT INTO wide (id) VALUES (1), (2)",
            "INSERT INTO noisy VALUES (1, 'x')"));
    Design design =
        DesignReader.read(
            """
            format: 1
            design: owns
            entities:
              par: {key: {id: int}, families: {main: {name: text}}}
              kid: {key: {p: int, no: int}, families: {main: {name: text}}}
              visit: {key: {digest: bytes, copy: int}, families: {main: {page: text}}}
              noisy: {key: {id: int}, families: {main: {name: text}}}
              wide: {key: {id: int}, families: {main: {COLUMNS}}}
            """
                .replace("COLUMNS", wide.replace(" INT", ": int")),
            "owns.yaml");
    Mapping mapping =
        MappingReader.read(
            """
            format: 1
            design: owns
            tables:
              par: {entity: par, columns: {id: id, name: name}}
              kid: {entity: kid, columns: {p: p, no: no, name: name}}
              visit: {entity: visit, columns: {digest: digest(), copy: copy(), page: page}}
              noisy: {entity: noisy, columns: {id: id, name: name}}
              wide: {entity: wide, columns: {id: id, COLUMNS}}
            """
                .replace("COLUMNS", wide.replaceAll("(\\w+) INT", "$1: $1")),
            design,
            "mapping.yaml");
    Databases.run(
        server, List.of("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest"));
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("owns"), design)) {
      for (boolean resumed : new boolean[] {false, true}) {
        try (JdbcSource source = new JdbcSource(unprepared(from), 1, false)) {
          MigrationOptions first =
              MigrationOptions.of(directory.resolve("owns.jsonl")).inRangesOf(2);
          MigrationOptions options = resumed ? first.resuming() : first;
          Migration migration = new Migration(source, mapping, design, options, rows -> {});
          assertThat(migration.run(store).rejected()).isZero();
          assertThat(new Verification(migration, store, true, false, each -> {}).run())
              .allMatch(Verification.TableResult::isClean);
        }
      }
      try (ReturnMigration work =
          new ReturnMigration(
              store, mapping, unprepared(back), directory.resolve("back.jsonl"), rows -> {})) {
        assertThat(work.run().rejected()).isEqualTo(2);
      }
    }
    List<String> digests = digests(server);
    assertThat(digests)
        .filteredOn(digest -> !digest.contains("portolan_migrate"))
        .satisfiesExactlyInAnyOrder(
            // Nothing is returned, where a trigger may change the row afterwards.
            any -> assertThat(any).startsWith("INSERT INTO `noisy` ("),
            // RETURNING is cut off.
            any -> assertThat(any).startsWith("INSERT INTO `wide` (").doesNotContain("VALUES"));
    for (String form :
        List.of(
            "SELECT `id` AS `portolan_migrate` , `column_0` ,",
            "SELECT COUNT ( * ) AS `portolan_migrate` FROM `visit`",
            "SELECT DISTINCTROW `r` . `p` AS `portolan_migrate` FROM",
            "INSERT INTO `kid` (",
            "DELETE `portolan_migrate` FROM `kid` AS `portolan_migrate` WHERE")) {
      assertThat(digests).anyMatch(digest -> digest.startsWith(form));
    }
  }

  private static String unprepared(String url) {
    return url + "&useServerPrepStmts=false";
  }

  /** Returns the statements on the tables, as they were counted. */
  private static List<String> digests(String server) {
    return Databases.rows(
            server,
            "(SELECT digest_text FROM performance_schema.events_statements_summary_by_digest) d")
        .stream()
        .map(row -> row.substring(row.indexOf('=') + 1))
        .filter(
            digest ->
                digest.matches("(?s)(SELECT|INSERT|DELETE).*`(par|kid|visit|column_0|noisy)`.*"))
        .toList();
  }
}

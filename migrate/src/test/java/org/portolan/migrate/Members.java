package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/** Enums, sets and bits of MariaDB, there and back; a value that was no member stays behind. */
final class Members {
  private static final String TABLE =
      "CREATE TABLE m (id INT PRIMARY KEY, e ENUM('a', 'it''s', 'b\\\\c', 'd\\ne', 'ü,'),"
          + " n ENUM('', 'x'), s SET('a', '', 'b\\\\'), t SET('z', 'a', ''), bits BIT(64))";
  private static final String KEYED = "CREATE TABLE k (e ENUM('a', 'b') PRIMARY KEY, v INT)";

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: members
          entities:
            m: {key: {id: int}, families: {main: {e: text, n: text, s: text, t: set of text,
                bits: text}}}
            k: {key: {e: text}, families: {main: {v: int}}}
          """,
          "members.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: members
          tables:
            m: {entity: m, columns: {id: id, e: e, n: n, s: s, t: t, bits: bits}}
            k: {entity: k, columns: {e: e, v: v}}
          """,
          DESIGN,
          "mapping.yaml");

  private Members() {}

  /** Moves rows from one empty database by a store into another. */
  static void requireExact(String from, String back, Path directory) throws Exception {
    Databases.run(from, List.of("SET SESSION sql_mode = ''", TABLE, KEYED));
    Databases.run(back, List.of(TABLE, KEYED));
    Databases.run(
        from,
        List.of(
            "SET SESSION sql_mode = ''",
            "INSERT INTO m VALUES (1, 'it''s', '', 'a,', 'z,a,', b'"
                + "1".repeat(64)
                + "'),"
                + " (2, 'none', 'x', 'a', 'a', 0), (3, 'b\\\\c', 'none', 'none', 'none', 1),"
                + " (4, 'd\\ne', NULL, '', '', NULL), (5, 'ü,', 'x', 2, 4, NULL),"
                + " (6, NULL, NULL, ',b\\\\', 'z,a', NULL)",
            "INSERT INTO k VALUES ('a', 1), ('none', 2), ('b', 3)"));
    Path rejects = directory.resolve("members.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("members"), DESIGN)) {
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        Migration migration =
            new Migration(source, MAPPING, DESIGN, MigrationOptions.of(rejects), rows -> {});
        assertThat(migration.run(store).rejected()).isEqualTo(2);
        assertThat(new Verification(migration, store, true, false, each -> {}).run())
            .allMatch(Verification.TableResult::isClean);
      }
      assertThat(Files.readAllLines(rejects))
          .satisfiesExactlyInAnyOrder(
              one ->
                  assertThat(one)
                      .contains(
                          "\"table\":\"m\",\"key\":{\"id\":2},\"column\":\"e\","
                              + "\"reason\":\"is '' with the number 0",
                          "\"values\":{\"id\":2,\"e\":\"\","),
              one ->
                  assertThat(one)
                      .contains(
                          "\"table\":\"k\",\"key\":{\"e\":\"\"},\"column\":\"e\","
                              + "\"reason\":\"is '' with the number 0"));
      Path refused = directory.resolve("refused.jsonl");
      try (ReturnMigration work = new ReturnMigration(store, MAPPING, back, refused, rows -> {})) {
        MigrationSummary summary = work.run();
        assertThat(refused.toFile().exists() ? Files.readString(refused) : "")
            .as("%s", summary)
            .isEmpty();
      }
    }
    Databases.run(from, List.of("DELETE FROM m WHERE id = 2", "DELETE FROM k WHERE e + 0 = 0"));
    assertThat(Databases.rows(back, "m")).isEqualTo(Databases.rows(from, "m")).hasSize(5);
    assertThat(Databases.rows(back, "k")).isEqualTo(Databases.rows(from, "k")).hasSize(2);
  }
}

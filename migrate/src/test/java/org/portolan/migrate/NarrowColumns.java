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

/** Values that go back into columns narrower than those from which they came. */
final class NarrowColumns {
  private NarrowColumns() {}

  /** Moves rows from one empty database into a store, and back into another. */
  static void requireRejects(String from, String back, Path directory) throws Exception {
    String table =
        "CREATE TABLE narrow (id INT PRIMARY KEY, n NUMERIC(12,%d), at TIMESTAMP(%d) NULL,"
            + " daily %s, code %s(4))";
    Databases.run(
        from,
        List.of(
            table.formatted(4, 6, "VARCHAR(20)", "VARCHAR"),
            "INSERT INTO narrow VALUES (1, 1.0050, '2026-01-01 00:00:00', '12:00:00', 'a'),"
                + " (2, 1.5000, '2026-01-01 00:00:00', '12:00:00', 'b'),"
                + " (3, 1.5000, '2026-01-01 00:00:00.999999', '12:00:00', 'c'),"
                + " (4, 1.5000, '2026-01-01 00:00:00', '12:00:00.5', 'd'),"
                + " (5, 1.5000, '2026-01-01 00:00:00', '12:00:00', 'e '), (6, NULL, NULL, NULL, NULL)"));
    Databases.run(back, List.of(table.formatted(2, 0, "TIME(0)", "CHAR")));
    Design narrow =
        DesignReader.read(
            """
            format: 1
            design: narrow
            entities:
              narrow:
                key: {id: int}
                families: {main: {n: "decimal(12,4)", at: timestamp, daily: text, code: text}}
            """,
            "narrow.yaml");
    Mapping mapped =
        MappingReader.read(
            """
            format: 1
            design: narrow
            tables:
              narrow: {entity: narrow, columns: {id: id, n: n, at: at, daily: daily, code: code}}
            """,
            narrow,
            "mapping.yaml");
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), narrow)) {
      try (JdbcSource source = new JdbcSource(from, 1, false)) {
        MigrationOptions options = MigrationOptions.of(rejects);
        assertThat(new Migration(source, mapped, narrow, options, rows -> {}).run(store).rejected())
            .isZero();
      }
      try (ReturnMigration work = new ReturnMigration(store, mapped, back, rejects, rows -> {})) {
        assertThat(work.run().rejected()).isEqualTo(4);
      }
    }
    assertThat(Files.readAllLines(rejects))
        .satisfiesExactly(
            one -> assertThat(one).contains("\"n\"", "has 3 digits after the point", "keeps 2"),
            one -> assertThat(one).contains("\"at\"", "has 6 digits after the point", "keeps 0"),
            one -> assertThat(one).contains("\"daily\"", "has 1 digit after the point", "keeps 0"),
            one -> assertThat(one).contains("\"code\"", "ends with a space"));
    assertThat(Databases.rows(back, "narrow")).hasSize(2);
  }
}

package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** Rows that pass required unique values round among themselves, in one transaction. */
class UniqueRingsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: rings
          entities:
            seat:
              key: {id: long}
              key-layout: {md5-modulo: {range: 3}}
              families: {main: {place: {type: long, required: true}, price: int}}
              indexes:
                by_place: {on: [place], unique: true}
          """,
          "rings.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: rings
          tables:
            seats: {entity: seat, columns: {id: id, place: place, price: price}}
          """,
          DESIGN,
          "mapping.yaml");

  @TempDir Path directory;

  /** One row of the ring's first batch fits no design, so the batch is written in parts. */
  @Test
  void apply_ringOfManyBatches_isWrittenAtOnce() {
    int rows = 1_000;
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url,
        List.of(
            "CREATE TABLE seats (id BIGINT PRIMARY KEY, place BIGINT UNIQUE, price BIGINT)",
            "INSERT INTO seats SELECT x, x, 1 FROM system_range(0, " + rows + ")"));
    MigrationOptions options = MigrationOptions.of(directory.resolve("rejects")).resuming();
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
        JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration migration = new Migration(source, MAPPING, DESIGN, options, any -> {});
      assertThat(migration.run(store).rejected()).isZero();
      try (ChangeApplier applier = new ChangeApplier(migration, store, new Database(url))) {
        Databases.run(
            url,
            List.of(
                "UPDATE seats SET place = NULL WHERE id = " + rows,
                "UPDATE seats SET place = -place - 1 WHERE id < " + rows,
                "UPDATE seats SET place = MOD(-place, " + rows + ") WHERE id < " + rows));
        List<RowChange> changes = new ArrayList<>();
        for (long id = rows; id >= 0; id--) {
          changes.add(RowChange.of("PUBLIC.SEATS", Map.of("ID", id), Map.of("ID", id)));
        }
        applier.apply(changes, Visibility.SURE);
        assertThat(applier.exampleOfWaiting().orElseThrow()).startsWith("seats [" + rows + "]");
        assertThat(applier.waiting()).isEqualTo(1);
      }
      for (long id : new long[] {0, 199, 200, rows - 1}) {
        assertThat(store.get("seat", Tuple.of(id), Columns.ALL).orElseThrow().value("place"))
            .isEqualTo((id + 1) % rows);
      }
    }
  }
}

package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.types.Tuple;

/** Chains of rows that refer to each other, in the worst order: each refers to the next one. */
class LateReferencesTest {
  private static final int ROWS = 2_000;

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: chain
          entities:
            node:
              key: {id: long}
              key-layout: plain
              families: {main: {parent: long, other: long}}
              references:
                parent: {on: [parent], to: node, on-delete: restrict}
                other: {on: [other], to: node, on-delete: cascade}
          """,
          "chain.yaml");

  private static final String MAPPING =
      """
      format: 1
      design: chain
      tables:
        nodes: {entity: node, columns: {id: id, parent: parent, other: other}}
      """;

  @TempDir Path directory;
  private Store store;
  private List<TablePlan> tables;

  @BeforeEach
  void open() {
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url, List.of("CREATE TABLE nodes (id BIGINT PRIMARY KEY, parent BIGINT, other BIGINT)"));
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      tables =
          new Migration(
                  source,
                  MappingReader.read(MAPPING, DESIGN, "mapping.yaml"),
                  DESIGN,
                  MigrationOptions.of(rejects()),
                  rows -> {})
              .plan()
              .tables();
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  private void put(long id, Long parent, Long other) {
    Map<String, Object> values = new HashMap<>();
    values.put("parent", parent);
    values.put("other", other);
    store.write(
        transaction -> {
          transaction.leaveReferencesUnchecked();
          transaction.put("node", Tuple.of(id), values);
          return null;
        });
  }

  /** Puts a chain from 1 to the last row, which refers to the given one. */
  private void chain(Long last) {
    for (long id = 1; id <= ROWS; id++) {
      Long next = id < ROWS ? Long.valueOf(id + 1) : last;
      // Both kinds of references, the second of which tells nothing when rows are deleted.
      put(id, id % 2 == 0 ? next : null, id % 2 == 0 ? null : next);
    }
  }

  private long check(int waitingMax) {
    try (Rejects rejects = new Rejects(rejects(), true)) {
      LateReferences late =
          new LateReferences(store, tables, new LateRejects(store, tables, rejects), waitingMax);
      late.check();
      return late.read();
    }
  }

  private List<Object> left() {
    return Paging.first(500).stream(page -> store.scanStored("node", Columns.NONE, page))
        .map(row -> row.key().get(0))
        .toList();
  }

  @Test
  void check_nothingIsBad_readsEachRowOnce() {
    chain(1L);
    assertThat(check(ROWS)).isEqualTo(ROWS);
    assertThat(left()).hasSize(ROWS);
    assertThat(rejects()).doesNotExist();
  }

  @Test
  void check_chainInReverseOrder_readsEachRowTwice() throws Exception {
    chain(9_999L);
    put(5_000, null, null);
    put(5_001, 5_000L, 5_001L);
    assertThat(check(ROWS)).isEqualTo(2 * (ROWS + 2));
    assertThat(left()).containsExactly(5_000L, 5_001L);
    assertThat(Files.readAllLines(rejects())).hasSize(ROWS);
  }

  @Test
  void check_moreRowsThanMayWait_areFoundByFurtherPasses() throws Exception {
    chain(9_999L);
    put(5_000, null, null);
    assertThat(check(ROWS / 3)).isBetween(3L * ROWS, 5L * ROWS);
    assertThat(left()).containsExactly(5_000L);
    assertThat(Files.readAllLines(rejects())).hasSize(ROWS);
  }
}

package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.types.Tuple;

/** The four forms of a mapping, from H2 into RocksDB. */
class FormsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            order:
              key: {shop: text, number: long}
              key-layout: plain
              families: {main: {customer: long, placed: timestamp, street: text, tags: set of text}}
              collections:
                lines: {key: {position: int}, storage: rows, columns: {sku: text, pieces: int}}
              indexes:
                by_tag: {on: [tags], layout: cells single}
            visit:
              key: {digest: bytes, copy: int}
              key-layout: plain
              families: {main: {page: text}}
          """,
          "shop");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: shop
          zone: Europe/Riga
          tables:
            lines:
              collection: order.lines
              owner: [shop, number]
              columns: {position: position, sku: sku, pieces: pieces}
            orders: {entity: order, columns: {shop: shop, number: number, customer: customer, placed: placed}}
            deliveries: {part: order, owner: [shop, number], columns: {street: street}}
            tags: {elements: order.tags, owner: [shop, number], element: tag}
            visits: {entity: visit, columns: {digest: digest(), copy: copy(), page: url}}
          """,
          DESIGN,
          "mapping");

  @TempDir Path directory;

  @Test
  void rows_becomeRowsItemsPartsAndElements() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect();
        Statement sql = connection.createStatement()) {
      sql.execute(
          "CREATE TABLE orders (shop VARCHAR(9), number BIGINT, customer INT, placed TIMESTAMP, PRIMARY KEY (shop, number))");
      sql.execute(
          "CREATE TABLE lines (shop VARCHAR(9), number BIGINT, position INT, sku VARCHAR(9), pieces INT, PRIMARY KEY (shop, number, position))");
      sql.execute(
          "CREATE TABLE deliveries (shop VARCHAR(9), number BIGINT, street VARCHAR(99), PRIMARY KEY (shop, number))");
      sql.execute("CREATE TABLE tags (shop VARCHAR(9), number BIGINT, tag VARCHAR(99))");
      sql.execute("CREATE TABLE visits (url VARCHAR(99))");
      sql.execute(
          "INSERT INTO orders SELECT 'a', x, x * 2, TIMESTAMP '2020-01-01 12:00:00' FROM SYSTEM_RANGE(1, 25000)");
      sql.execute("INSERT INTO lines SELECT 'a', x, 1, 'sku', 3 FROM SYSTEM_RANGE(1, 25001)");
      sql.execute("INSERT INTO deliveries VALUES ('a', 7, 'Brivibas')");
      sql.execute("INSERT INTO tags VALUES ('a', 7, 'red'), ('a', 7, 'blue'), ('a', 7, 'red')");
      sql.execute("INSERT INTO visits VALUES ('/'), ('/x'), ('/')");
    }
    Path rejects = directory.resolve("rejects.jsonl");
    MigrationSummary summary;
    try (JdbcSource source = new JdbcSource(url, 4, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      summary =
          new Migration(source, MAPPING, DESIGN, MigrationOptions.of(rejects), rows -> {})
              .run(store);
      var row = store.get("order", Tuple.of("a", 7L), Columns.ALL).orElseThrow();
      assertThat(row.longValue("customer")).isEqualTo(14);
      assertThat(row.timestamp("placed")).hasToString("2020-01-01T10:00:00Z");
      assertThat(row.text("street")).isEqualTo("Brivibas");
      assertThat(row.texts("tags")).isEqualTo(Set.of("red", "blue"));
      assertThat(store.items("order", Tuple.of("a", 7L), "lines", Paging.first(9)).entries())
          .extracting(Item::key)
          .containsExactly(Tuple.of(1));
      assertThat(store.scan("visit", Tuple.EMPTY, Columns.ALL, Paging.first(9)).entries())
          .hasSize(3);
    }
    assertThat(summary.written()).isEqualTo(50_000 + 1 + 2 + 3);
    assertThat(summary.rejected()).isEqualTo(2);
    assertThat(Files.readString(rejects)).contains("25001").contains("is in the set already");
  }

  /** A part may be nothing but an empty list; a row without a value in it comes back without it. */
  @Test
  void partOfOneEmptyList_comesBack() throws Exception {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: notes
            entities:
              note:
                key: {id: int}
                families: {main: {text: text}, marks: {marks: list of text}}
            """,
            "notes");
    Mapping mapping =
        MappingReader.read(
            """
            format: 1
            design: notes
            tables:
              notes: {entity: note, columns: {id: id, text: text}}
              marks: {part: note, owner: [id], columns: {marks: marks}}
            """,
            design,
            "mapping");
    String url = "jdbc:h2:" + directory.resolve("notes");
    String back = "jdbc:h2:" + directory.resolve("back");
    for (String each : List.of(url, back)) {
      try (Connection connection = Connector.creating(JdbcUrl.of(each), Map.of()).connect();
          Statement sql = connection.createStatement()) {
        sql.execute("CREATE TABLE notes (id INT PRIMARY KEY, text VARCHAR(9))");
        sql.execute("CREATE TABLE marks (id INT PRIMARY KEY, marks VARCHAR(9) ARRAY)");
        if (each.equals(url)) {
          sql.execute("INSERT INTO notes VALUES (1, 'a'), (2, 'b'), (3, 'c')");
          sql.execute("INSERT INTO marks VALUES (1, ARRAY[]), (2, ARRAY['x'])");
        }
      }
    }
    Path rejects = directory.resolve("rejects.jsonl");
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("notes-store"), design)) {
      MigrationSummary there =
          new Migration(source, mapping, design, MigrationOptions.of(rejects), rows -> {})
              .run(store);
      assertThat(there.written()).isEqualTo(5);
      try (ReturnMigration work =
          new ReturnMigration(store, mapping, back, directory.resolve("r.jsonl"), rows -> {})) {
        assertThat(work.run().written()).isEqualTo(5);
      }
    }
    try (Connection connection = Connector.creating(JdbcUrl.of(back), Map.of()).connect();
        Statement sql = connection.createStatement();
        ResultSet marks =
            sql.executeQuery("SELECT id, CARDINALITY(marks) FROM marks ORDER BY id")) {
      assertThat(marks.next()).isTrue();
      assertThat(marks.getInt(1)).isEqualTo(1);
      assertThat(marks.getInt(2)).isZero();
      assertThat(marks.next()).isTrue();
      assertThat(marks.getInt(1)).isEqualTo(2);
      assertThat(marks.next()).isFalse();
    }
  }
}

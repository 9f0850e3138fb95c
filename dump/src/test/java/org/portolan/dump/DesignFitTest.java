package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.dump.StoreExport.Options;
import org.portolan.types.Tuple;

/** Imports into designs with and without a place for the rows of a dump. */
class DesignFitTest {
  private static final String SOURCE =
      """
      format: 1
      design: source
      entities:
        product:
          key: {sku: text}
          families:
            main: {title: text, price: "decimal(10,2)", stock: int, tags: set of text}
          collections:
            offers: {key: {n: int}, storage: cells, columns: {text: text}}
            notes: {key: {n: int}, storage: cells, columns: {text: text}}
        visit:
          key: {id: text}
          key-layout: {random: {range: 10}}
          families: {main: {at: timestamp}}
        gone: {key: {id: int}, families: {main: {text: text}}}
      """;

  @TempDir Path directory;

  private static Design design(String text) {
    return DesignReader.read(text, "test");
  }

  @Test
  void reasons_ofADesignWithoutPlaces_areListedAtOnce() {
    Design target =
        design(
            """
            format: 1
            design: target
            entities:
              product:
                key: {sku: {type: text, collation: ai_ci}}
                families:
                  main: {title: compressed text, price: "decimal(8,2)", tags: list of text}
                  more: {maker: {type: text, required: true}, kind: {type: text, required: true, default: none}}
                collections:
                  offers: {key: {n: long}, storage: cells, columns: {by: {type: text, required: true}, at: {type: int, required: true, default: 1}}}
              visit: {key: {id: text}, families: {main: {at: timestamp}}}
            """);
    assertThat(DesignFit.reasons(design(SOURCE), target))
        .containsExactly(
            "the key of entity 'product': 'sku' has the collation binary in the dump and ai_ci in"
                + " the target, which takes some different keys for the same",
            "column 'price' of entity 'product' is decimal(10,2) in the dump and decimal(8,2) in"
                + " the target",
            "column 'stock' of entity 'product' has no place",
            "column 'tags' of entity 'product' is set of text in the dump and list of text in the"
                + " target",
            "column 'maker' of entity 'product' is required in the target without a default, and"
                + " the dump does not have it",
            "the key of collection 'product.offers' is (n int) in the dump and (n long) in the"
                + " target",
            "column 'text' of collection 'product.offers' has no place",
            "column 'by' of collection 'product.offers' is required in the target without a"
                + " default, and the dump does not have it",
            "collection 'product.notes' has no place",
            "entity 'gone' has no place");
    assertThat(DesignFit.reasons(design(SOURCE), design(SOURCE))).isEmpty();
  }

  @Test
  void import_intoADesignWithoutPlaces_writesNothing() {
    Path dump = export(store -> {});
    Design target =
        design("format: 1\ndesign: t\nentities: {a: {key: {b: int}, families: {c: {}}}}");
    Path place = directory.resolve("target");
    assertThatThrownBy(
            () -> new StoreImport(dump, rows -> {}).open("rocksdb:" + place, Optional.of(target)))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("entity 'product' has no place; entity 'visit' has no place");
    assertThat(Files.exists(place)).isFalse();
  }

  /** A put gives null its default, but an update can have made it null. */
  @Test
  void null_ofAColumnWithADefault_staysNull() {
    Path dump = export(store -> put(store, "a", 5));
    Design target = design(SOURCE.replace("title: text", "title: {type: text, default: none}"));
    try (Store store = imported(dump, target)) {
      assertThat(store.get("product", Tuple.of("a"), Columns.ALL).orElseThrow().text("title"))
          .isNull();
    }
  }

  @Test
  void row_refusedByARule_isNamedWithItsLine_andTheImportGoesOnAfterTheRepair() {
    Path dump =
        export(
            store -> {
              put(store, "a", 5);
              put(store, "b", -1);
              put(store, "c", 7);
            });
    Design target = design(SOURCE.replace("stock: int", "stock: {type: int, min: 0}"));
    assertThatThrownBy(() -> imported(dump, target).close())
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("the row (b) of product, line 2 of product-000001.jsonl.gz")
        .hasMessageContaining("is less than 0")
        .hasMessageContaining("what was imported before stays");
    try (Store store = Stores.open("rocksdb:" + directory.resolve("target"))) {
      assertThat(store.get("product", Tuple.of("a"), Columns.NONE)).isPresent();
      assertThat(store.get("product", Tuple.of("b"), Columns.NONE)).isEmpty();
    }
  }

  /** Rows of an entity that is only appended may have equal keys; all of them are in the dump. */
  @Test
  void rowsWithOneKey_areExported_andRefusedWhereOnlyOneHasAPlace() {
    Path dump =
        export(
            store -> {
              for (int number = 0; number < 40; number++) {
                int second = number;
                store.write(
                    tx -> {
                      Object at = java.time.Instant.ofEpochSecond(second);
                      tx.put("visit", Tuple.of("same"), Map.of("at", at));
                      return null;
                    });
              }
            });
    long rows = new StoreImport(dump, done -> {}).expectedRows();
    assertThat(rows).isBetween(2L, 10L);
    try (Store store = imported(dump, design(SOURCE))) {
      assertThat(store.scanStored("visit", Columns.ALL, Paging.first(99)).entries()).isNotEmpty();
    }
    Design plain = design(SOURCE.replace("{random: {range: 10}}", "plain"));
    assertThatThrownBy(
            () -> {
              StoreImport work = new StoreImport(dump, done -> {});
              String uri = "rocksdb:" + directory.resolve("plain");
              try (Store store = work.open(uri, Optional.of(plain))) {
                work.run(store);
              }
            })
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("the row before has the same key");
  }

  @Test
  void import_intoAStoreWithOtherRows_isRefused() {
    Path dump = export(store -> put(store, "a", 5));
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("filled"), design(SOURCE))) {
      put(store, "b", 1);
      assertThatThrownBy(() -> new StoreImport(dump, rows -> {}).run(store))
          .isInstanceOf(DumpException.class)
          .hasMessageContaining("it has rows of product already; name an empty store");
    }
  }

  @Test
  void export_whileAnotherProcessExportsThere_isRefused() throws Exception {
    Path dump = directory.resolve("busy");
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("source"), design(SOURCE))) {
      DumpFiles files = new DumpFiles(dump, DumpFiles.Watch.NONE);
      Files.createDirectory(dump);
      String text = org.portolan.design.DesignWriter.write(store.design());
      String sha = DumpFiles.sha256(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      ExportLog.Identity identity =
          new ExportLog.Identity(Manifest.FORMAT, store.uri(), sha, Options.DEFAULT.segmentBytes());
      try (ExportLog held = ExportLog.open(files, identity)) {
        assertThat(held.segments()).isEmpty();
        assertThatThrownBy(() -> new StoreExport(store, dump, Options.DEFAULT, rows -> {}).run())
            .isInstanceOf(DumpException.class)
            .hasMessageContaining("another process exports into it");
      }
      try (Store other =
          Stores.openOrCreate("rocksdb:" + directory.resolve("other"), design(SOURCE))) {
        assertThatThrownBy(() -> new StoreExport(other, dump, Options.DEFAULT, rows -> {}).run())
            .isInstanceOf(DumpException.class)
            .hasMessageContaining("it has the unfinished export of the store " + store.uri());
      }
    }
  }

  private static void put(Store store, String sku, int stock) {
    Map<String, Object> values = new HashMap<>();
    values.put("stock", stock);
    values.put("price", new BigDecimal("1.20"));
    store.write(
        tx -> {
          tx.put("product", Tuple.of(sku), values);
          return null;
        });
  }

  private Path export(java.util.function.Consumer<Store> content) {
    Path dump = directory.resolve("dump");
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("source"), design(SOURCE))) {
      content.accept(store);
      StoreExport.Summary unused = new StoreExport(store, dump, Options.DEFAULT, rows -> {}).run();
    }
    return dump;
  }

  private Store imported(Path dump, Design target) {
    StoreImport work = new StoreImport(dump, rows -> {});
    Store store = work.open("rocksdb:" + directory.resolve("target"), Optional.of(target));
    try {
      StoreImport.Summary unused = work.run(store);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }
}

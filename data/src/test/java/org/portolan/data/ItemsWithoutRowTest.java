package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Items whose rows do not exist are found in each storage and on each kind of engine. */
class ItemsWithoutRowTest {
  /** More than a page of a scan has. */
  private static final int MANY = 1_050;

  private static final String HEAD =
      """
      format: 1
      design: shop
      entities:
        order:
          key: {shop: text, id: long}
          key-layout: {md5-modulo: {range: 3, over: [shop, id]}}
          families: {main: {text: text}}
          collections:
      """;

  private static final String CELLS =
      """
            cells: {key: {number: int}, storage: cells, columns: {text: text}}
            others: {key: {number: int}, storage: cells}
            listed: {key: {number: int}, storage: rows, columns: {text: text}, listed-by: cells}
      """;

  private static final String ROWS =
      """
            rows: {key: {number: int}, storage: rows, columns: {text: text}}
      """;

  private static final String OBJECTS =
      """
            object: {key: {number: int}, storage: object, columns: {text: text}}
            tree: {key: {number: int}, storage: object tree(8), columns: {text: text}}
      """;

  @TempDir Path directory;

  private enum Kind {
    EMBEDDED,
    UNORDERED,
    ROWS,
    COLUMNS;

    List<String> collections() {
      return switch (this) {
        case EMBEDDED -> List.of("cells", "others", "listed", "rows", "object", "tree");
        case UNORDERED -> List.of("object", "tree");
        case ROWS, COLUMNS -> List.of("cells", "others", "listed", "rows");
      };
    }

    Design design() {
      return DesignReader.read(
          HEAD
              + switch (this) {
                case EMBEDDED -> CELLS + ItemsWithoutRowTest.ROWS + OBJECTS;
                case UNORDERED -> OBJECTS;
                case ROWS, COLUMNS -> CELLS + ItemsWithoutRowTest.ROWS;
              },
          "shop.yaml");
    }
  }

  private Store open(Kind kind) {
    String uri =
        switch (kind) {
          case EMBEDDED -> "rocksdb:" + directory.resolve("store");
          case UNORDERED -> "unordered:rocksdb:" + directory.resolve("store");
          case ROWS -> FixtureEngines.register(MemoryCluster.ofRows("rowless", 1)::connect);
          case COLUMNS -> FixtureEngines.register(MemoryCluster.ofColumns("rowless", 1)::connect);
        };
    return Stores.openOrCreate(uri, kind.design());
  }

  private static Tuple order(long id) {
    return Tuple.of("Riga", id);
  }

  private static void putItems(Store store, Tuple order, String collection, int items) {
    store.write(
        tx -> {
          for (int number = 0; number < items; number++) {
            if (collection.equals("listed")) {
              tx.putItem("order", order, "cells", Tuple.of(number), Map.of());
            }
            tx.putItem("order", order, collection, Tuple.of(number), Map.of());
          }
          return null;
        });
  }

  /** Returns the numbers of items by collection and row. */
  private static Map<String, Long> found(Store store) {
    store.sweep();
    Map<String, Long> found = new TreeMap<>();
    store.itemsWithoutRow(
        "order",
        items -> {
          assertThat(items.entity()).isEqualTo("order");
          found.merge(items.collection() + items.key(), items.items(), Long::sum);
        });
    return found;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itemsWithoutRow_ofEachCollection_areTold(Kind kind) {
    try (Store store = open(kind)) {
      Map<String, Long> expected = new TreeMap<>();
      for (long id = 1; id <= 3; id++) {
        for (String collection : kind.collections()) {
          putItems(store, order(id), collection, 20);
        }
        if (id != 2) {
          long put = id;
          store.write(
              tx -> {
                tx.put("order", order(put), Map.of("text", "x"));
                return null;
              });
        }
      }
      kind.collections().forEach(each -> expected.put(each + "(Riga, 2)", 20L));

      assertThat(found(store)).isEqualTo(expected);

      store.write(tx -> tx.delete("order", order(1)));
      assertThat(found(store)).as("after a row was deleted with its items").isEqualTo(expected);
      store.write(
          tx -> {
            tx.put("order", order(2), Map.of());
            return null;
          });
      assertThat(found(store)).as("after the row was put").isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itemsWithoutRow_moreThanAPage_areAllCounted(Kind kind) {
    try (Store store = open(kind)) {
      Map<String, Long> expected = new TreeMap<>();
      for (String collection : kind.collections()) {
        putItems(store, order(7), collection, MANY);
        expected.put(collection + "(Riga, 7)", (long) MANY);
      }

      assertThat(found(store)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void itemsWithoutRow_ofNoEntity_areRefused(Kind kind) {
    try (Store store = open(kind)) {
      assertThatThrownBy(() -> store.itemsWithoutRow("orders", items -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("orders");
    }
  }

  /** The spelling is in the row alone, so the sort key is told. */
  @Test
  void itemsWithoutRow_ofACollatedKey_areToldWithTheSortKey() {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: shop
            entities:
              order:
                key: {shop: {type: text, collation: ai_ci}, id: long}
                key-layout: plain
                families: {main: {text: text}}
                collections:
                  rows: {key: {number: int}, storage: rows}
            """,
            "shop.yaml");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      putItems(store, order(7), "rows", 2);

      assertThat(found(store)).hasSize(1).containsValue(2L);
      assertThat(found(store).keySet().iterator().next()).startsWith("rows(").endsWith(", 7)");
    }
  }

  /** What it costs if nothing is found: the keys of the items, and one look-up for each page. */
  @Test
  void itemsWithoutRow_ifThereAreNone_readsThePagesAndTheirRows() {
    try (Store store = open(Kind.EMBEDDED)) {
      store.write(
          tx -> {
            tx.put("order", order(1), Map.of());
            tx.put("order", order(2), Map.of());
            return null;
          });
      putItems(store, order(1), "rows", 5);
      putItems(store, order(2), "rows", 5);

      Trace trace = new Trace();
      store.traced(trace).itemsWithoutRow("order", items -> {});

      // Pages of the rows and of the three other tables, one of the order's cells; two look-ups.
      assertThat(trace.counts().roundTrips()).isEqualTo(6);
      assertThat(trace.counts().keysRead()).isEqualTo(10 + 2 + 2);
    }
  }
}

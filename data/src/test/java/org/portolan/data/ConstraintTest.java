package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** What a design asks of the values of columns, with both guarantees. */
class ConstraintTest {
  private static final Tuple CHART = Tuple.of("chart");

  private static final Map<String, String> STORAGES =
      Map.of(
          "in_cells",
          "cells",
          "in_rows",
          "rows",
          "in_object",
          "object",
          "in_tree",
          "object tree(8)");

  @TempDir Path directory;

  private Store store;

  private void open(String engine) {
    String uri =
        engine.equals("rocksdb")
            ? "rocksdb:" + directory.resolve("store")
            : FixtureEngines.register(MemoryCluster.ofRows("constraints", 1)::connect);
    store =
        Stores.openOrCreate(
            uri,
            DesignReader.read(
                """
                format: 1
                design: constraints
                entities:
                  product:
                    key: {sku: text}
                    families:
                      main:
                        title: {type: text, required: true}
                        stock: {type: int, required: true, default: 0, min: 0, max: 100}
                        price: {type: "decimal(10,2)", min: 0.01}
                        code: {type: text, pattern: "[A-Z]{3}"}
                      more: {note: text, seen: {type: long, default: 7}}
                    collections:
                """
                    + collections(engine).stream()
                        .map(
                            name ->
                                "      "
                                    + name
                                    + ": {key: {n: int}, storage: "
                                    + STORAGES.get(name)
                                    + ", columns: {buyer: {type: text, required: true, pattern:"
                                    + " '[a-z]+'}, pieces: {type: int, default: 1, min: 1, max:"
                                    + " 9}, note: text}}\n")
                        .collect(Collectors.joining())
                    + """
                    indexes:
                      by_stock: {on: [stock], layout: single}
                """,
                "constraints"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(Map<String, Object> values) {
    store.write(
        tx -> {
          tx.put("product", CHART, values);
          return null;
        });
  }

  private Map<String, Object> read() {
    return store.get("product", CHART, Columns.ALL).orElseThrow().values();
  }

  private void refused(Map<String, Object> values, String column, String why) {
    for (boolean insert : new boolean[] {true, false}) {
      assertThatExceptionOfType(ConstraintException.class)
          .isThrownBy(
              () ->
                  store.write(
                      tx -> {
                        tx.put("product", Tuple.of("other"), Map.of("title", "Other"));
                        if (insert) {
                          tx.insert("product", CHART, values);
                        } else {
                          tx.put("product", CHART, values);
                        }
                        return null;
                      }))
          .withMessage(
              "column '%s' of the row (chart) of product %s; nothing was changed", column, why)
          .satisfies(failure -> assertThat(failure.column()).isEqualTo(column))
          .satisfies(failure -> assertThat(failure.key()).isEqualTo(CHART));
    }
    assertThat(store.get("product", CHART, Columns.NONE)).isEmpty();
    assertThat(store.get("product", Tuple.of("other"), Columns.NONE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void put_valuesThatBreakARule_areRefusedWithTheWholeWrite(String engine) {
    open(engine);
    refused(Map.of(), "title", "is null, but required");
    refused(Map.of("title", "x", "stock", -1), "stock", "is less than 0");
    refused(Map.of("title", "x", "stock", 101), "stock", "is greater than 100");
    refused(Map.of("title", "x", "price", new BigDecimal("0.00")), "price", "is less than 0.01");
    refused(Map.of("title", "x", "code", "ABCD"), "code", "does not match [A-Z]{3}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void put_withoutValues_getsDefaultsThatAreIndexed(String engine) {
    open(engine);
    put(Map.of("title", "Chart"));
    assertThat(read())
        .containsEntry("stock", 0)
        .containsEntry("seen", 7L)
        .containsEntry("price", null);
    Map<String, Object> nulls = new HashMap<>(Map.of("title", "Chart"));
    nulls.put("stock", null);
    put(nulls);
    assertThat(read()).containsEntry("stock", 0);
    assertThat(store.index("by_stock", Tuple.of(0), Paging.first(9)).entries())
        .containsExactly(CHART);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void update_checksWhatItChanges(String engine) {
    open(engine);
    put(Map.of("title", "Chart", "stock", 100));
    assertThat(update(Map.of("stock", 0, "code", "ABC"))).isTrue();
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(Map.of("stock", -1), Map.of("note", "x", "code", "abc"))) {
      assertThatThrownBy(() -> update(wrong)).isInstanceOf(ConstraintException.class);
    }
    Map<String, Object> nothing = new HashMap<>();
    nothing.put("title", null);
    assertThatThrownBy(() -> update(nothing))
        .isInstanceOf(ConstraintException.class)
        .hasMessageContaining("'title'")
        .hasMessageContaining("required");
    assertThat(read())
        .containsEntry("title", "Chart")
        .containsEntry("stock", 0)
        .containsEntry("note", null);
    assertThat(
            store.<Boolean>write(
                tx -> tx.update("product", Tuple.of("nowhere"), Map.of("stock", -1))))
        .as("a row that does not exist")
        .isFalse();
  }

  private boolean update(Map<String, Object> changes) {
    return store.write(tx -> tx.update("product", CHART, changes));
  }

  /** A collection of each storage that the engine has. */
  private static List<String> collections(String engine) {
    return engine.equals("rocksdb")
        ? List.of("in_cells", "in_rows", "in_object", "in_tree")
        : List.of("in_cells", "in_rows");
  }

  private void itemRefused(
      String collection, Map<String, Object> values, String column, String why) {
    for (boolean insert : new boolean[] {true, false}) {
      assertThatExceptionOfType(ConstraintException.class)
          .isThrownBy(
              () ->
                  store.write(
                      tx -> {
                        tx.put("product", Tuple.of("other"), Map.of("title", "Other"));
                        if (insert) {
                          tx.insertItem("product", CHART, collection, Tuple.of(1), values);
                        } else {
                          tx.putItem("product", CHART, collection, Tuple.of(1), values);
                        }
                        return null;
                      }))
          .withMessage(
              "column '%s' of the item (1) of %s of the row (chart) of product %s; nothing was"
                  + " changed",
              column, collection, why)
          .satisfies(failure -> assertThat(failure.column()).isEqualTo(column))
          .satisfies(failure -> assertThat(failure.key()).isEqualTo(CHART))
          .satisfies(failure -> assertThat(failure.collection()).contains(collection))
          .satisfies(failure -> assertThat(failure.itemKey()).contains(Tuple.of(1)));
    }
    assertThat(store.item("product", CHART, collection, Tuple.of(1))).isEmpty();
    assertThat(store.get("product", Tuple.of("other"), Columns.NONE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void items_valuesThatBreakARule_areRefusedWithTheWholeWrite(String engine) {
    open(engine);
    for (String collection : collections(engine)) {
      itemRefused(collection, Map.of(), "buyer", "is null, but required");
      itemRefused(collection, Map.of("buyer", "Ann"), "buyer", "does not match [a-z]+");
      itemRefused(collection, Map.of("buyer", "ann", "pieces", 0), "pieces", "is less than 1");
      itemRefused(collection, Map.of("buyer", "ann", "pieces", 10), "pieces", "is greater than 9");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void items_withoutValues_getDefaults(String engine) {
    open(engine);
    Map<String, Object> nulls = new HashMap<>(Map.of("buyer", "ann"));
    nulls.put("pieces", null);
    for (String collection : collections(engine)) {
      store.write(
          tx -> {
            tx.putItem("product", CHART, collection, Tuple.of(1), Map.of("buyer", "ann"));
            tx.insertItem("product", CHART, collection, Tuple.of(2), nulls);
            assertThat(tx.item("product", CHART, collection, Tuple.of(2)).get().intValue("pieces"))
                .isEqualTo(1);
            return null;
          });
      Map<String, Object> expected = new HashMap<>(Map.of("buyer", "ann", "pieces", 1));
      expected.put("note", null);
      assertThat(store.items("product", CHART, collection, Paging.first(9)).entries())
          .containsExactly(new Item(Tuple.of(1), expected), new Item(Tuple.of(2), expected));
      // A put of another item reads an object whole; what it holds is not checked again.
      store.write(
          tx -> {
            tx.putItem("product", CHART, collection, Tuple.of(3), Map.of("buyer", "bob"));
            tx.deleteItem("product", CHART, collection, Tuple.of(1));
            return null;
          });
      assertThat(store.items("product", CHART, collection, Paging.first(9)).entries())
          .extracting(item -> item.text("buyer"))
          .containsExactly("ann", "bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void wrongNamesAndTypes_areRefusedWithTheirPlace(String engine) {
    open(engine);
    for (String collection : collections(engine)) {
      assertThatThrownBy(() -> putItem(collection, Map.of("buyer", "ann", "pieces", 2L)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "cannot write the item (1) of "
                  + collection
                  + " of the row (chart) of product: column 'pieces' holds values of type int and"
                  + " takes a java.lang.Integer, not the java.lang.Long 2");
      assertThatThrownBy(() -> putItem(collection, Map.of("bayer", "ann")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "collection 'product."
                  + collection
                  + "' has no column 'bayer'; did you mean 'buyer'? it has [buyer, note, pieces]");
      for (Tuple itemKey : List.of(Tuple.of("one"), Tuple.of(1, 2), Tuple.EMPTY)) {
        assertThatThrownBy(
                () ->
                    store.write(
                        tx -> {
                          tx.putItem("product", CHART, collection, itemKey, Map.of("buyer", "ann"));
                          return null;
                        }))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(store.items("product", CHART, collection, Paging.first(9)).entries()).isEmpty();
    }
    assertThatThrownBy(() -> put(Map.of("title", "x", "stock", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "cannot write the row (chart) of product: column 'stock' holds values of type int and"
                + " takes a java.lang.Integer, not the java.lang.String 1");
  }

  private void putItem(String collection, Map<String, Object> values) {
    store.write(
        tx -> {
          tx.putItem("product", CHART, collection, Tuple.of(1), values);
          return null;
        });
  }

  /** The rule is about what is committed: of a hundred takers of the last ten, ten succeed. */
  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void update_manyTakers_neverGoBelowTheFloor(String engine) throws Exception {
    open(engine);
    put(Map.of("title", "Chart", "stock", 10));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> takers =
          IntStream.range(0, 100).<Callable<Boolean>>mapToObj(number -> this::take).toList();
      int taken = 0;
      for (var taker : threads.invokeAll(takers)) {
        taken += taker.get() ? 1 : 0;
      }
      assertThat(taken).isEqualTo(10);
      assertThat(read()).containsEntry("stock", 0);
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean take() {
    try {
      store.write(
          tx -> {
            int stock = tx.get("product", CHART, Columns.of("stock")).get().intValue("stock");
            return tx.update("product", CHART, Map.of("stock", stock - 1));
          });
      return true;
    } catch (ConstraintException soldOut) {
      return false;
    }
  }
}

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

package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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

/** Additions to numbers, with the rules of their columns as bounds, with both guarantees. */
class AdditionTest {
  private static final Tuple CHART = Tuple.of("chart");

  @TempDir Path directory;

  private Store store;

  private void open(String engine) {
    String uri =
        engine.equals("rocksdb")
            ? "rocksdb:" + directory.resolve("store")
            : FixtureEngines.register(MemoryCluster.ofRows("additions", 1)::connect);
    store =
        Stores.openOrCreate(
            uri,
            DesignReader.read(
                """
                format: 1
                design: additions
                entities:
                  product:
                    key: {sku: text}
                    families:
                      main:
                        title: {type: text, required: true}
                        stock: {type: int, required: true, default: 0, min: 0, max: 100}
                        price: {type: "decimal(10,2)", min: 0.01}
                      more: {seen: {type: long, default: 7}}
                    indexes:
                      by_stock: {on: [stock], layout: single}
                """,
                "additions"));
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

  private OptionalLong add(long delta) {
    return store.write(tx -> tx.add("product", CHART, "stock", delta));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void add_withinTheRule_isThere_andBeyondItNothingChanges(String engine) {
    open(engine);
    assertThat(add(1)).as("no row").isEmpty();
    put(Map.of("title", "Chart", "stock", 3));
    assertThat(add(-3)).hasValue(0);
    assertThatExceptionOfType(OutOfBoundsException.class)
        .isThrownBy(() -> add(-1))
        .withMessage(
            "column 'stock' of the row (chart) of product is 0; adding -1 would make it less than"
                + " its min 0; nothing was changed")
        .satisfies(refused -> assertThat(refused.value()).isEqualTo(0))
        .satisfies(refused -> assertThat(refused.delta()).isEqualTo(-1L))
        .satisfies(refused -> assertThat(refused.bound()).isEqualTo(0));
    assertThatThrownBy(() -> add(101)).hasMessageContaining("greater than its max 100");
    assertThatThrownBy(() -> add(Long.MIN_VALUE)).isInstanceOf(OutOfBoundsException.class);
    assertThat(read()).containsEntry("stock", 0).containsEntry("title", "Chart");
    assertThat(store.index("by_stock", Tuple.of(0), Paging.first(9)).entries())
        .containsExactly(CHART);
    assertThat(store.index("by_stock", Tuple.of(3), Paging.first(9)).entries()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void add_toOtherTypes_knowsTheirRanges(String engine) {
    open(engine);
    put(Map.of("title", "Chart"));
    BigDecimal price =
        store.write(tx -> tx.add("product", CHART, "price", new BigDecimal("2.50"))).orElseThrow();
    assertThat(price).as("null counts as zero").isEqualTo(new BigDecimal("2.50"));
    assertThatThrownBy(
            () -> store.write(tx -> tx.add("product", CHART, "price", new BigDecimal("-2.50"))))
        .hasMessageContaining("less than its min 0.01");
    assertThatThrownBy(
            () ->
                store.write(tx -> tx.add("product", CHART, "price", new BigDecimal("99999999.99"))))
        .hasMessageContaining("is 2.50; adding 99999999.99")
        .hasMessageContaining("greater than the greatest decimal(10,2), 99999999.99");
    assertThatThrownBy(() -> store.write(tx -> tx.add("product", CHART, "price", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("add a long to an int or long");
    assertThatThrownBy(
            () -> store.write(tx -> tx.add("product", CHART, "price", new BigDecimal("1.234"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.write(tx -> tx.add("product", CHART, "title", 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.write(tx -> tx.add("product", CHART, "stok", 1)))
        .hasMessageContaining("did you mean 'stock'");
    OptionalLong seen = store.write(tx -> tx.add("product", CHART, "seen", Long.MAX_VALUE - 7));
    assertThat(seen).hasValue(Long.MAX_VALUE);
    assertThatThrownBy(() -> store.write(tx -> tx.add("product", CHART, "seen", 1)))
        .isInstanceOf(OutOfBoundsException.class);
    assertThat(read())
        .containsEntry("seen", Long.MAX_VALUE)
        .containsEntry("price", new BigDecimal("2.50"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows"})
  void add_ofSeveralThreads_losesNothingAndKeepsTheFloor(String engine) throws Exception {
    open(engine);
    put(Map.of("title", "Chart", "stock", 20));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> buyers =
          IntStream.range(0, 4)
              .<Callable<Integer>>mapToObj(
                  buyer ->
                      () -> {
                        int bought = 0;
                        for (int time = 0; time < 8; time++) {
                          try {
                            add(-1);
                            bought++;
                          } catch (OutOfBoundsException none) {
                            assertThat(none.value()).isEqualTo(0);
                          } catch (WriteConflictException busy) {
                            time--;
                          }
                        }
                        return bought;
                      })
              .toList();
      int sold = 0;
      for (var done : pool.invokeAll(buyers)) {
        sold += done.get();
      }
      assertThat(sold).isEqualTo(20);
      assertThat(read()).containsEntry("stock", 0);
    } finally {
      pool.shutdownNow();
    }
  }
}

package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

class EvolutionTest {
  private static final String BEGINNING =
      """
      format: 1
      design: shop
      entities:
        page:
          key: {id: long}
          key-layout: plain
          families:
            main: {title: text, size: int}
      """;

  private static final Design FIRST = design("");
  private static final Tuple KEY = Tuple.of(1L);

  @TempDir Path directory;

  private static Design design(String columns) {
    return DesignReader.read(
        BEGINNING.replace("size: int", columns.isEmpty() ? "size: int" : columns), "test");
  }

  private String rocks() {
    return "rocksdb:" + directory.resolve("store");
  }

  private static void put(String uri, Design design, Tuple key, Map<String, Object> values) {
    try (Store store = Stores.openOrCreate(uri, design)) {
      store.write(
          transaction -> {
            transaction.put("page", key, values);
            return null;
          });
    }
  }

  private static Map<String, Object> read(String uri, Tuple key) {
    try (Store store = Stores.open(uri)) {
      return store.get("page", key, Columns.ALL).orElseThrow().values();
    }
  }

  private static List<String> apply(String uri, Design design) {
    return Evolution.apply(uri, design, Renames.NONE, EvolvingStore.options());
  }

  @Test
  void apply_requiredColumnWithDefault_isReadByOldRowsForEver() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a", "size", 1));
    apply(uri, design("size: int, stock: {type: int, required: true, default: 4}"));
    assertThat(read(uri, KEY)).containsEntry("stock", 4);
    Design later = design("size: int, stock: {type: int, required: true, default: 5}");
    apply(uri, later);
    put(uri, later, Tuple.of(2L), Map.of("title", "b"));
    assertThat(read(uri, KEY)).containsEntry("stock", 4);
    assertThat(read(uri, Tuple.of(2L))).containsEntry("stock", 5);
  }

  @Test
  void apply_columnThatRowsLack_staysRequired() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a"));
    apply(uri, design("size: int, stock: {type: int, required: true, default: 4}"));
    assertThatThrownBy(() -> apply(uri, design("size: int, stock: int")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave it required");
    assertThat(read(uri, KEY)).containsEntry("stock", 4);
  }

  @Test
  void apply_droppedColumnAddedAgain_bringsNothingBack() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a", "size", 1));
    apply(uri, design("other: int"));
    apply(uri, design("other: int, size: int"));
    assertThat(read(uri, KEY)).containsEntry("size", null).containsEntry("title", "a");
  }

  @Test
  void apply_widenedColumn_keepsValuesAndForgetsReplacedOnes() {
    String uri = rocks();
    Design wide = design("size: long");
    put(uri, FIRST, KEY, Map.of("title", "a", "size", 1));
    put(uri, FIRST, Tuple.of(2L), Map.of("title", "a", "size", 2));
    apply(uri, wide);
    assertThat(read(uri, KEY)).containsEntry("size", 1L);
    put(uri, wide, KEY, Map.of("title", "a"));
    assertThat(read(uri, KEY)).containsEntry("size", null);
    put(uri, wide, KEY, Map.of("title", "a", "size", 1L << 40));
    assertThat(read(uri, KEY)).containsEntry("size", 1L << 40);
    assertThat(read(uri, Tuple.of(2L))).containsEntry("size", 2L);
  }

  @Test
  void apply_renamesAgain_changesNothing() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a", "size", 1));
    Design renamed = design("length: int");
    Renames renames = Renames.of(List.of("page.size=length"), FIRST, renamed);
    assertThat(Evolution.apply(uri, renamed, renames, EvolvingStore.options())).isNotEmpty();
    assertThat(Evolution.apply(uri, renamed, renames, EvolvingStore.options())).isEmpty();
    assertThat(read(uri, KEY)).containsEntry("length", 1);
  }

  @Test
  void apply_namesExchangedInTheSameDesign_isRefused() {
    String uri = rocks();
    Design both = design("size: int, width: int");
    put(uri, both, KEY, Map.of("title", "a", "size", 1, "width", 2));
    Renames swap = Renames.of(List.of("page.size=width", "page.width=size"), both, both);
    assertThatThrownBy(() -> Evolution.apply(uri, both, swap, EvolvingStore.options()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot exchange the names [size, width]");
    assertThat(read(uri, KEY)).containsEntry("size", 1).containsEntry("width", 2);
  }

  @Test
  void apply_stricterRule_namesRowsThatBreakIt() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a", "size", 1));
    put(uri, FIRST, Tuple.of(2L), Map.of("title", "b", "size", 200));
    Design stricter = design("size: {type: int, max: 100}");
    assertThatThrownBy(() -> apply(uri, stricter))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("row (2) of 'page': 'size' is greater than 100");
    assertThat(Evolution.status(uri)).isEmpty();
    put(uri, FIRST, Tuple.of(2L), Map.of("title", "b", "size", 100));
    apply(uri, stricter);
    assertThat(read(uri, Tuple.of(2L))).containsEntry("size", 100);
  }

  @Test
  void apply_backAndForth_changesTheDesignEachTime() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a", "size", 1));
    Design other = design("size: int, more: text");
    for (int time = 0; time < 3; time++) {
      assertThat(apply(uri, other)).isNotEmpty();
      assertThat(apply(uri, FIRST)).isNotEmpty();
      assertThat(apply(uri, FIRST)).isEmpty();
    }
    assertThat(read(uri, KEY)).isEqualTo(Map.of("title", "a", "size", 1));
  }

  @Test
  void open_evolvedWithoutState_isRefused() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a"));
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      new StoreMeta(engine).write(StoreMeta.FORMAT, "3");
    }
    assertThatThrownBy(() -> Stores.open(uri))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("no 'evolution' among its texts");
  }

  @Test
  void open_damagedState_namesTheLine() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a"));
    apply(uri, design("size: int, more: text"));
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      StoreMeta meta = new StoreMeta(engine);
      meta.write("evolution", meta.read("evolution").orElseThrow().replace("slots:", "slot:"));
    }
    assertThatThrownBy(() -> Stores.open(uri))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("evolution of " + uri + ":4: ");
  }

  @Test
  void cancel_nothingUnderWay_doesNothing() {
    String uri = rocks();
    put(uri, FIRST, KEY, Map.of("title", "a"));
    assertThat(Evolution.cancel(uri, EvolvingStore.options())).isFalse();
  }

  @Test
  void apply_whileAnotherProcessWrites_isRefusedAndNamesIt() {
    MemoryCluster cluster = MemoryCluster.ofRows("rows", 1);
    String uri = FixtureEngines.register(cluster::connect);
    Design other = design("size: int, more: text");
    StoreOptions quiet = StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO);
    try (Store store = Stores.openOrCreate(uri, FIRST, quiet)) {
      Runnable write =
          () ->
              store.write(
                  transaction -> {
                    transaction.put("page", KEY, Map.of("title", "a"));
                    return null;
                  });
      write.run();
      EvolveOptions options = EvolvingStore.options().waiting(Duration.ofSeconds(10));
      assertThatThrownBy(() -> Evolution.apply(uri, other, Renames.NONE, options))
          .isInstanceOf(DataException.class)
          .hasMessageContaining(quiet.runtime().processName());
      assertThat(Evolution.status(uri)).isEmpty();
      write.run();
    }
    apply(uri, other);
    assertThat(read(uri, KEY)).containsEntry("title", "a").containsEntry("more", null);
  }

  @Test
  void write_openedBeforeTheDesignChanged_isRefused() {
    MemoryCluster cluster = MemoryCluster.ofColumns("columns", 1);
    String uri = FixtureEngines.register(cluster::connect);
    put(uri, FIRST, KEY, Map.of("title", "a"));
    try (Store store = Stores.openOrCreate(uri, FIRST)) {
      apply(uri, design("size: long"));
      assertThatThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        transaction.put("page", KEY, Map.of("title", "b"));
                        return null;
                      }))
          .isInstanceOf(StoreMismatchException.class)
          .hasMessageContaining("open it again");
    }
    assertThat(read(uri, KEY)).containsEntry("title", "a");
  }

  @Test
  void write_openedBeforeColumnsWereAdded_keepsThem() {
    MemoryCluster cluster = MemoryCluster.ofColumns("columns", 1);
    String uri = FixtureEngines.register(cluster::connect);
    put(uri, FIRST, KEY, Map.of("title", "a"));
    try (Store store = Stores.openOrCreate(uri, FIRST)) {
      Design grown = design("size: int, more: text");
      apply(uri, grown);
      put(uri, grown, KEY, Map.of("title", "a", "more", "m"));
      store.write(
          transaction -> {
            transaction.put("page", KEY, Map.of("title", "b"));
            return null;
          });
      assertThat(store.design()).isEqualTo(FIRST);
    }
    assertThat(read(uri, KEY)).containsEntry("title", "b").containsEntry("more", "m");
  }
}

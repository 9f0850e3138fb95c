package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.Evolution;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.data.UnfinishedEvolutionException;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EvolutionReader;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.EvolutionWriter;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.Slots;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Changes of a stopped store whose index {@code by_size} is of its second generation. */
class StoppedGenerationsTest {
  private static final String BY_TITLE = "by_title: {on: [title], layout: hashed(3)}";
  private static final String BY_SIZE = "by_size: {on: [size], layout: hashed(3)}";
  private static final int ROWS = 20;

  private final MemoryCluster cluster = MemoryCluster.ofRows("rows", 1);
  private String uri;

  private static Design design(String columns, String... indexes) {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: pages
            entities:
              page:
                key: {id: long}
                key-layout: plain
                families:
                  main: {title: text, size: int%s}
                indexes: {%s}
            """
                .formatted(columns, String.join(", ", indexes)),
            "test");
    return PortableDesign.concrete(design, true);
  }

  private static final Design STORED = design("", BY_TITLE, BY_SIZE);

  @BeforeEach
  void createStore() {
    uri = FixtureEngines.register(cluster::connect);
    try (Store store = Stores.openOrCreate(uri, STORED)) {
      for (long id = 0; id < ROWS; id++) {
        put(store, id);
      }
    }
    EvolutionState state =
        new EvolutionState(1, Slots.initial(STORED), Map.of("by_size", 2), Optional.empty());
    write(state);
    try (Engine engine = cluster.connect()) {
      StoreSchema schema = StoredDesign.of(engine).schema(engine);
      schema.tables().stream()
          .filter(table -> table.name().equals("by_size__2"))
          .forEach(engine::createTable);
      engine.dropTable("by_size");
    }
    try (Store store = Stores.open(uri)) {
      StoreCheck.Result repaired =
          store
              .check(new StoreCheck.Options(true, false, Duration.ZERO, 100))
              .run(finding -> {}, looked -> {});
      assertThat(repaired.isClean()).as(repaired.summary()).isTrue();
    }
    requireReads();
  }

  @AfterEach
  void forget() {
    FixtureEngines.forget(uri);
  }

  private static void put(Store store, long id) {
    store.write(
        transaction -> {
          transaction.put(
              "page", Tuple.of(id), Map.of("title", "title " + id, "size", (int) (id % 5)));
          return null;
        });
  }

  private void write(EvolutionState state) {
    try (Engine engine = cluster.connect()) {
      StoreMeta meta = new StoreMeta(engine);
      meta.write(StoreMeta.FORMAT, "3");
      meta.write("evolution", EvolutionWriter.write(state));
    }
  }

  private void requireReads() {
    try (Store store = Stores.open(uri)) {
      for (int size = 0; size < 5; size++) {
        assertThat(store.index("by_size", Tuple.of(size), Paging.first(ROWS)).entries())
            .hasSize(ROWS / 5);
      }
      EvolvingStore.requireClean(store);
    }
  }

  private List<String> apply(Design design) {
    return Evolution.apply(uri, design, Renames.NONE, EvolvingStore.options());
  }

  private List<String> tables() {
    try (Engine engine = cluster.connect()) {
      return engine.tables().stream()
          .map(TableSchema::name)
          .filter(name -> name.startsWith("by_"))
          .sorted()
          .toList();
    }
  }

  private EvolutionState state() {
    try (Engine engine = cluster.connect()) {
      return EvolutionReader.read(new StoreMeta(engine).read("evolution").orElseThrow(), "test");
    }
  }

  @Test
  void apply_columnAdded_leavesTheIndexInItsTable() {
    assertThat(apply(design(", more: text", BY_TITLE, BY_SIZE))).isNotEmpty();
    assertThat(tables()).containsExactly("by_size__2", "by_title");
    assertThat(state().generations()).isEqualTo(Map.of("by_size", 2));
    requireReads();
  }

  @Test
  void apply_indexOfOtherForm_isBuiltInItsTable() {
    assertThat(
            apply(design("", BY_TITLE, "by_size: {on: [size], order: [title], layout: hashed(5)}")))
        .isNotEmpty();
    assertThat(tables()).containsExactly("by_size__2", "by_title");
    assertThat(state().generations()).isEqualTo(Map.of("by_size", 2));
    requireReads();
  }

  @Test
  void apply_indexDropped_hasNoGenerationAfterwards() {
    assertThat(apply(design("", BY_TITLE))).isNotEmpty();
    assertThat(tables()).containsExactly("by_title");
    assertThat(state().generations()).isEmpty();
    assertThat(apply(STORED)).isNotEmpty();
    assertThat(tables()).containsExactly("by_size", "by_title");
    assertThat(state().generations()).isEmpty();
    requireReads();
  }

  @Test
  void apply_indexBecomesUnique_takesItsOwnName() {
    assertThatThrownBy(() -> apply(design("", BY_TITLE, "by_size: {on: [size], unique: true}")))
        .hasMessageContaining("by_size");
    assertThat(tables()).containsExactly("by_size__2", "by_title");
    requireReads();
    Design unique = design("", BY_TITLE, "by_size: {on: [title, size], unique: true}");
    assertThat(apply(unique)).isNotEmpty();
    assertThat(tables()).containsExactly("by_size", "by_title");
    assertThat(state().generations()).isEmpty();
    try (Store store = Stores.open(uri)) {
      EvolvingStore.requireClean(store);
    }
  }

  @Test
  void apply_partWithTheNameOfAGeneration_isRefused() {
    String clash = "by_size__2: {on: [title], layout: hashed(3)}";
    for (Design other :
        List.of(design("", BY_TITLE, BY_SIZE, clash), design("", BY_TITLE, clash))) {
      assertThatThrownBy(() -> apply(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'by_size__2'");
      assertThat(Evolution.status(uri)).isEmpty();
    }
    requireReads();
  }

  @Test
  void otherDesign_whileAnOnlineChangeIsUnderWay_isRefusedAndTheStoreCanBeOpened() {
    Design target = design("", BY_TITLE);
    long epoch = 1;
    for (Step step : Step.values()) {
      UnderWay change = new UnderWay(step, target, Renames.NONE, List.of(), Map.of());
      write(
          new EvolutionState(
              ++epoch, Slots.initial(STORED), Map.of("by_size", 2), Optional.of(change)));
      if (!step.isOnline()) {
        assertThatThrownBy(() -> Stores.open(uri)).isInstanceOf(UnfinishedEvolutionException.class);
        continue;
      }
      assertThatThrownBy(() -> apply(design(", more: text", BY_TITLE, BY_SIZE)))
          .as("%s", step)
          .isInstanceOf(StoreMismatchException.class)
          .hasMessageMatching(".*(being changed to another design|being given up).*");
      if (step.isTargetInForce()) {
        assertThatThrownBy(() -> Evolution.cancel(uri, EvolvingStore.options()))
            .isInstanceOf(StoreMismatchException.class)
            .hasMessageContaining("is in force already");
      }
      try (Store store = Stores.open(uri)) {
        assertThat(store.design()).isEqualTo(step.isTargetInForce() ? target : STORED);
        assertThat(new IndexStates(state().generations(), List.of()).table("by_size"))
            .isEqualTo("by_size__2");
        EvolvingStore.requireClean(store);
      }
    }
  }
}

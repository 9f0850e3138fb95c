package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/**
 * Loads of what random histories over random designs leave: the loaded store reads as the model,
 * its check finds nothing, and so it is after more writes. Seeds as in {@link HistoryTest}.
 */
class LoadTest {
  private static final int SEEDS = Integer.getInteger("portolan.history.seeds", 18);
  private static final int SEEDS_OF_FAILURES = Math.min(3, SEEDS);
  private static final int FIRST = Integer.getInteger("portolan.history.first", 0);
  private static final int TRANSACTIONS = 60;
  private static final int LATER_TRANSACTIONS = 30;
  private static final int THREADS = 4;
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);
  private static final int BATCHES = 40;
  private static final int BATCH_ROWS = 50;

  /** How many entities got a family after their rows. */
  private final AtomicInteger filled = new AtomicInteger();

  @TempDir Path directory;

  private static Capabilities capabilities(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      return engine.capabilities();
    }
  }

  @TestFactory
  Stream<DynamicTest> load_ofAnyRows_readsAsTheirModel() {
    return Stream.of(EngineKind.values())
        .flatMap(
            kind ->
                Stream.concat(
                    IntStream.range(FIRST, FIRST + SEEDS)
                        .mapToObj(
                            seed ->
                                DynamicTest.dynamicTest(
                                    kind + " seed " + seed, () -> new Run(kind, seed).run())),
                    Stream.of(DynamicTest.dynamicTest(kind + " fills", this::requireFilled))));
  }

  /** A run of one seed may have no family that can be filled. */
  private void requireFilled() {
    assertThat(filled.getAndSet(0)).isGreaterThanOrEqualTo(SEEDS > 1 ? 1 : 0);
  }

  private static final String NOTES =
      """
      format: 1
      design: notes
      entities:
        note:
          key: {id: long}
          families:
            main: {title: text, size: long}
            body: {content: {type: text, pattern: "[a-z]{1,5}"}, kind: text}
            mark: {color: {type: text, default: red}}
            links: {of: long}
          indexes:
            by_size: {on: [size], layout: cells single}
            by_of: {on: [of], layout: cells single}
        plain:
          key: {id: long}
          families:
            main: {title: text}
            body: {content: text}
      """;

  @Test
  void fill_takesWholeFamiliesFromWhichNothingIsDerived() {
    for (EngineKind kind : List.of(EngineKind.EMBEDDED, EngineKind.ROWS, EngineKind.COLUMNS)) {
      Design design = DesignReader.read(NOTES, "design of the test");
      try (Store store = Stores.openOrCreate(kind.uri(directory, kind + "-notes"), design)) {
        try (StoreLoad load = store.load().orElseThrow()) {
          assertThat(load.takesColumns("note", Set.of("content", "kind"))).isTrue();
          assertThat(load.takesColumns("note", Set.of())).isTrue();
          for (Set<String> other :
              List.of(
                  Set.of("content"),
                  Set.of("content", "kind", "title"),
                  Set.of("title", "size"),
                  Set.of("color"),
                  Set.of("of"),
                  Set.of("content", "kind", "other"))) {
            assertThat(load.takesColumns("note", other)).as("%s", other).isFalse();
          }
          load.write(
              "note",
              transaction -> {
                transaction.put("note", Tuple.of(1L), Map.of("title", "a", "size", 7L, "of", 8L));
                transaction.put("note", Tuple.of(2L), Map.of("title", "b", "size", 7L));
              });
          load.write(
              "plain",
              transaction -> {
                transaction.put("plain", Tuple.of(1L), Map.of("title", "a"));
                transaction.put("plain", Tuple.of(2L), Map.of("title", "b", "content", "c"));
              });
          load.flush();
          load.fill("plain", List.of(new EntityRow(Tuple.of(1L), Map.of("content", "filled"))));
          EntityRow good = new EntityRow(Tuple.of(1L), Map.of("content", "short", "kind", "k"));
          EntityRow bad = new EntityRow(Tuple.of(2L), Map.of("content", "longer", "kind", "k"));
          assertThatThrownBy(() -> load.fill("note", List.of(good, bad)))
              .isInstanceOf(ConstraintException.class);
          EntityRow derived = new EntityRow(Tuple.of(2L), Map.of("of", 3L));
          assertThatThrownBy(() -> load.fill("note", List.of(derived)))
              .hasMessage(
                  "columns [of] of entity 'note' cannot be filled on their own; write whole rows");
          load.flush();
          assertThat(store.get("note", Tuple.of(1L), Columns.ALL).orElseThrow().value("content"))
              .as("content after a refusal")
              .isNull();
          load.fill("note", List.of(good));
        }
        EntityRow row = store.get("note", Tuple.of(1L), Columns.ALL).orElseThrow();
        assertThat(List.of(row.value("title"), row.value("content"), row.value("color")))
            .containsExactly("a", "short", "red");
        assertThat(store.get("plain", Tuple.of(1L), Columns.ALL).orElseThrow().value("content"))
            .isEqualTo("filled");
        // A later write finds the row as one that was put whole.
        boolean updated =
            store.write(each -> each.update("note", Tuple.of(1L), Map.of("content", "new")));
        assertThat(updated).isTrue();
        assertThat(store.get("note", Tuple.of(1L), Columns.ALL).orElseThrow().value("content"))
            .isEqualTo("new");
        assertThat(store.check(CHECK).run(finding -> {}, looked -> {}).isClean()).isTrue();
      }
    }
  }

  /** What a load writes while servers do not answer is written again, with the same effect. */
  @TestFactory
  Stream<DynamicTest> load_whileServersFail_readsAsItsModel() {
    return Stream.of(EngineKind.ROWS, EngineKind.COLUMNS)
        .flatMap(
            kind ->
                IntStream.range(FIRST, FIRST + SEEDS_OF_FAILURES)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                kind + " seed " + seed, () -> runFailing(kind, seed))));
  }

  private void runFailing(EngineKind kind, int seed) {
    Random random = new Random(seed);
    AtomicBoolean loading = new AtomicBoolean();
    AtomicInteger failures = new AtomicInteger();
    FaultPlan plan =
        call -> {
          if (call.background() || !loading.get() || random.nextInt(20) > 0) {
            return Fault.none();
          }
          failures.incrementAndGet();
          if (!call.writes()) {
            return Fault.unavailable();
          }
          return new Fault(Fault.Answer.UNKNOWN, random.nextLong(), Fault.Rest.NEVER);
        };
    try (FaultyNetwork network =
        new FaultyNetwork(kind.cluster(kind + "-failing-" + seed).connect())) {
      new Run(FixtureEngines.register(() -> network.client(plan).loading()), kind, seed, loading)
          .run();
    }
    assertThat(failures).hasPositiveValue();
  }

  private final class Run {
    private final AtomicBoolean loading;
    private final String uri;
    private final Design design;
    private final KeyOrder keyOrder;
    private final Random random;
    private final GrowingModel growing;
    private Store store;

    Run(EngineKind kind, int seed) {
      this(kind.uri(directory, kind + "-" + seed), kind, seed, new AtomicBoolean());
    }

    /**
     * @param loading is true while the load writes
     */
    Run(String uri, EngineKind kind, int seed, AtomicBoolean loading) {
      this.uri = uri;
      this.loading = loading;
      Capabilities capabilities = capabilities(uri);
      design =
          kind == EngineKind.EMBEDDED
              ? BoundedDesign.of(seed)
              : RandomDesign.fitting(capabilities, seed);
      keyOrder = capabilities.keyOrder();
      random = new Random(~seed);
      growing = new GrowingModel(design, random);
    }

    void run() {
      growing.grow(TRANSACTIONS);
      store = Stores.openOrCreate(uri, design);
      try {
        try (StoreLoad load = store.load().orElseThrow()) {
          load(load);
        }
        growing.requireSame(store, keyOrder);
        growing.write(store, LATER_TRANSACTIONS);
        growing.requireSame(store, keyOrder);
        store.mergeDeltas();
        growing.requireSame(store, keyOrder);
      } finally {
        store.close();
      }
    }

    private void load(StoreLoad load) {
      for (EntityDesign entity : design.entities()) {
        List<Model.ModelRow> rows = new ArrayList<>(growing.model().rows(entity.name()).values());
        Set<String> later = filledLater(load, entity);
        while (!rows.isEmpty()) {
          List<Model.ModelRow> batch = rows.subList(0, 1 + random.nextInt(rows.size()));
          loading.set(true);
          load.write(
              entity.name(),
              transaction -> {
                transaction.leaveReferencesUnchecked();
                batch.forEach(
                    row -> transaction.put(entity.name(), row.key(), without(row.values(), later)));
              });
          loading.set(false);
          batch.clear();
        }
        if (random.nextBoolean() || !later.isEmpty()) {
          load.flush();
        }
        fill(load, entity, later);
        Set<Tuple> keys = new TreeSet<>(Orders.of(entity.key()));
        keys.addAll(growing.model().keys(entity));
        for (Tuple key : keys) {
          items(load, entity, key);
        }
      }
    }

    /** Returns the columns of a family that rows get after all rows are there; none of some. */
    private Set<String> filledLater(StoreLoad load, EntityDesign entity) {
      for (FamilyDesign family : entity.families()) {
        Set<String> columns = new LinkedHashSet<>();
        family.columns().forEach(column -> columns.add(column.name()));
        boolean required = columns.stream().anyMatch(column -> family.rule(column).required());
        if (!required && load.takesColumns(entity.name(), columns)) {
          filled.incrementAndGet();
          return columns;
        }
      }
      return Set.of();
    }

    private static Map<String, Object> without(Map<String, Object> values, Set<String> columns) {
      Map<String, Object> rest = new LinkedHashMap<>(values);
      rest.keySet().removeAll(columns);
      return rest;
    }

    private void fill(StoreLoad load, EntityDesign entity, Set<String> columns) {
      if (columns.isEmpty()) {
        return;
      }
      List<EntityRow> parts = new ArrayList<>();
      for (Model.ModelRow row : growing.model().rows(entity.name()).values()) {
        Map<String, Object> part = new LinkedHashMap<>(row.values());
        part.keySet().retainAll(columns);
        parts.add(new EntityRow(row.key(), part));
      }
      loading.set(true);
      load.fill(entity.name(), parts);
      loading.set(false);
    }

    /** Items of collections that a load does not take are written together. */
    private void items(StoreLoad load, EntityDesign entity, Tuple key) {
      loading.set(true);
      load.write(entity.name(), transaction -> items(transaction, load, entity, key, true));
      loading.set(false);
      store.write(
          Durability.BUFFERED,
          transaction -> {
            items(transaction, load, entity, key, false);
            return null;
          });
    }

    private void items(
        StoreTransaction transaction,
        StoreLoad load,
        EntityDesign entity,
        Tuple key,
        boolean taken) {
      for (CollectionDesign collection : entity.collections()) {
        if (load.takesItems(entity.name(), collection.name()) == taken) {
          growing
              .model()
              .items(entity, collection.name(), key)
              .forEach(
                  (itemKey, values) ->
                      transaction.addItem(entity.name(), key, collection.name(), itemKey, values));
        }
      }
    }
  }

  /** A list of referring rows that is a tree is read and written again by every batch. */
  @Test
  void load_byThreadsOfRowsThatReferToOneRow_keepsTheirTree() throws Exception {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: orders
            entities:
              customer:
                key: {id: long}
                families:
                  main: {name: text}
              order:
                key: {id: long}
                families:
                  main: {customer: long}
                references:
                  customer:
                    on: [customer]
                    to: customer
                    on-delete: restrict
                    storage: object tree(16)
            """,
            "design of the test");
    for (EngineKind kind : List.of(EngineKind.EMBEDDED, EngineKind.UNORDERED)) {
      try (Store store = Stores.openOrCreate(kind.uri(directory, kind + "-0"), design)) {
        try (StoreLoad load = store.load().orElseThrow()) {
          load.write("customer", transaction -> putOne(transaction, "customer", 7));
          load.flush();
          ExecutorService threads = Executors.newFixedThreadPool(THREADS);
          try {
            List<Future<?>> writes = new ArrayList<>();
            for (int batch = 0; batch < BATCHES; batch++) {
              int first = batch * BATCH_ROWS;
              writes.add(threads.submit(() -> load.write("order", each -> putOrders(each, first))));
            }
            for (Future<?> write : writes) {
              write.get();
            }
          } finally {
            threads.shutdownNow();
          }
        }
        StoreCheck.Result result = store.check(CHECK).run(finding -> {}, looked -> {});
        assertThat(result.isClean()).as("%s: %s", kind, result.summary()).isTrue();
      }
    }
  }

  private static void putOne(StoreTransaction transaction, String entity, long id) {
    transaction.put(entity, Tuple.of(id), Map.of());
  }

  private static void putOrders(StoreTransaction transaction, int first) {
    for (int id = first; id < first + BATCH_ROWS; id++) {
      transaction.put("order", Tuple.of((long) id), Map.of("customer", 7L));
    }
  }

  /** An abandoned load is what remains of a process that died. */
  @Test
  void abandonedLoad_isRefusedUntilItIsFinished() {
    Design design = RandomDesign.of(0);
    String uri = "rocksdb:" + directory.resolve("abandoned");
    try (Store store = Stores.openOrCreate(uri, design)) {
      StoreLoad load = store.load().orElseThrow();
      load.write(
          RandomDesign.HOST,
          transaction -> transaction.put(RandomDesign.HOST, Tuple.of("a"), Map.of("note", "n")));
      load.flush();
      load.abandon();
      load.close();
      assertThat(store.isLoadUnfinished()).isTrue();
      assertThat(store.load()).as("a load of a store with rows").isEmpty();
    }
    assertThatThrownBy(() -> Stores.open(uri))
        .isInstanceOf(UnfinishedLoadException.class)
        .hasMessageContaining("is being loaded, or its load was interrupted");
    try (Store store = Stores.open(uri, StoreOptions.DEFAULT.admittingUnfinishedLoads())) {
      assertThat(store.counter("hosts")).as("counters come last").isZero();
      StoreCheck.Result result = store.finishLoad(finding -> {});
      assertThat(result.repaired()).isEqualTo(1);
      assertThat(result.isClean()).isTrue();
    }
    try (Store store = Stores.open(uri)) {
      assertThat(store.isLoadUnfinished()).isFalse();
      assertThat(store.counter("hosts")).isEqualTo(1);
      assertThat(store.finishLoad(finding -> {}).repaired()).isZero();
    }
  }
}

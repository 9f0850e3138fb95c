package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.build.BuildProgress;
import org.portolan.data.internal.build.BuildResult;
import org.portolan.data.internal.build.DerivedBuild;
import org.portolan.data.internal.build.StoppedStore;
import org.portolan.data.internal.build.Throttle;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.index.IndexLayout;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/**
 * Builds what one random design has and another one has not, over what random histories leave. The
 * store then reads as the model, as a store of this design from the beginning does; its check finds
 * nothing; and so it is after more writes. Seeds as in {@link HistoryTest}.
 */
class BuildTest {
  private static final int SEEDS = Integer.getInteger("portolan.history.seeds", 18);
  private static final int FIRST = Integer.getInteger("portolan.history.first", 0);
  private static final int TRANSACTIONS = 60;
  private static final int LATER_TRANSACTIONS = 30;

  /** So few that entries go to files. */
  private static final long SORT_BYTES = 2_000;

  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace());

  /** Everything that is built in some seed; a run in which one is never built proves less. */
  private static final Set<String> FORMS =
      Set.of(
          "CELLS single",
          "CELLS hashed",
          "CELLS read-delta",
          "OBJECT single",
          "OBJECT hashed",
          "OBJECT read-delta",
          "OBJECT tree",
          "unique",
          "within",
          "reference CELLS",
          "reference TREE",
          "extreme",
          "collated",
          "rows",
          "sum",
          "items",
          "not null");

  private static final Set<String> BUILT = ConcurrentHashMap.newKeySet();

  @TempDir Path directory;

  @AfterAll
  static void everything_wasBuilt() {
    if (SEEDS >= 18) {
      assertThat(BUILT).containsExactlyInAnyOrderElementsOf(FORMS);
    }
  }

  private static void note(DerivedParts parts) {
    for (IndexSchema list : parts.lists()) {
      BUILT.add(form(list));
      if (list.isCollated()) {
        BUILT.add("collated");
      }
    }
    for (CounterSchema counter : parts.counters()) {
      boolean sum = counter.design().sums().isPresent();
      boolean notNull = counter.design().where().isPresent();
      BUILT.add(!counter.countsRows() ? "items" : sum ? "sum" : notNull ? "not null" : "rows");
    }
  }

  private static String form(IndexSchema list) {
    if (list.claims().isPresent()) {
      return "unique";
    }
    if (list.reference().isPresent()) {
      return "reference " + list.reference().get().design().storage();
    }
    if (list.ofExtreme()) {
      return "extreme";
    }
    IndexLayout layout = list.design().layout();
    return list.withinEntity()
        ? "within"
        : layout.representation() + " " + layout.partitioning().spelling().replaceAll("\\(.*", "");
  }

  private enum Kind {
    EMBEDDED,
    UNORDERED,
    ROWS,
    COLUMNS
  }

  private String uri(Kind kind, int seed) {
    String name = kind + "-" + seed;
    return switch (kind) {
      case EMBEDDED -> "rocksdb:" + directory.resolve(name);
      case UNORDERED -> "unordered:rocksdb:" + directory.resolve(name);
      case ROWS -> FixtureEngines.register(MemoryCluster.ofRows(name, 1)::connect);
      case COLUMNS -> FixtureEngines.register(MemoryCluster.ofColumns(name, 1)::connect);
    };
  }

  @TestFactory
  Stream<DynamicTest> build_overAnyRows_readsAsTheirModel() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                IntStream.range(FIRST, FIRST + SEEDS)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                kind + " seed " + seed, () -> new Run(kind, seed).run())));
  }

  private final class Run {
    private final String uri;
    private final Path sorting;
    private final Capabilities capabilities;
    private final Design richer;
    private final Design poorer;
    private final Random random;
    private final RandomOperations operations;
    private Model model;
    private Store store;

    Run(Kind kind, int seed) {
      uri = uri(kind, seed);
      sorting = directory.resolve("sorting-" + kind + "-" + seed);
      try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
        capabilities = engine.capabilities();
      }
      richer =
          kind == Kind.EMBEDDED ? BoundedDesign.of(seed) : ReferringDesign.of(seed, capabilities);
      random = new Random(~seed);
      poorer = PoorerDesign.of(richer, random);
      operations = new RandomOperations(richer, random);
      model = new Model(richer);
    }

    void run() {
      for (int number = 0; number < TRANSACTIONS; number++) {
        next(operations.transaction());
      }
      Stores.openOrCreate(uri, richer, OPTIONS).close();
      StoreSchema before = StoreSchema.of(poorer, capabilities);
      StoreSchema after = StoreSchema.of(richer, capabilities);
      try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
        makePoorer(engine, before, after);
      }
      store = Stores.open(uri, OPTIONS);
      fill();
      store.close();
      try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
        change(engine, before, after);
      }
      store = Stores.open(uri, OPTIONS);
      try {
        compare();
        for (int number = 0; number < LATER_TRANSACTIONS; number++) {
          write();
        }
        compare();
        store.mergeDeltas();
        compare();
      } finally {
        store.close();
      }
    }

    /** Makes the new store one of the poorer design, with families for lists within rows. */
    private void makePoorer(Engine engine, StoreSchema before, StoreSchema after) {
      DerivedParts.missing(after, before).tables().forEach(engine::dropTable);
      List<String> known = engine.tables().stream().map(TableSchema::name).toList();
      for (TableSchema table : before.tables()) {
        if (!known.contains(table.name())) {
          engine.createTable(table);
        }
      }
      DesignSwitch.to(engine, before);
    }

    private void change(Engine engine, StoreSchema before, StoreSchema after) {
      StoppedStore.settle(engine, before, OPTIONS);
      DerivedBuild.drop(
          engine, before, DerivedParts.missing(before, after), after, OPTIONS.runtime());
      DerivedParts parts = DerivedParts.missing(after, before);
      note(parts);
      DerivedBuild build =
          DerivedBuild.of(engine, after, parts, OPTIONS).sortingIn(sorting, SORT_BYTES);
      BuildResult result = build.run(BuildProgress.NONE, Throttle.NONE);
      assertThat(result.violations()).isEmpty();
      assertThat(result.isBuilt()).isTrue();
      StoreCheck.Result verified = build.verify(finding -> fail(finding));
      assertThat(verified.isClean()).isTrue();
      DesignSwitch.to(engine, after);
    }

    /** Makes a transaction in the model, unless a store would refuse it. */
    private boolean next(List<Operation> transaction) {
      Model young = model.copy();
      transaction.forEach(operation -> operation.apply(young));
      if (!young.settle(model) || young.isOutOfBounds() || young.hasDuplicates()) {
        return false;
      }
      model = young;
      return true;
    }

    private void write() {
      List<Operation> transaction =
          operations.transaction().stream()
              .filter(operation -> !(operation instanceof Operation.Read))
              .toList();
      Model before = model;
      if (!next(transaction)) {
        return;
      }
      Model unused =
          store.write(
              Durability.SYNCED,
              attempt -> {
                Model after = before.copy();
                transaction.forEach(operation -> operation.apply(attempt, after));
                return after;
              });
    }

    private void fill() {
      for (EntityDesign entity : richer.entities()) {
        for (Model.ModelRow row : model.rows(entity.name()).values()) {
          int times = 1 + random.nextInt(2);
          for (int time = 0; time < times; time++) {
            store.write(
                transaction -> {
                  transaction.leaveReferencesUnchecked();
                  transaction.put(entity.name(), row.key(), row.values());
                  return null;
                });
          }
        }
        for (var key : new ArrayList<>(model.keys(entity))) {
          store.write(
              transaction -> {
                for (CollectionDesign collection : entity.collections()) {
                  model
                      .items(entity, collection.name(), key)
                      .forEach(
                          (itemKey, values) ->
                              transaction.putItem(
                                  entity.name(), key, collection.name(), itemKey, values));
                }
                return null;
              });
        }
      }
    }

    private void compare() {
      new Comparison(store, model, random, capabilities.keyOrder()).everything();
      StoreCheck.Result result =
          store
              .check(new StoreCheck.Options(false, false, Duration.ZERO, 100))
              .run(finding -> fail(finding), looked -> {});
      assertThat(result.isClean()).isTrue();
    }
  }

  private static void fail(StoreCheck.Finding finding) {
    throw new AssertionError("the check finds " + finding);
  }
}

package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.build.DerivedBuild;
import org.portolan.data.internal.build.StoppedStore;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;

/**
 * The process that builds dies at each of its calls, before it, after it or with a part of it done.
 * Another one does the same work, and the store is as if the first had never begun. Then the work
 * is taken back in the same way, and so on. {@code -Dportolan.seed=N} runs one seed.
 */
class InterruptedBuildTest {
  private static final int SEEDS = 4;
  private static final int TRANSACTIONS = 40;

  /** The most calls at which a build on files dies; in memory it dies at each. */
  private static final int CALLS_ON_FILES_MAX = 12;

  private static final long SORT_BYTES = 2_000;

  @TempDir Path directory;

  private Engine engine(EngineKind kind, int seed) {
    String name = kind + "-" + seed;
    return kind.isCluster()
        ? kind.cluster(name).connect()
        : Engines.open(kind.uri(directory, name), OpenMode.CREATE_IF_MISSING);
  }

  @TestFactory
  Stream<DynamicTest> build_killedAtEveryCall_isMadeByTheNextOne() {
    Integer only = Integer.getInteger("portolan.seed");
    return Stream.of(EngineKind.values())
        .flatMap(
            kind ->
                (only == null ? IntStream.range(0, SEEDS) : IntStream.of(only))
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                kind + " seed " + seed,
                                () -> {
                                  try (Run run = new Run(kind, seed)) {
                                    run.run();
                                  }
                                })));
  }

  private final class Run implements AutoCloseable {
    private final EngineKind kind;
    private final StoreOptions options =
        StoreOptions.DEFAULT
            .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
            .in(new HurriedRuntime());
    private final FaultyNetwork network;
    private final Capabilities capabilities;
    private final Path sorting;
    private final Design richer;
    private final Random random;
    private final StoreSchema rich;
    private final StoreSchema poor;
    private final Model richModel;
    private final Model poorModel;
    private int kills;
    private int failures;

    Run(EngineKind kind, int seed) {
      this.kind = kind;
      network = new FaultyNetwork(engine(kind, seed));
      capabilities = network.store().capabilities();
      sorting = directory.resolve("sorting-" + kind + "-" + seed);
      richer = ReferringDesign.of(seed, capabilities);
      random = new Random(~seed);
      Design poorer = PoorerDesign.of(richer, random);
      rich = StoreSchema.of(richer, capabilities);
      poor = StoreSchema.of(poorer, capabilities);
      RandomOperations operations = new RandomOperations(richer, random);
      Model model = new Model(richer);
      for (int number = 0; number < TRANSACTIONS; number++) {
        Model young = model.copy();
        operations.transaction().forEach(operation -> operation.apply(young));
        if (young.settle(model) && !young.hasDuplicates()) {
          model = young;
        }
      }
      richModel = model;
      poorModel = new Model(poorer);
      fill(poorModel);
    }

    private void fill(Model target) {
      for (EntityDesign entity : richer.entities()) {
        richModel
            .rows(entity.name())
            .values()
            .forEach(row -> target.put(entity, row.key(), row.values()));
        for (var key : richModel.keys(entity)) {
          for (CollectionDesign collection : entity.collections()) {
            target
                .items(entity, collection.name(), key)
                .putAll(richModel.items(entity, collection.name(), key));
          }
        }
      }
    }

    private FaultyEngine client(FaultPlan plan) {
      return network.client(plan).loading();
    }

    private Store open() {
      String uri = FixtureEngines.register(() -> client(FaultPlan.NONE));
      try {
        return Stores.openOrCreate(uri, richer, options);
      } finally {
        FixtureEngines.forget(uri);
      }
    }

    private Store reopen() {
      String uri = FixtureEngines.register(() -> client(FaultPlan.NONE));
      try {
        return Stores.open(uri, options);
      } finally {
        FixtureEngines.forget(uri);
      }
    }

    void run() {
      open().close();
      Engine engine = client(FaultPlan.NONE);
      DerivedParts.missing(rich, poor).tables().forEach(engine::dropTable);
      List<String> known = engine.tables().stream().map(TableSchema::name).toList();
      engine.createTables(
          poor.tables().stream().filter(table -> !known.contains(table.name())).toList());
      DesignSwitch.to(engine, poor);
      try (Store store = reopen()) {
        write(store);
        require(store, poorModel);
      }
      // Forth, and back to where it began, while there are calls at which the work was not killed.
      List<Call> calls = calls(poor, rich);
      List<Call> back = calls(rich, poor);
      for (int number = 0; number < Math.max(calls.size(), back.size()); number++) {
        interrupt(poor, rich, richModel, calls, number);
        interrupt(rich, poor, poorModel, back, number);
      }
      assertThat(kills).isPositive();
      System.out.println(
          "InterruptedBuildTest "
              + kind
              + " "
              + richer.name()
              + " kills="
              + kills
              + " failures="
              + failures);
    }

    private void write(Store store) {
      for (EntityDesign entity : richer.entities()) {
        for (Model.ModelRow row : richModel.rows(entity.name()).values()) {
          store.write(
              transaction -> {
                transaction.leaveReferencesUnchecked();
                transaction.put(entity.name(), row.key(), row.values());
                return null;
              });
        }
        for (var key : richModel.keys(entity)) {
          store.write(
              transaction -> {
                for (CollectionDesign collection : entity.collections()) {
                  richModel
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

    private void work(Engine by, StoreSchema before, StoreSchema after) {
      StoppedStore.settle(by, before, options, Duration.ofMinutes(2));
      DerivedBuild.drop(by, before, DerivedParts.missing(before, after), after, options.runtime());
      assertThat(build(by, before, after).run(EvolveOptions.Progress.NONE).isBuilt()).isTrue();
    }

    private DerivedBuild build(Engine by, StoreSchema before, StoreSchema after) {
      return DerivedBuild.of(by, after, DerivedParts.missing(after, before), options)
          .sortingIn(sorting, SORT_BYTES);
    }

    /** Does the work undisturbed; returns its calls, or some of them. */
    private List<Call> calls(StoreSchema before, StoreSchema after) {
      FaultyEngine engine = client(FaultPlan.NONE);
      work(engine, before, after);
      List<Call> calls =
          new ArrayList<>(engine.calls().stream().filter(call -> !call.background()).toList());
      if ((kind == EngineKind.EMBEDDED || kind == EngineKind.UNORDERED)
          && calls.size() > CALLS_ON_FILES_MAX) {
        Collections.shuffle(calls, random);
        return calls.subList(0, CALLS_ON_FILES_MAX);
      }
      return calls;
    }

    private void interrupt(
        StoreSchema before, StoreSchema after, Model expected, List<Call> calls, int number) {
      if (number >= calls.size()) {
        work(client(FaultPlan.NONE), before, after);
        return;
      }
      Call call = calls.get(number);
      List<Fault> faults =
          Fault.every(call, 1, random).stream()
              .filter(
                  fault -> kind == EngineKind.ROWS || kind == EngineKind.COLUMNS || isKill(fault))
              .toList();
      Fault fault = faults.get(random.nextInt(faults.size()));
      try {
        work(client(FaultPlan.at(call.number(), fault)), before, after);
      } catch (ClientKilledError killed) {
        kills++;
      } catch (UnavailableException | OutcomeUnknownException failed) {
        failures++;
      }
      Engine next = client(FaultPlan.NONE);
      work(next, before, after);
      List<StoreCheck.Finding> findings = new ArrayList<>();
      StoreCheck.Result verified = build(next, before, after).verify(findings::add);
      assertThat(verified.isClean()).as("%s, %s: %s", call, fault, findings).isTrue();
      DesignSwitch.to(next, after);
      try (Store store = reopen()) {
        require(store, expected);
      } catch (AssertionError failure) {
        throw new AssertionError(call + ", " + fault, failure);
      }
    }

    private static boolean isKill(Fault fault) {
      return fault.answer() == Fault.Answer.KILLED && fault.rest() == Fault.Rest.NEVER;
    }

    private void require(Store store, Model expected) {
      new Comparison(store, expected, random, capabilities.keyOrder()).everything();
    }

    @Override
    public void close() {
      network.close();
    }
  }
}

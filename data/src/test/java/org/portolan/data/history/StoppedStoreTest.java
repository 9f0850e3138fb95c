package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.EntityRow;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.build.DerivedBuild;
import org.portolan.data.internal.build.StoppedStore;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Builds over what processes have left that died in the middle of a write, on engines of rows. */
class StoppedStoreTest {
  private static final String ENTITIES =
      """
      format: 1
      design: shop
      entities:
        product:
          key: {id: long}
          families: {main: {stock: int, shelf: text}}
          indexes: {by_shelf: {on: [shelf], layout: single}MORE}
          counters: {products: {layout: single}}
      """;

  private static Design design(boolean richer) {
    String more = richer ? ", by_stock: {on: [stock], layout: hashed(3)}" : "";
    return PortableDesign.concrete(
        DesignReader.read(ENTITIES.replace("MORE", more), "design of the test"), true);
  }

  private static Stream<DynamicTest> onClusters(Consumer<MemoryCluster> test) {
    return Stream.of("rows", "columns")
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () ->
                        test.accept(
                            name.equals("rows")
                                ? MemoryCluster.ofRows(name, 1)
                                : MemoryCluster.ofColumns(name, 1))));
  }

  private static Store open(Engine engine, Design design, StoreOptions options) {
    String uri = FixtureEngines.register(() -> engine);
    try {
      return Stores.openOrCreate(uri, design, options);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @TestFactory
  Stream<DynamicTest> build_afterAWriterDied_hasWhatTheWriterHasDecided() {
    return onClusters(
        cluster -> {
          try (FaultyNetwork network = new FaultyNetwork(cluster.connect())) {
            everyCall(network);
          }
        });
  }

  private static void everyCall(FaultyNetwork network) {
    StoreOptions options =
        StoreOptions.DEFAULT
            .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
            .in(new HurriedRuntime());
    FaultyEngine whole = network.client(FaultPlan.NONE);
    Store first = open(whole, design(false), options);
    put(first, 1, 0);
    put(first, 2, 0);
    whole.startOver(FaultPlan.NONE);
    move(first, 1);
    List<Call> calls = whole.calls().stream().filter(call -> !call.background()).toList();
    first.close();
    int stock = 1;
    for (Call call : calls) {
      for (Fault fault : List.of(Fault.killBefore(), Fault.killAfter())) {
        stock++;
        FaultyEngine dying = network.client(FaultPlan.NONE);
        Store store = open(dying, design(false), options);
        // Its session begins before the write that is interrupted, as that of the first store did.
        put(store, 3, stock);
        dying.startOver(FaultPlan.at(call.number(), fault));
        try {
          move(store, stock);
        } catch (ClientKilledError killed) {
          assertThat(dying.killed()).isTrue();
        }
        dying.kill();
        requireBuilt(network, options, stock);
      }
    }
  }

  private static void put(Store store, long id, int stock) {
    store.write(
        transaction -> {
          transaction.put("product", Tuple.of(id), Map.of("stock", stock, "shelf", "a"));
          return null;
        });
  }

  /** Changes two rows in one write. */
  private static void move(Store store, int stock) {
    store.write(
        transaction -> {
          for (long id = 1; id <= 2; id++) {
            transaction.put(
                "product", Tuple.of(id), Map.of("stock", stock, "shelf", "shelf " + stock));
          }
          return null;
        });
  }

  private static void requireBuilt(FaultyNetwork network, StoreOptions options, int stock) {
    Engine engine = network.client(FaultPlan.NONE);
    StoreSchema poorer = StoreSchema.of(design(false), engine.capabilities());
    StoreSchema richer = StoreSchema.of(design(true), engine.capabilities());
    StoppedStore.settle(engine, poorer, options, Duration.ofMinutes(2));
    DerivedParts parts = DerivedParts.missing(richer, poorer);
    DerivedBuild build = DerivedBuild.of(engine, richer, parts, options);
    assertThat(build.run(EvolveOptions.Progress.NONE).entries()).isEqualTo(3);
    assertThat(build.verify(finding -> {}).isClean()).isTrue();
    DesignSwitch.to(engine, richer);
    try (Store store = open(network.client(FaultPlan.NONE), design(true), options)) {
      Optional<EntityRow> one = store.get("product", Tuple.of(1L), Columns.ALL);
      Optional<EntityRow> two = store.get("product", Tuple.of(2L), Columns.ALL);
      Object found = one.orElseThrow().value("stock");
      assertThat(two.orElseThrow().value("stock")).as("both rows or none").isEqualTo(found);
      int others = found.equals(stock) ? 3 : 2;
      assertThat(store.index("by_stock", Tuple.of(found), Paging.first(9)).entries())
          .hasSize(others);
      List<StoreCheck.Finding> findings = new ArrayList<>();
      StoreCheck.Result result =
          store
              .check(new StoreCheck.Options(false, false, Duration.ZERO, 100))
              .run(findings::add, looked -> {});
      assertThat(result.isClean()).as("%s", findings).isTrue();
    }
    DerivedBuild.drop(engine, richer, parts, poorer, options.runtime());
    DesignSwitch.to(engine, poorer);
  }

  @TestFactory
  Stream<DynamicTest> settle_whileAnotherProcessHasTheStoreOpen_isRefused() {
    return onClusters(
        cluster -> {
          HurriedRuntime runtime = new HurriedRuntime();
          StoreOptions options =
              StoreOptions.DEFAULT
                  .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
                  .in(runtime);
          try (Store store = open(cluster.connect(), design(false), options);
              Engine engine = cluster.connect()) {
            put(store, 1, 0);
            runtime.whileWaiting(() -> put(store, 1, 1));
            StoreSchema schema = StoreSchema.of(design(false), engine.capabilities());
            assertThatThrownBy(
                    () -> StoppedStore.settle(engine, schema, options, Duration.ofMinutes(2)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("while other processes write to it");
            put(store, 1, 2);
          }
        });
  }
}

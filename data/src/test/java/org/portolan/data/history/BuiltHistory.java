package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.build.BuildResult;
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
import org.portolan.engine.TableSchema;

/**
 * Fills a store under a design that lacks some of what a richer one has, builds the rest over its
 * rows, and compares.
 */
public final class BuiltHistory {
  /** So few that entries go to files. */
  private static final long SORT_BYTES = 2_000;

  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace());

  private final String uri;
  private final Path sorting;
  private final Capabilities capabilities;
  private final Design richer;
  private final Design poorer;
  private final Random random;
  private final GrowingModel growing;
  private final int transactions;
  private Store store;

  /**
   * @param richer the design that is built, which the engine can keep
   * @param random decides everything
   * @param sorting a directory for the sort alone
   */
  public BuiltHistory(String uri, Design richer, Random random, Path sorting, int transactions) {
    this.uri = uri;
    this.richer = richer;
    this.random = random;
    this.sorting = sorting;
    this.transactions = transactions;
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      capabilities = engine.capabilities();
    }
    poorer = PoorerDesign.of(richer, random);
    growing = new GrowingModel(richer, random);
  }

  /** Returns what is built. */
  DerivedParts parts() {
    return DerivedParts.missing(
        StoreSchema.of(richer, capabilities), StoreSchema.of(poorer, capabilities));
  }

  /** Fills the store, builds, and compares every read with the model, also after more writes. */
  public void run() {
    growing.grow(transactions);
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
      growing.requireSame(store, capabilities.keyOrder());
      growing.write(store, transactions / 2);
      growing.requireSame(store, capabilities.keyOrder());
      store.mergeDeltas();
      growing.requireSame(store, capabilities.keyOrder());
    } finally {
      store.close();
    }
  }

  /** Makes the new store one of the poorer design, with families for lists within rows. */
  private void makePoorer(Engine engine, StoreSchema before, StoreSchema after) {
    DerivedParts.missing(after, before).tables().forEach(engine::dropTable);
    List<String> known = engine.tables().stream().map(TableSchema::name).toList();
    engine.createTables(
        before.tables().stream().filter(table -> !known.contains(table.name())).toList());
    DesignSwitch.to(engine, before);
  }

  private void change(Engine engine, StoreSchema before, StoreSchema after) {
    StoppedStore.settle(engine, before, OPTIONS, Duration.ofMinutes(2));
    DerivedBuild.drop(
        engine, before, DerivedParts.missing(before, after), after, OPTIONS.runtime());
    DerivedParts parts = DerivedParts.missing(after, before);
    DerivedBuild build =
        DerivedBuild.of(engine, after, parts, OPTIONS).sortingIn(sorting, SORT_BYTES);
    BuildResult result = build.run(EvolveOptions.Progress.NONE);
    assertThat(result.violations()).isEmpty();
    assertThat(result.isBuilt()).isTrue();
    StoreCheck.Result verified = build.verify(finding -> fail(finding));
    assertThat(verified.isClean()).isTrue();
    DesignSwitch.to(engine, after);
  }

  private void fill() {
    for (EntityDesign entity : richer.entities()) {
      for (Model.ModelRow row : growing.model().rows(entity.name()).values()) {
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
      for (var key : new ArrayList<>(growing.model().keys(entity))) {
        store.write(
            transaction -> {
              for (CollectionDesign collection : entity.collections()) {
                growing
                    .model()
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

  private static void fail(StoreCheck.Finding finding) {
    throw new AssertionError("the check finds " + finding);
  }
}

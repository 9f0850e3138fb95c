package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Get;
import org.portolan.engine.RowKey;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

class DesignOfFewReplicasTest {
  private static final RowKey DESIGN = new RowKey(StoreSchema.META_TABLE, Tuple.of("design"));

  /** The process that created the store died before more than one replica had the design. */
  @Test
  void open_designThatAReadDoesNotShow_isFoundAllTheSame() {
    MemoryCluster cluster = MemoryCluster.ofColumns("few", 1);
    RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS).close();
    HookedEngine engine = new HookedEngine(cluster.connect());
    AtomicBoolean isSeenByAll = new AtomicBoolean();
    engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(DESIGN)) {
            isSeenByAll.set(true);
          }
        };
    var below = engine.reads;
    engine.reads =
        gets ->
            below.apply(
                gets.stream().map(get -> isSeenByAll.get() ? get : withoutDesign(get)).toList());

    String uri = FixtureEngines.register(() -> engine);
    try (Store store = Stores.open(uri, RowStores.OPTIONS)) {
      assertThat(store.design()).isEqualTo(RowStores.everyLayout());
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static Get withoutDesign(Get get) {
    return get.rowKey().equals(DESIGN)
        ? new Get(get.table(), Tuple.of("none"), get.families())
        : get;
  }
}

package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.RandomDesign;
import org.portolan.data.history.RandomOperations;
import org.portolan.design.Design;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** Snapshots, notes and the order of stored rows. */
class SnapshotTest {
  @TempDir Path directory;

  /** Every read of a snapshot shows its moment, under every storage and layout. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
  void snapshot_besideWrites_showsItsMoment(int seed) {
    Design design = RandomDesign.of(seed);
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      RandomOperations operations = new RandomOperations(design, new Random(seed));
      Model moment = new Model(design);
      for (int number = 0; number < 60; number++) {
        moment = write(store, operations, moment);
      }
      Model before = moment;
      Model after =
          store.readSnapshot(
              reader -> {
                Model now = before;
                for (int number = 0; number < 30; number++) {
                  now = write(store, operations, now);
                }
                new Comparison(reader, before, new Random(seed)).everything();
                return now;
              });
      new Comparison(store, after, new Random(seed)).everything();
    }
  }

  private static Model write(Store store, RandomOperations operations, Model model) {
    List<Operation> transaction = operations.transaction();
    Model expected = model.copy();
    transaction.forEach(operation -> operation.apply(expected));
    if (expected.hasDuplicates()) {
      // A unique index refuses it.
      return model;
    }
    return store.write(
        tx -> {
          Model after = model.copy();
          transaction.forEach(operation -> operation.apply(tx, after));
          return after;
        });
  }

  @Test
  void snapshot_ofAnEngineWithoutSnapshots_isRefused() {
    String uri = FixtureEngines.register(MemoryCluster.ofRows("snapshots", 1)::connect);
    try (Store store = Stores.openOrCreate(uri, RandomDesign.fitting(capabilities(uri), 1))) {
      assertThat(store.hasSnapshots()).isFalse();
      assertThatThrownBy(() -> store.readSnapshot(reader -> reader))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("its engine has none");
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static org.portolan.engine.Capabilities capabilities(String uri) {
    try (var engine =
        org.portolan.engine.Engines.open(
            uri, org.portolan.engine.EngineProvider.OpenMode.CREATE_IF_MISSING)) {
      return engine.capabilities();
    }
  }

  @Test
  void reader_ofAnEndedSnapshot_isRefused() {
    Design design = RandomDesign.of(0);
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      List<StoreReader> kept = new ArrayList<>();
      assertThat(store.<Boolean>readSnapshot(kept::add)).isTrue();
      assertThatThrownBy(
              () -> kept.get(0).scanStored(RandomDesign.HOST, Columns.ALL, Paging.first(1)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void note_isKeptAcrossOpenings() {
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, RandomDesign.of(0))) {
      assertThat(store.note("work")).isEmpty();
      store.note("work", "one\nline");
      store.note("other", "");
      store.note("work", "two\nlines\n");
      store.note("work", "two\nlines\n");
    }
    try (Store store = Stores.open(uri)) {
      assertThat(store.note("work")).contains("two\nlines\n");
      assertThat(store.note("other")).contains("");
      assertThat(store.note("third")).isEmpty();
    }
  }

  @Test
  void storedOrder_isThatOfKeys_onlyUnderPlainLayoutsOfOrderedEngines() {
    Design design = RandomDesign.of(1);
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      for (var entity : design.entities()) {
        assertThat(store.isStoredInKeyOrder(entity.name()))
            .isEqualTo(entity.keyLayout().prefixRange() == 1);
      }
      assertThatThrownBy(() -> store.isStoredInKeyOrder("nothing"))
          .isInstanceOf(IllegalArgumentException.class);
    }
    String uri = FixtureEngines.register(MemoryCluster.ofColumns("order", 1)::connect);
    Design fitting = RandomDesign.fitting(capabilities(uri), 1);
    try (Store store = Stores.openOrCreate(uri, fitting)) {
      for (var entity : fitting.entities()) {
        assertThat(store.isStoredInKeyOrder(entity.name())).isFalse();
      }
    } finally {
      FixtureEngines.forget(uri);
    }
  }
}

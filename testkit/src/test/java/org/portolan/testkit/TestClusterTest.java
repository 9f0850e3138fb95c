package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.Stores;
import org.portolan.design.PortableDesign;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.StoreInUseException;
import org.portolan.engine.StoreMissingException;
import org.portolan.types.Tuple;

class TestClusterTest {
  @ParameterizedTest
  @EnumSource
  void open_hasTheGuaranteeAndTheChoicesOfTheEngine(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      assertThat(store.guarantee()).isEqualTo(Guarantee.of(kind.capabilities()));
      assertThat(store.local()).isEqualTo(kind == Kind.ROCKSDB);
      assertThat(store.design())
          .isEqualTo(PortableDesign.concrete(Notes.DESIGN, kind != Kind.IGNITE));
      Notes.add(store, "one", "anna");
      assertThat(Notes.listed(store, "anna")).containsExactly(Tuple.of("one"));
      assertThat(store.counter("notes")).isEqualTo(1);
      Checks.requireClean(store);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "ROCKSDB", mode = EnumSource.Mode.EXCLUDE)
  void open_severalProcesses_seeOneAnothersWrites(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore one = cluster.open(Notes.DESIGN);
      TestStore other = cluster.open(Notes.DESIGN);
      Notes.add(one, "one", "anna");
      Notes.add(other, "two", "anna");
      assertThat(Notes.notesOf(one, "anna")).isEqualTo(2);
      one.close();
      Notes.add(other, "three", "anna");
      assertThat(Notes.listed(other, "anna")).hasSize(3);
    }
  }

  @Test
  void open_secondProcessOnRocksDb_isRefusedUntilTheFirstHasEnded() {
    try (TestCluster cluster = TestCluster.inMemory(Kind.ROCKSDB)) {
      TestStore first = cluster.open(Notes.DESIGN);
      Notes.add(first, "one", "anna");
      assertThatThrownBy(() -> cluster.open(Notes.DESIGN))
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining("RocksDB admits one process");
      first.kill();
      assertThat(Notes.exists(cluster.open(Notes.DESIGN), "one")).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_moreThanTheEngineTakes_isRefused(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      String tooLong = "x".repeat(kind.capabilities().keyBytesMax());
      assertThatThrownBy(() -> Notes.add(store, tooLong, "anna"))
          .isInstanceOf(CapabilityException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_ofManyThreads_losesNothing(Kind kind) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      List<Callable<Boolean>> writes = new ArrayList<>();
      for (int number = 0; number < 40; number++) {
        String id = "note " + number;
        writes.add(() -> store.write(tx -> Notes.add(tx, id, "anna")));
      }
      for (Future<Boolean> write : threads.invokeAll(writes)) {
        assertThat(write.get()).isTrue();
      }
      assertThat(Notes.notesOf(store, "anna")).isEqualTo(40);
      Checks.requireClean(store);
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_storesAreOpen_endsTheirThreadsAndForgetsThem(Kind kind) {
    TestCluster cluster = TestCluster.inMemory(kind);
    TestStore first = cluster.open(Notes.DESIGN);
    Notes.add(first, "one", "anna");
    first.kill();
    TestStore second = cluster.open(Notes.DESIGN);
    Notes.add(second, "two", "anna");
    second.faults().outage();
    String uri = cluster.uri();
    cluster.close();
    cluster.close();
    assertThat(first.runningThreads() + second.runningThreads()).isZero();
    assertThat(second.isOpen()).isFalse();
    assertThatThrownBy(() -> Stores.open(uri)).isInstanceOf(StoreMissingException.class);
    assertThatThrownBy(() -> cluster.open(Notes.DESIGN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }

  @ParameterizedTest
  @EnumSource
  void close_ofAStoreDuringAnOutage_endsItsThreads(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      Notes.add(store, "one", "anna");
      store.faults().outage();
      store.close();
      store.close();
      assertThat(store.isOpen()).isFalse();
      assertThat(store.runningThreads()).isZero();
      cluster.advance(Duration.ofMinutes(1));
      Checks.requireClean(cluster.open(Notes.DESIGN));
    }
  }

  /** The order in which rows of one call change follows from the seed. */
  @Test
  void seed_isThatOfTheSystemProperty() {
    System.setProperty(TestCluster.SEED_PROPERTY, "42");
    try (TestCluster cluster = TestCluster.inMemory(Kind.HBASE)) {
      assertThat(cluster.seed()).isEqualTo(42);
      assertThat(cluster).hasToString("cluster like hbase of seed 42");
    } finally {
      System.clearProperty(TestCluster.SEED_PROPERTY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void uri_opensTheSameStore(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      try (Store store = Stores.openOrCreate(cluster.uri(), Notes.DESIGN)) {
        Notes.add(store, "one", "anna");
      }
      assertThat(Notes.exists(cluster.open(Notes.DESIGN), "one")).isTrue();
    }
  }

  @Test
  void advance_byDays_leavesTheStoreWritable() {
    try (TestCluster cluster = TestCluster.inMemory(Kind.CASSANDRA)) {
      TestStore store = cluster.open(Notes.DESIGN);
      Notes.add(store, "one", "anna");
      cluster.advance(Duration.ofDays(3));
      Notes.add(store, "two", "anna");
      assertThat(store.sweep().pending()).isZero();
      store.skewClock(Duration.ofSeconds(-30));
      store.write(tx -> tx.update("note", Tuple.of("one"), Map.of("words", 4)));
      Checks.requireClean(store);
      assertThatThrownBy(() -> cluster.advance(Duration.ofDays(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void at_directoryOfRocksDb_testsTheRealEngineAndRemovesIt(@TempDir Path directory)
      throws Exception {
    Path place = directory.resolve("store");
    try (TestCluster cluster = TestCluster.at("rocksdb:" + place)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().loseNextAnswer();
      assertThatThrownBy(() -> Notes.add(store, "one", "anna"));
      assertThat(Notes.exists(store, "one")).isTrue();
      assertThat(Files.exists(place)).isTrue();
    }
    assertThat(Files.exists(place)).isFalse();
  }

  @Test
  void at_storeWithTables_isRefusedAndUntouched(@TempDir Path directory) {
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, Notes.DESIGN)) {
      Notes.add(store, "one", "anna");
    }
    assertThatThrownBy(() -> TestCluster.at(uri))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the store has tables");
    try (Store store = Stores.open(uri)) {
      assertThat(Notes.exists(store, "one")).isTrue();
    }
  }
}

package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.StoreListener;
import org.portolan.data.StoreOptions;
import org.portolan.data.Trace;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** A store that is closed more than once: only the first time reaches the engine. */
class ClosedTwiceTest {
  @TempDir Path directory;

  private final AtomicInteger told = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final AtomicInteger callsWhenClosed = new AtomicInteger();

  private Engine connect(String kind) {
    return switch (kind) {
      case "rows" -> MemoryCluster.ofRows("closed", 1).connect();
      case "columns" -> MemoryCluster.ofColumns("closed", 1).connect();
      default -> Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING);
    };
  }

  /** Opens a store and writes, so that its process has a session to leave. */
  private Store written(String kind) {
    HookedEngine engine = new HookedEngine(connect(kind));
    engine.beforeClose = closed::incrementAndGet;
    engine.beforeWrite = mutations -> countIfClosed();
    engine.beforeScan = scan -> countIfClosed();
    var below = engine.reads;
    engine.reads =
        gets -> {
          countIfClosed();
          return below.apply(gets);
        };
    StoreListener listener =
        new StoreListener() {
          @Override
          public void closed() {
            told.incrementAndGet();
          }
        };
    Store store =
        RowStores.open(
            () -> engine, RowStores.everyLayout(), StoreOptions.DEFAULT.listening(listener));
    store.write(
        transaction -> {
          transaction.put("page", Tuple.of("Riga"), Map.of("size", 3));
          transaction.put("page", Tuple.of("Tartu"), Map.of("size", 4));
          return null;
        });
    return store;
  }

  private void countIfClosed() {
    if (closed.get() > 0) {
      callsWhenClosed.incrementAndGet();
    }
  }

  private void requireClosedOnce(Store store) {
    assertThat(closed).as("closings of the engine").hasValue(1);
    assertThat(callsWhenClosed).as("calls of the closed engine").hasValue(0);
    assertThat(told).as("times that the listener was told").hasValue(1);
    assertThatThrownBy(() -> store.get("page", Tuple.of("Riga"), Columns.ALL))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void close_again_doesNothing(String kind) {
    Store store = written(kind);
    store.close();
    store.close();
    store.close();
    requireClosedOnce(store);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void close_ofAView_isThatOfTheStore(String kind) {
    Store store = written(kind);
    store.traced(new Trace()).close();
    store.close();
    requireClosedOnce(store);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void close_byManyThreads_reachesTheEngineOnce(String kind) {
    Store store = written(kind);
    List<CompletableFuture<Void>> all =
        Stream.generate(() -> CompletableFuture.runAsync(store::close)).limit(8).toList();
    all.forEach(CompletableFuture::join);
    requireClosedOnce(store);
  }
}

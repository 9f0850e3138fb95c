package org.portolan.data.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.ConflictStatistics.Merges;
import org.portolan.data.Paging;
import org.portolan.data.RetryPolicy;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

class DeltaMergerTest {
  private static final String DESIGN =
      """
      format: 1
      design: logged
      entities:
        page:
          key: {title: text}
          key-layout: plain
          families:
            main: {text: text, links: set of text}
          indexes:
            backlinks: {on: [links], layout: 'object read-delta(1,1)'}
      """;

  private static final int WRITERS = 8;
  private static final int PAGES = 250;

  @TempDir Path directory;

  /** An engine whose first call by the merger's thread fails as if by a bug of an adapter. */
  private static Engine failingOnce(Engine engine, AtomicInteger mergerCalls) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (Thread.currentThread().getName().equals("portolan-delta-merger")
                  && mergerCalls.incrementAndGet() == 1) {
                throw new IllegalStateException("a bug of the adapter");
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void failureThatIsNoneOfTheEngine_doesNotEndTheMerging() {
    AtomicInteger mergerCalls = new AtomicInteger();
    String rocksDb = "rocksdb:" + directory.resolve("store");
    String uri =
        FixtureEngines.register(
            () -> failingOnce(Engines.open(rocksDb, OpenMode.CREATE_IF_MISSING), mergerCalls));
    try (Store store = Stores.openOrCreate(uri, DesignReader.read(DESIGN, "logged"))) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      for (int page = 0; mergerCalls.get() < 2 && System.nanoTime() < end; page++) {
        Tuple title = Tuple.of("page " + page);
        store.write(
            transaction -> {
              transaction.put("page", title, Map.of("links", Set.of("common")));
              return null;
            });
      }
      assertThat(mergerCalls).hasValueGreaterThanOrEqualTo(2);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /**
   * Writers of one process let a merge win at its second transaction at the latest; if they did not
   * wait, it would lose two to four of five. Waits end only by signals here, so a slow machine
   * changes nothing.
   */
  @Test
  void merge_amongWritersOfItsProcess_losesAtMostOnce() throws Exception {
    StillRuntime runtime = new StillRuntime(0);
    runtime.waitForSignalsAlone();
    StoreOptions options =
        StoreOptions.DEFAULT
            .in(runtime)
            .with(new RetryPolicy(1_000_000, Duration.ZERO, Duration.ZERO));
    Store closed;
    try (Store store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"),
            DesignReader.read(DESIGN, "logged"),
            options)) {
      closed = store;
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      List<Future<?>> running = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String name = "page of " + writer + ", ";
        running.add(
            threads.submit(
                () -> {
                  for (int page = 0; page < PAGES; page++) {
                    Tuple title = Tuple.of(name + page);
                    store.write(
                        transaction -> {
                          transaction.put("page", title, Map.of("links", Set.of("common")));
                          return null;
                        });
                  }
                }));
      }
      for (Future<?> writer : running) {
        writer.get();
      }
      threads.shutdown();

      Merges merges = store.conflicts().merges();
      assertThat(merges.won()).isPositive();
      assertThat(merges.lost()).as("%s", merges).isLessThanOrEqualTo(merges.won() + 1);
      store.mergeDeltas();
      assertThat(store.index("backlinks", Tuple.of("common"), Paging.first(10_000)).entries())
          .hasSize(WRITERS * PAGES);
    }
    // The background may merge beside the call above; what it moved is counted once it has ended.
    assertThat(closed.conflicts().merges().moved())
        .as("each entry is moved once")
        .isEqualTo(WRITERS * PAGES);
  }
}

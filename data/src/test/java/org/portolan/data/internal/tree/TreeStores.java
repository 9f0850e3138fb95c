package org.portolan.data.internal.tree;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * Stores whose indexes and collections are trees, all on one engine. Each open store has its own
 * cache.
 */
final class TreeStores implements AutoCloseable {
  private static final RetryPolicy RETRIES =
      new RetryPolicy(50, Duration.ofMillis(1), Duration.ofMillis(20));

  final Design design;
  final Engine engine;
  private final String uri;

  /** The engines on which a transaction spans the store. */
  enum On {
    ROCKSDB,
    /** RocksDB without ordered scans. */
    UNORDERED,
    /** A grid like Ignite: no snapshots, no order, no items. */
    GRID,
    /** An engine like RocksDB, in memory. */
    EMBEDDED
  }

  private TreeStores(Engine engine, Design design) {
    this.engine = engine;
    this.design = design;
    this.uri = FixtureEngines.register(() -> unclosed(engine));
  }

  static TreeStores on(On on, Path directory, int membersMax) {
    return new TreeStores(
        switch (on) {
          case ROCKSDB -> Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
          case UNORDERED ->
              Engines.open("unordered:rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
          case GRID -> calm(Kind.STORE);
          case EMBEDDED -> calm(Kind.EMBEDDED);
        },
        design(membersMax));
  }

  private static Engine calm(Kind kind) {
    return SimulatedCluster.calm(kind, new Random(1)).connect(Client.calm(new Random(2)));
  }

  private static Design design(int membersMax) {
    return DesignReader.read(
        """
        format: 1
        design: trees
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {tag: text, n: int, changed: timestamp}
            indexes:
              all: {layout: object tree(%1$d)}
              by_tag: {on: [tag], layout: object tree(%1$d)}
              recent: {order: [changed desc], layout: object tree(%1$d)}
          person:
            key: {name: {type: text, collation: ai_ci}}
            key-layout: plain
            families:
              main: {n: int}
            indexes:
              people: {order: [n], layout: object tree(%1$d)}
          book:
            key: {name: text}
            key-layout: {md5-modulo: {range: 4}}
            families:
              main: {n: int}
            collections:
              notes: {key: {title: text}, storage: object tree(%1$d), columns: {text: text, n: int}}
              sheets: {key: {title: text}, storage: rows, listed-by: notes}
              backs: {key: {title: text desc}, storage: rows, listed-by: notes}
            counters:
              noted: {counts: notes, layout: single}
          event:
            key: {n: int}
            key-layout: plain
            families:
              main: {tag: text}
            indexes:
              events: {layout: object tree(%1$d)}
        """
            .formatted(membersMax),
        "trees");
  }

  Store open() {
    return Stores.openOrCreate(uri, design, RETRIES);
  }

  /** Returns an engine that a store which is closed does not close. */
  static Engine unclosed(Engine engine) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Returns the number of rows of a table. */
  int rows(String table) {
    AtomicInteger rows = new AtomicInteger();
    TreeRows.each(engine, design, table, node -> rows.incrementAndGet());
    return rows.get();
  }

  @Override
  public void close() {
    FixtureEngines.forget(uri);
    engine.close();
  }
}

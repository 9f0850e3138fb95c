package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.types.Tuple;

/** Indexes change while threads of the same process read and write. */
class OnlineEvolutionTest {
  private static final int WRITERS = 4;
  private static final int ROWS = 300;
  private static final List<String> KINDS = List.of("a", "b", "c", "d", "e");
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ofMillis(100), 100);

  @TempDir Path directory;

  private static Design design(String... indexes) {
    String listed = indexes[0].contains("cells") ? "cells" : "object";
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families: {main: {kind: text, size: int}}
            indexes:
              by_size: {on: [size], layout: %s single}
        """
                .formatted(listed)
            + String.join("\n", indexes).indent(6),
        "things");
  }

  private static Design byKind(String layout) {
    return design("by_kind: {on: [kind], order: [size], layout: '" + layout + "'}");
  }

  /** Writers that each write different rows, and know which of them there must be. */
  private static final class Crowd implements AutoCloseable {
    private final Map<Long, String> kinds = new ConcurrentHashMap<>();
    private final Repeating threads;

    Crowd(Store store, int seed) {
      List<Runnable> turns = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        Random random = new Random(seed * 31L + number);
        turns.add(() -> write(store, number, random));
      }
      threads = new Repeating(turns);
    }

    private void write(Store store, int writer, Random random) {
      long id = random.nextInt(ROWS / WRITERS) * (long) WRITERS + writer;
      if (random.nextInt(4) == 0) {
        store.write(
            transaction -> {
              transaction.delete("thing", Tuple.of(id));
              return null;
            });
        kinds.remove(id);
      } else {
        String kind = KINDS.get(random.nextInt(KINDS.size()));
        Map<String, Object> values = Map.of("kind", kind, "size", random.nextInt(100));
        store.write(
            transaction -> {
              transaction.put("thing", Tuple.of(id), values);
              return null;
            });
        kinds.put(id, kind);
      }
    }

    @Override
    public void close() {
      threads.close();
    }
  }

  private static void requireRight(Store store, Map<Long, String> kinds) {
    Map<String, TreeSet<Long>> expected = new HashMap<>();
    kinds.forEach((id, kind) -> expected.computeIfAbsent(kind, any -> new TreeSet<>()).add(id));
    for (String kind : KINDS) {
      TreeSet<Long> listed = new TreeSet<>();
      store
          .index("by_kind", Tuple.of(kind), Paging.first(1_000))
          .entries()
          .forEach(key -> listed.add((Long) key.get(0)));
      assertThat(listed).isEqualTo(expected.getOrDefault(kind, new TreeSet<>()));
    }
    List<String> findings = new ArrayList<>();
    store.check(CHECK).run(finding -> findings.add(finding.toString()), done -> {});
    assertThat(findings).isEmpty();
  }

  private static void evolveThrough(String uri, List<String> layouts) {
    try (Store store =
        Stores.openOrCreate(
            uri,
            byKind(layouts.get(0)),
            StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO))) {
      Map<Long, String> kinds;
      try (Crowd crowd = new Crowd(store, 1)) {
        kinds = crowd.kinds;
        while (kinds.size() < ROWS / 2) {
          Thread.onSpinWait();
        }
        for (String layout : layouts.subList(1, layouts.size())) {
          List<String> made = store.evolve(byKind(layout), EvolveOptions.DEFAULT);
          assertThat(made).hasSize(1).first().asString().contains("by_kind").contains(layout);
          assertThat(store.design()).isEqualTo(byKind(layout));
        }
      }
      requireRight(store, kinds);
      assertThat(store.evolve(store.design(), EvolveOptions.DEFAULT)).isEmpty();
    }
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      assertThat(engine.tables().stream().filter(table -> table.name().startsWith("by_kind")))
          .hasSize(1);
    }
    try (Store store = Stores.openOrCreate(uri, byKind(layouts.get(0)))) {
      store.write(
          transaction -> {
            transaction.put("thing", Tuple.of(9_999L), Map.of("kind", "z", "size", 1));
            return null;
          });
      assertThat(store.index("by_kind", Tuple.of("z"), Paging.first(9)).entries()).hasSize(1);
    }
  }

  @Test
  void layoutsOfObjects_onRocksDb_changeBesideWriters() {
    evolveThrough(
        "rocksdb:" + directory,
        List.of(
            "object single",
            "object hashed(5)",
            "object hashed(50)",
            "object read-delta(2, 3)",
            "object tree(8)",
            "object single"));
  }

  @Test
  void layoutsOfCells_onRocksDb_changeBesideWriters() {
    evolveThrough(
        "rocksdb:" + directory,
        List.of("cells single", "cells hashed(7)", "cells read-delta(2, 3)"));
  }

  @Test
  void index_addedAndDropped_servesFromItsEnd() {
    Design without = design("other: {on: [size], layout: object single}");
    Design with =
        design(
            "other: {on: [size], layout: object single}",
            "by_kind: {on: [kind], layout: object hashed(3)}");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory, without)) {
      Map<Long, String> kinds;
      try (Crowd crowd = new Crowd(store, 2)) {
        kinds = crowd.kinds;
        assertThat(store.evolve(with, EvolveOptions.DEFAULT)).hasSize(1);
      }
      requireRight(store, kinds);
      assertThat(store.evolve(without, EvolveOptions.DEFAULT)).hasSize(1);
      assertThatThrownBy(() -> store.index("by_kind", Tuple.of("a"), Paging.first(9)))
          .hasMessageContaining("has no index 'by_kind'");
      assertThat(store.cancelEvolution(EvolveOptions.DEFAULT)).isFalse();
      assertThat(store.evolve(with, EvolveOptions.DEFAULT)).hasSize(1);
      requireRight(store, kinds);
    }
  }

  @Test
  void otherChange_isRefusedWithItsReason() {
    try (Store store = Stores.openOrCreate("rocksdb:" + directory, byKind("object single"))) {
      Design other = design("by_kind: {on: [size], layout: object single}");
      assertThatThrownBy(() -> store.evolve(other, EvolveOptions.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("while applications go on: entity thing: index by_kind");
      assertThatThrownBy(
              () ->
                  store.write(
                      transaction ->
                          store.evolve(byKind("object hashed(2)"), EvolveOptions.DEFAULT)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("within a write");
    }
  }

  @Test
  void cancel_byAnotherThread_endsTheChangeAndBringsTheOldDesignBack() throws Exception {
    Design before = byKind("object single");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory, before)) {
      Map<Long, String> kinds;
      try (Crowd crowd = new Crowd(store, 3)) {
        kinds = crowd.kinds;
        while (kinds.size() < ROWS / 2) {
          Thread.onSpinWait();
        }
        AtomicBoolean filling = new AtomicBoolean();
        Thread canceller = Thread.currentThread();
        EvolveOptions pausing =
            EvolveOptions.DEFAULT.telling(
                (step, done) -> {
                  if (!filling.getAndSet(true)) {
                    awaitWaiting(canceller);
                  }
                });
        CompletableFuture<List<String>> change =
            CompletableFuture.supplyAsync(() -> store.evolve(byKind("object hashed(5)"), pausing));
        while (!filling.get()) {
          Thread.onSpinWait();
        }
        assertThat(store.cancelEvolution(EvolveOptions.DEFAULT)).isTrue();
        assertThatThrownBy(change::get)
            .hasRootCauseInstanceOf(DataException.class)
            .hasMessageContaining("another process has changed the state of the evolution");
        assertThat(store.design()).isEqualTo(before);
        assertThat(store.evolve(byKind("object hashed(7)"), EvolveOptions.DEFAULT)).hasSize(1);
      }
      requireRight(store, kinds);
    }
  }

  /** Waits until a thread that gives the change up waits for the operations under way. */
  private static void awaitWaiting(Thread canceller) {
    long start = System.nanoTime();
    while (canceller.getState() != Thread.State.TIMED_WAITING) {
      if (System.nanoTime() - start > Duration.ofSeconds(30).toNanos()) {
        throw new AssertionError("the change was not given up");
      }
      Thread.onSpinWait();
    }
  }
}

package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Item;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.types.Tuple;

/**
 * Adds columns, a family and an entity to a store of a real engine while a client of the old design
 * writes, and lets it write on beside one of the new design. Drops all of it again, and adds it
 * once more: nothing comes back.
 */
final class AdditionTrial {
  private static final int ROWS = 20;
  private static final Tuple AT = Tuple.of("at");

  private AdditionTrial() {}

  private static Design design(String main, String item, String more) {
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families: {main: {%s}}
            collections:
              notes: {key: {at: text}, columns: {%s}}
            indexes:
              by_kind: {on: [kind], layout: hashed(2)}
            counters:
              all_notes: {counts: notes, layout: single}
        """
                .formatted(main, item)
            + more,
        "things");
  }

  static void run(String uri) throws InterruptedException, ExecutionException {
    Design old = design("kind: text, size: int", "note: text, by: text", "");
    Design grown =
        design(
            "kind: text, level: {type: int, required: true, default: 3}, size: int, hint: text},"
                + " other: {author: text",
            "note: text, by: text, rank: {type: int, default: 7}",
            """
              user:
                key: {name: text}
                families: {main: {mail: text}}
                counters:
                  users: {layout: single}
            """);
    Stores.openOrCreate(uri, old).close();
    if (isGrid(uri)) {
      Evolution.guard(uri, true, EvolveOptions.DEFAULT.whileStopped());
    }
    try (Store first = Stores.openOrCreate(uri, old);
        Store evolver = Stores.openOrCreate(uri, old)) {
      Map<Long, String> kinds = new HashMap<>();
      AtomicBoolean ends = new AtomicBoolean();
      AtomicLong written = new AtomicLong();
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> writeUntil(first, ends, written, kinds));
      List<String> made = evolver.evolve(grown, EvolveOptions.DEFAULT);
      assertThat(made).hasSize(5);
      try (Store second = Stores.openOrCreate(uri, grown)) {
        for (long id = 0; id < ROWS; id++) {
          writeNew(second, id);
        }
        // The first client writes each row once more, after the write that is under way.
        long enough = written.get() + 1 + ROWS;
        while (written.get() < enough && !writing.isDone()) {
          Thread.sleep(10);
        }
        ends.set(true);
        writing.get();
        requireRight(second, kinds);
        drop(evolver, first, second, old, kinds);
        evolver.evolve(grown, EvolveOptions.DEFAULT);
        requireNothingBack(evolver, kinds);
      }
    }
  }

  /** Drops what was added while the first client writes and the second one has the store open. */
  private static void drop(
      Store evolver, Store first, Store second, Design old, Map<Long, String> kinds)
      throws InterruptedException, ExecutionException {
    AtomicBoolean ends = new AtomicBoolean();
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(() -> writeUntil(first, ends, new AtomicLong(), kinds));
    assertThat(evolver.evolve(old, EvolveOptions.DEFAULT)).hasSize(5);
    for (Runnable use :
        List.<Runnable>of(
            () -> second.counter("users"),
            () -> second.get("thing", Tuple.of(1L), Columns.of("hint")),
            () -> second.get("thing", Tuple.of(1L), Columns.of("author")),
            () -> writeNew(second, 1))) {
      assertThatThrownBy(use::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("it was dropped since");
    }
    ends.set(true);
    writing.get();
    for (long id = 0; id < ROWS; id++) {
      EntityRow row = second.get("thing", Tuple.of(id), Columns.ALL).orElseThrow();
      assertThat(row.values()).isEqualTo(Map.of("kind", kinds.get(id), "size", 1));
      Item item = second.item("thing", Tuple.of(id), "notes", AT).orElseThrow();
      assertThat(item.text("note")).isEqualTo(kinds.get(id));
      assertThat(item.values()).containsOnlyKeys("note", "by");
    }
    requireClean(evolver);
  }

  private static void requireNothingBack(Store store, Map<Long, String> kinds) {
    for (long id = 0; id < ROWS; id++) {
      EntityRow row = store.get("thing", Tuple.of(id), Columns.ALL).orElseThrow();
      assertThat(row.values())
          .containsEntry("kind", kinds.get(id))
          .containsEntry("level", 3)
          .containsEntry("hint", null)
          .containsEntry("author", null);
      Item item = store.item("thing", Tuple.of(id), "notes", AT).orElseThrow();
      assertThat(item.values()).containsEntry("note", kinds.get(id)).containsEntry("rank", null);
    }
    assertThat(store.get("user", Tuple.of("user 1"), Columns.ALL)).isEmpty();
    assertThat(store.counter("users")).isZero();
    requireClean(store);
  }

  private static boolean isGrid(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      return !engine.capabilities().local()
          && Store.Guarantee.of(engine.capabilities()) == Store.Guarantee.ATOMIC;
    }
  }

  private static void writeUntil(
      Store store, AtomicBoolean ends, AtomicLong written, Map<Long, String> kinds) {
    for (long number = 0; !ends.get() || number < 2 * ROWS; number++) {
      long id = number % ROWS;
      String kind = "kind " + number;
      write(
          store,
          transaction -> {
            transaction.put("thing", Tuple.of(id), Map.of("kind", kind, "size", 1));
            transaction.putItem("thing", Tuple.of(id), "notes", AT, Map.of("note", kind));
          });
      kinds.put(id, kind);
      written.incrementAndGet();
    }
  }

  /** Makes a write that may be made twice, until it is known to be made: clients come and go. */
  private static void write(Store store, Consumer<StoreTransaction> work) {
    while (true) {
      try {
        store.write(
            transaction -> {
              work.accept(transaction);
              return null;
            });
        return;
      } catch (OutcomeUnknownException e) {
        // It is made again.
      }
    }
  }

  private static void writeNew(Store store, long id) {
    write(
        store,
        transaction -> {
          Tuple key = Tuple.of(id);
          transaction.update("thing", key, Map.of("hint", "h" + id, "author", "a", "level", 4));
          transaction.putItem("thing", key, "notes", AT, Map.of("rank", (int) id));
          transaction.put("user", Tuple.of("user " + id), Map.of("mail", "m"));
        });
  }

  private static void requireRight(Store store, Map<Long, String> kinds) {
    for (long id = 0; id < ROWS; id++) {
      EntityRow row = store.get("thing", Tuple.of(id), Columns.ALL).orElseThrow();
      assertThat(row.values())
          .isEqualTo(
              Map.of(
                  "kind", kinds.get(id), "size", 1, "hint", "h" + id, "author", "a", "level", 4));
      Item item = store.item("thing", Tuple.of(id), "notes", AT).orElseThrow();
      assertThat(item.text("note")).isEqualTo(kinds.get(id));
      assertThat(item.intValue("rank")).isEqualTo((int) id);
    }
    assertThat(store.counter("users")).isEqualTo(ROWS);
    requireClean(store);
  }

  private static void requireClean(Store store) {
    List<String> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(false, false, Duration.ofMillis(100), 100))
        .run(finding -> findings.add(finding.toString()), done -> {});
    assertThat(findings).isEmpty();
  }
}

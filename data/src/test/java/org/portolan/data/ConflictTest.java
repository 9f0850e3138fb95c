package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.ConflictStatistics.HotKey;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.index.Bucket;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** Two writers that conflict on purpose: the second one writes while the first one is at work. */
class ConflictTest {
  private static final RetryPolicy THREE_TIMES =
      new RetryPolicy(3, Duration.ZERO, Duration.ofMillis(1));

  @TempDir Path directory;

  private Store open(String layout) {
    return Stores.openOrCreate(
        "rocksdb:" + directory.resolve("store"), TestDesigns.oneIndex(layout), THREE_TIMES);
  }

  private static void put(StoreTransaction transaction, String title, String link) {
    transaction.put("page", Tuple.of(title), Map.of("text", title, "links", Set.of(link)));
  }

  /** Writes in another thread, and waits for it. */
  private static void meanwhile(Store store, Consumer<StoreTransaction> work) {
    CompletableFuture.runAsync(
            () ->
                store.write(
                    other -> {
                      work.accept(other);
                      return null;
                    }))
        .join();
  }

  /** Writes one page, and in its first attempts another one in between. */
  private static int writeBoth(Store store, String first, String second, int meetings) {
    AtomicInteger attempts = new AtomicInteger();
    store.write(
        transaction -> {
          put(transaction, first, "common");
          if (attempts.incrementAndGet() <= meetings) {
            meanwhile(
                store,
                other -> {
                  long version = attempts.get();
                  // An unchanged entry does not change its bucket: each conflict needs a new page.
                  String title = version == 1 ? second : second + " " + version;
                  other.put(
                      "page",
                      Tuple.of(title),
                      Map.of("version", version, "links", Set.of("common")));
                });
          }
          return null;
        });
    return attempts.get();
  }

  private static long retries(Store store, ConflictCause cause) {
    return store.conflicts().retries().get(cause);
  }

  @Test
  void write_sameRowChangedMeanwhile_retriedAndNamed() {
    try (Store store = open("cells single")) {
      Trace trace = new Trace();
      assertThat(writeBoth(store.traced(trace), "Riga", "Riga", 1)).isEqualTo(2);
      ConflictStatistics conflicts = store.conflicts();
      assertThat(conflicts.commits()).isEqualTo(2);
      assertThat(conflicts.retries())
          .isEqualTo(
              Map.of(
                  ConflictCause.SAME_ROW, 1L,
                  ConflictCause.INDEX_ONLY, 0L,
                  ConflictCause.UNKNOWN, 0L));
      assertThat(conflicts.aborts().values()).containsOnly(0L);
      assertThat(conflicts.hotKeys()).contains(new HotKey("page(Riga)", 1));
      assertThat(trace.counts().retries()).isEqualTo(1);
      EntityRow row = store.get("page", Tuple.of("Riga"), Columns.ALL).get();
      assertThat(row.text("text")).isEqualTo("Riga");
      assertThat(row.value("version")).as("replaced by the later put").isNull();
    }
  }

  @Test
  void write_otherRowInTheSameObject_indexOnly() {
    try (Store store = open("object single")) {
      assertThat(writeBoth(store, "Riga", "Tartu", 2)).isEqualTo(3);
      assertThat(retries(store, ConflictCause.INDEX_ONLY)).isEqualTo(2);
      assertThat(retries(store, ConflictCause.SAME_ROW)).isZero();
      assertThat(store.conflicts().hotKeys())
          .containsExactly(new HotKey("backlinks(common, r0)", 2));
      assertThat(store.index("backlinks", Tuple.of("common"), Paging.first(5)).entries())
          .containsExactly(Tuple.of("Riga"), Tuple.of("Tartu"), Tuple.of("Tartu 2"));
    }
  }

  @Test
  void write_otherRowInTheSameCells_noConflict() {
    try (Store store = open("cells single")) {
      assertThat(writeBoth(store, "Riga", "Tartu", 1)).isEqualTo(1);
      assertThat(store.conflicts().retries().values()).containsOnly(0L);
      assertThat(store.index("backlinks", Tuple.of("common"), Paging.first(5)).entries())
          .containsExactly(Tuple.of("Riga"), Tuple.of("Tartu"));
    }
  }

  @Test
  void write_partitionedObject_conflictOnlyInTheSameBucket() {
    for (String layout : new String[] {"object hashed(7)", "object read-delta(1,7)"}) {
      directory = directory.resolve("further");
      try (Store store = open(layout)) {
        IndexSchema index = new StoreSchema(store.design()).index("backlinks");
        Bucket bucket = bucket(index, "Riga");
        String same = title(index, bucket, true);
        String different = title(index, bucket, false);
        assertThat(writeBoth(store, "Riga", different, 1)).as(layout).isEqualTo(1);
        assertThat(writeBoth(store, "Riga", same, 1)).as(layout).isEqualTo(1);
        store.write(transaction -> transaction.delete("page", Tuple.of("Riga")));
        store.write(transaction -> transaction.delete("page", Tuple.of(same)));
        assertThat(writeBoth(store, "Riga", same, 1)).as(layout).isEqualTo(2);
        assertThat(store.conflicts().hotKeys())
            .containsExactly(new HotKey("backlinks(common, " + bucket.name() + ")", 1));
      }
    }
  }

  private static Bucket bucket(IndexSchema index, String title) {
    return index.partitioning().write(index.hash(Tuple.of(title)));
  }

  private static String title(IndexSchema index, Bucket bucket, boolean same) {
    return IntStream.range(0, 1_000)
        .mapToObj(number -> "page " + number)
        .filter(title -> bucket(index, title).equals(bucket) == same)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void write_sameCounter_meetsOnlyIfItIsRead() {
    String uri = "rocksdb:" + directory.resolve("counters");
    try (Store store = Stores.openOrCreate(uri, TestDesigns.everyLayout(), THREE_TIMES)) {
      for (boolean read : new boolean[] {false, true}) {
        AtomicInteger attempts = new AtomicInteger();
        store.write(
            transaction -> {
              if (read) {
                assertThat(transaction.counter("pages")).isBetween(2L, 3L);
              }
              transaction.put("page", Tuple.of("Riga " + read), Map.of());
              if (attempts.incrementAndGet() == 1) {
                meanwhile(store, other -> other.put("page", Tuple.of("Tartu " + read), Map.of()));
              }
              return null;
            });
        assertThat(attempts).hasValue(read ? 2 : 1);
      }
      assertThat(store.conflicts().hotKeys()).containsExactly(new HotKey("counters(pages, 0)", 1));
      assertThat(retries(store, ConflictCause.INDEX_ONLY)).isEqualTo(1);
      assertThat(store.counter("pages")).isEqualTo(4);
    }
  }

  @Test
  void write_metEveryTime_givenUpWithKeysAndNothingChanged() {
    try (Store store = open("object single")) {
      assertThatThrownBy(() -> writeBoth(store, "Riga", "Tartu", 99))
          .isInstanceOfSatisfying(
              WriteConflictException.class,
              e -> {
                assertThat(e.attempts()).isEqualTo(3);
                assertThat(e.conflictCause()).isEqualTo(ConflictCause.INDEX_ONLY);
                assertThat(e.keys())
                    .containsExactly(new RowKey("backlinks", Tuple.of("common", "r0")));
              })
          .hasMessage(
              "the write was given up after 3 attempts; other writers changed the same index"
                  + " entries each time: backlinks(common, r0)");
      assertThat(retries(store, ConflictCause.INDEX_ONLY)).isEqualTo(2);
      assertThat(store.conflicts().aborts().get(ConflictCause.INDEX_ONLY)).isEqualTo(1);
      assertThat(store.conflicts().commits()).as("those of the others").isEqualTo(3);
      assertThat(store.get("page", Tuple.of("Riga"), Columns.NONE)).isEmpty();
      assertThat(store.index("backlinks", Tuple.of("common"), Paging.first(5)).entries())
          .containsExactly(Tuple.of("Tartu"), Tuple.of("Tartu 2"), Tuple.of("Tartu 3"));
    }
  }

  @Test
  void write_metUntilItsTimeIsOver_givenUp() {
    String uri = "rocksdb:" + directory.resolve("store");
    StoreOptions options =
        StoreOptions.DEFAULT.with(
            new RetryPolicy(1_000, Duration.ofMillis(5), Duration.ofMillis(5))
                .within(Duration.ofMillis(100)));
    try (Store store = Stores.openOrCreate(uri, TestDesigns.oneIndex("object single"), options)) {
      assertThatThrownBy(() -> writeBoth(store, "Riga", "Tartu", 999))
          .isInstanceOfSatisfying(
              WriteConflictException.class, e -> assertThat(e.attempts()).isBetween(2, 999));
      assertThat(store.get("page", Tuple.of("Riga"), Columns.NONE)).isEmpty();
    }
  }

  @Test
  void write_interrupted_endsAtItsFirstConflictWithNothingChanged() {
    try (Store store = open("object single")) {
      AtomicInteger attempts = new AtomicInteger();
      try {
        assertThatThrownBy(
                () ->
                    store.write(
                        transaction -> {
                          put(transaction, "Riga", "common");
                          int attempt = attempts.incrementAndGet();
                          meanwhile(store, other -> put(other, "Tartu " + attempt, "common"));
                          Thread.currentThread().interrupt();
                          return null;
                        }))
            .isInstanceOf(InterruptedWaitException.class)
            .hasMessageContaining("interrupted before attempt 2")
            .hasMessageContaining("it changed nothing");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
      } finally {
        Thread.interrupted();
      }
      assertThat(attempts).hasValue(1);
      assertThat(store.get("page", Tuple.of("Riga"), Columns.NONE)).isEmpty();
      assertThat(store.index("backlinks", Tuple.of("common"), Paging.first(5)).entries())
          .containsExactly(Tuple.of("Tartu 1"));
    }
  }
}

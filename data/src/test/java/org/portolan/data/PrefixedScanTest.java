package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** Rows in the order of their keys under a prefixed key layout, and what such pages cost. */
class PrefixedScanTest {
  private static final int ROWS = 3_000;

  @TempDir Path directory;

  private static Design design(int prefixes) {
    return DesignReader.read(
        """
        format: 1
        design: prefixed
        entities:
          page:
            key: {id: long}
            key-layout: {modulo: {range: %d}}
            families: {main: {text: text}}
        """
            .formatted(prefixes),
        "prefixed");
  }

  private Store store(int prefixes) {
    return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design(prefixes));
  }

  private static void fill(Store store, LongStream ids, String text) {
    store.write(
        transaction -> {
          ids.forEach(id -> transaction.put("page", Tuple.of(id), Map.of("text", text)));
          return null;
        });
  }

  private static List<Long> ids(Slice<EntityRow> page) {
    return page.entries().stream().map(row -> (Long) row.key().get(0)).toList();
  }

  private static List<Long> all(StoreReader store, int limit) {
    List<Long> ids = new ArrayList<>();
    Paging paging = Paging.first(limit);
    while (true) {
      Slice<EntityRow> page = store.scan("page", Tuple.EMPTY, Columns.ALL, paging);
      assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
      ids.addAll(ids(page));
      if (page.next().isEmpty()) {
        return ids;
      }
      assertThat(page.entries()).hasSize(limit);
      paging = paging.following(page);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 7", "2, 1", "2, 1000", "7, 50", "64, 50", "65, 50", "1000, 50", "1000, 999"})
  void scan_inPages_givesAllRowsInOrder(int prefixes, int limit) {
    TreeSet<Long> ids = new TreeSet<>();
    // Most rows are alike, a third of them have one prefix, and gaps leave some prefixes empty.
    LongStream.range(0, ROWS).map(n -> n % 3 == 0 ? n * prefixes : n * 7 + n % 5).forEach(ids::add);
    try (Store store = store(prefixes)) {
      fill(store, ids.stream().mapToLong(id -> id), "text");
      assertThat(all(store, limit)).containsExactlyElementsOf(ids);
      store.write(
          transaction -> {
            assertThat(all(transaction, limit)).containsExactlyElementsOf(ids);
            return null;
          });
    }
  }

  private static Trace.Counts cost(Store store, int limit) {
    Trace trace = new Trace();
    store.traced(trace).scan("page", Tuple.EMPTY, Columns.ALL, Paging.first(limit));
    return trace.counts();
  }

  /** Any prefix can have rows of a page, but most have none. */
  @ParameterizedTest
  @CsvSource({"1000, 50, 10", "1000, 1000, 2", "200, 50, 5", "4000, 50, 20"})
  void page_ofEvenlySpreadRows_takesFourRoundTripsAndFewRowsMoreThanItShows(
      int prefixes, int limit, int rowsReadForEachShown) {
    try (Store store = store(prefixes)) {
      fill(store, LongStream.range(0, 30_000).filter(mixed(11)), "text");
      Trace.Counts counts = cost(store, limit);
      assertThat(counts.roundTrips()).isLessThanOrEqualTo(4);
      assertThat(counts.keysRead()).isBetween(limit + 1L, (long) rowsReadForEachShown * limit);
    }
  }

  @Test
  void allPages_ofEvenlySpreadRows_takeFewRowsMoreThanTheyShow() {
    try (Store store = store(1_000)) {
      fill(store, LongStream.range(0, 10_000).filter(mixed(11)), "text");
      Trace trace = new Trace();
      int rows = all(store.traced(trace), 50).size();
      int pages = rows / 50 + 1;
      assertThat(rows).isGreaterThan(9_000);
      assertThat(trace.counts().keysRead()).isLessThanOrEqualTo(10L * rows);
      assertThat(trace.counts().roundTrips()).isLessThanOrEqualTo(3L * pages);
    }
  }

  /** The guess from the first ranges is wrong: they have only high keys, or only low ones. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void scan_whoseFirstRangesMislead_givesAllRowsInOrder(boolean firstAreHigh) {
    int prefixes = 640;
    // Every tenth prefix is one of those that are read first.
    List<Long> ids =
        LongStream.range(0, 6_400)
            .filter(
                id -> {
                  boolean first = id % 10 == 0;
                  boolean high = id / prefixes >= 5;
                  return first == firstAreHigh ? high : !high;
                })
            .boxed()
            .toList();
    try (Store store = store(prefixes)) {
      fill(store, ids.stream().mapToLong(id -> id), "text");
      assertThat(all(store, 50)).containsExactlyElementsOf(ids);
      assertThat(cost(store, 50).roundTrips()).isLessThanOrEqualTo(5);
    }
  }

  @Test
  void scan_ofRandomRowsInPagesOfRandomSizes_givesAllRowsInOrder() {
    long seed = Long.getLong("portolan.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 6; round++) {
      int prefixes = 2 + random.nextInt(random.nextBoolean() ? 400 : 80);
      TreeSet<Long> ids = new TreeSet<>();
      int hot = random.nextInt(prefixes);
      double heat = random.nextDouble() * random.nextDouble();
      for (int row = 0; row < 2_000; row++) {
        long block = random.nextInt(300) * (long) random.nextInt(3);
        int prefix = random.nextDouble() < heat ? hot : random.nextInt(prefixes);
        ids.add(block * prefixes + prefix);
      }
      Path place = directory.resolve("random" + round);
      try (Store store = Stores.openOrCreate("rocksdb:" + place, design(prefixes))) {
        fill(store, ids.stream().mapToLong(id -> id), "x".repeat(random.nextInt(40)));
        for (int limit : new int[] {1 + random.nextInt(20), 50, 1 + random.nextInt(900)}) {
          assertThat(all(store, limit))
              .as("-Dportolan.seed=" + seed + " limit " + limit + " prefixes " + prefixes)
              .containsExactlyElementsOf(ids);
        }
      }
    }
  }

  private static LongPredicate mixed(int modulus) {
    return id -> ((id * 2_654_435_761L) >>> 8) % modulus != 0;
  }

  @Test
  void page_whoseRowsAllHaveOnePrefix_readsLittleMoreThanItShows() {
    try (Store store = store(1_000)) {
      fill(store, LongStream.range(0, 5_000).map(id -> id * 1_000), "text");
      Trace.Counts counts = cost(store, 50);
      assertThat(counts.keysRead()).isLessThanOrEqualTo(2 * 51);
      assertThat(counts.roundTrips()).isLessThanOrEqualTo(10);
    }
  }

  @Test
  void page_ofLargeRows_readsThemInParts() {
    try (Store store = store(600)) {
      // The higher a prefix, the lower is its row: each part has lower rows than those before.
      for (long first = 0; first < 600; first += 100) {
        LongStream prefixes = LongStream.range(first, first + 100);
        fill(store, prefixes.map(prefix -> (600 - prefix) * 600 + prefix), "x".repeat(100_000));
      }
      Trace.Counts counts = cost(store, 50);
      assertThat(counts.keysRead()).isBetween(64L + 50, 600L);
      // 600 rows would be 60 MB; at most 16 MiB are read at a time.
      assertThat(counts.roundTrips()).isBetween(4L, 10L);
    }
  }

  @Test
  void emptyTable_withManyPrefixes_takesFewRoundTrips() {
    try (Store store = store(10_000)) {
      Trace.Counts counts = cost(store, 50);
      assertThat(counts.keysRead()).isZero();
      assertThat(counts.roundTrips()).isLessThanOrEqualTo(14);
    }
  }

  /** In stored order, because the engine has no other. */
  @Test
  void scan_ofAPlainLayoutOnAnEngineWithoutOrder_givesEveryRowOnce() {
    Design plain =
        DesignReader.read(
            """
            format: 1
            design: plain
            entities:
              page:
                key: {id: long}
                families: {main: {text: text}}
            """,
            "plain");
    try (Store store = Stores.openOrCreate("unordered:rocksdb:" + directory.resolve("u"), plain)) {
      fill(store, LongStream.range(0, 500), "text");
      assertThat(all(store, 50))
          .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 500).boxed().toList());
    }
  }
}

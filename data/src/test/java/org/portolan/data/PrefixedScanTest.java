package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
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

  /** Rows of later pages are read with earlier ones, as long as nothing is written. */
  @ParameterizedTest
  @CsvSource({"2, 50", "16, 50", "1000, 50", "1000, 333"})
  void allPages_whileNothingIsWritten_takeFewRoundTripsAndHardlyAnyRowTwice(
      int prefixes, int limit) {
    try (Store store = store(prefixes)) {
      fill(store, LongStream.range(0, 20_000).filter(mixed(11)), "text");
      Trace trace = new Trace();
      int rows = all(store.traced(trace), limit).size();
      assertThat(trace.counts().keysRead()).isLessThanOrEqualTo(3L * rows / 2);
      assertThat(trace.counts().roundTrips()).isLessThanOrEqualTo(2 * rows / limit / 3);
    }
  }

  @Test
  void allPages_ofOnePrefixOnly_takeFewRoundTrips() {
    try (Store store = store(1_000)) {
      fill(store, LongStream.range(0, 20_000).map(id -> id * 1_000), "text");
      Trace trace = new Trace();
      assertThat(all(store.traced(trace), 50)).hasSize(20_000);
      assertThat(trace.counts().keysRead()).isLessThanOrEqualTo(40_000);
      assertThat(trace.counts().roundTrips()).isLessThanOrEqualTo(400);
    }
  }

  /** Rows that a write made outdated are not shown, and are not read ahead again and again. */
  @Test
  void allPages_withAWriteBeforeEach_readHardlyAnythingAhead() {
    try (Store store = store(1_000)) {
      fill(store, LongStream.range(0, 5_000), "text");
      Trace trace = new Trace();
      Paging paging = Paging.first(50);
      int pages = 0;
      while (true) {
        Slice<EntityRow> page = store.traced(trace).scan("page", Tuple.EMPTY, Columns.ALL, paging);
        pages++;
        if (page.next().isEmpty()) {
          break;
        }
        fill(store, LongStream.of(9_999_999), "a row that is written again");
        paging = paging.following(page);
      }
      assertThat(pages).isEqualTo(101);
      assertThat(trace.counts().keysRead()).isLessThanOrEqualTo(10L * 5_000);
    }
  }

  @Test
  void pages_betweenRandomWrites_showTheStateAtTheirOwnMoment() {
    long seed = Long.getLong("portolan.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 8; round++) {
      int prefixes = 2 + random.nextInt(random.nextBoolean() ? 200 : 10);
      Path place = directory.resolve("moments" + round);
      try (Store store = Stores.openOrCreate("rocksdb:" + place, design(prefixes))) {
        TreeMap<Long, String> model = new TreeMap<>();
        store.write(
            transaction -> {
              for (long id = 0; id < 2_000; id += 1 + random.nextInt(3)) {
                put(transaction, model, id, "old");
              }
              return null;
            });
        readBetweenWrites(store, model, random, "-Dportolan.seed=" + seed);
        store.write(
            transaction -> {
              readBetweenWrites(transaction, model, random, "in it, -Dportolan.seed=" + seed);
              return null;
            });
        readBetweenWrites(store, model, random, "after it, -Dportolan.seed=" + seed);
      }
    }
  }

  private static void put(
      StoreTransaction transaction, NavigableMap<Long, String> model, long id, String text) {
    transaction.put("page", Tuple.of(id), Map.of("text", text));
    model.put(id, text);
  }

  /** Several scans go on in turns, in either direction, anew after their ends. */
  private static void readBetweenWrites(
      StoreReader store, NavigableMap<Long, String> model, Random random, String description) {
    List<Paging> scans = new ArrayList<>();
    List<Long> reached = new ArrayList<>();
    for (int scan = 0; scan < 3; scan++) {
      scans.add(begin(random));
      reached.add(null);
    }
    // In some rounds most pages follow a write, in others few do.
    int writeOfPages = 1 + random.nextInt(40);
    for (int page = 0; page < 250; page++) {
      int scan = random.nextInt(4) == 0 ? random.nextInt(scans.size()) : 0;
      Paging paging = scans.get(scan);
      Slice<EntityRow> slice = store.scan("page", Tuple.EMPTY, Columns.ALL, paging);
      NavigableMap<Long, String> rows = paging.backwards() ? model.descendingMap() : model;
      NavigableMap<Long, String> rest =
          reached.get(scan) == null ? rows : rows.tailMap(reached.get(scan), false);
      List<Long> expected = new ArrayList<>();
      rest.keySet().stream().limit(paging.limit()).forEach(expected::add);
      boolean more = expected.size() < rest.size();
      Long last = expected.isEmpty() ? null : expected.get(expected.size() - 1);
      if (paging.backwards()) {
        Collections.reverse(expected);
      }
      assertThat(ids(slice)).as(description).isEqualTo(expected);
      assertThat(slice.entries())
          .as(description)
          .allMatch(row -> row.text("text").equals(model.get((Long) row.key().get(0))));
      assertThat(paging.backwards() ? slice.previous() : slice.next())
          .as(description)
          .matches(cursor -> cursor.isPresent() == more);
      reached.set(scan, more ? last : null);
      if (more) {
        scans.set(scan, paging.backwards() ? paging.preceding(slice) : paging.following(slice));
      } else {
        scans.set(scan, begin(random));
      }
      if (random.nextInt(writeOfPages) == 0) {
        write(store, model, Math.max(0, (more ? last : 0) + random.nextInt(400) - 200), random);
      }
    }
  }

  private static Paging begin(Random random) {
    int limit = 1 + random.nextInt(60);
    return random.nextBoolean() ? Paging.first(limit) : Paging.last(limit);
  }

  /** Writes a row, or deletes one, by the transaction that also reads or by another. */
  private static void write(
      StoreReader reader, NavigableMap<Long, String> model, long id, Random random) {
    if (reader instanceof Store store) {
      store.write(
          transaction -> {
            write(transaction, model, id, random);
            return null;
          });
    } else {
      StoreTransaction transaction = (StoreTransaction) reader;
      if (random.nextInt(3) == 0) {
        transaction.delete("page", Tuple.of(id));
        model.remove(id);
      } else {
        put(transaction, model, id, "new " + random.nextInt(100));
      }
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

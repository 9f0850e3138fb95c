package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Scans of the rows that lie together, on an engine like Cassandra and on engines with order. */
class PartitionTest {
  private static final String DESIGN =
      """
      format: 1
      design: partitions
      entities:
        order:
          key: {customer: text, placed: timestamp desc, number: long}
          %s
          families: {main: {total: long}}
          collections: {lines: {key: {line: int}, storage: rows, columns: {what: text}}}
          indexes: {by_total: {on: [total], layout: cells single}}
          counters: {orders: {layout: single}}
      """;

  private static final String MONTHS =
      "partition: [customer]\n    buckets: {placed: {each: month, from: 2015, to: 2039}}";
  private static final String BY_LAYOUT =
      "key-layout: {md5-modulo: {range: 100, over: [customer]}}";

  private static final Comparator<Tuple> NEWEST_FIRST =
      Comparator.comparing((Tuple key) -> key.text(0))
          .thenComparing(key -> (Instant) key.get(1), Comparator.reverseOrder())
          .thenComparing(key -> (Long) key.get(2));

  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ofMillis(1), 10);

  @TempDir Path directory;

  private static Design design(String layout) {
    return DesignReader.read(DESIGN.formatted(layout), "partitions.yaml");
  }

  private Store store(String kind, String layout) {
    String uri =
        switch (kind) {
          case "rocksdb" -> "rocksdb:" + directory.resolve("store" + layout.length());
          case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("rows", 1)::connect);
          default -> FixtureEngines.register(MemoryCluster.ofColumns("columns", 1)::connect);
        };
    return Stores.openOrCreate(uri, design(layout));
  }

  private static Tuple key(String customer, int year, int month, long number) {
    return Tuple.of(
        customer, LocalDateTime.of(year, month, 10, 12, 0).toInstant(ZoneOffset.UTC), number);
  }

  private static void put(Store store, List<Tuple> keys) {
    for (Tuple key : keys) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            transaction.put("order", key, Map.of("total", key.get(2)));
            return null;
          });
    }
  }

  private static List<Tuple> scan(StoreReader store, Tuple leading, int limit) {
    List<Tuple> keys = new ArrayList<>();
    Paging paging = Paging.first(limit);
    while (true) {
      Slice<EntityRow> page = store.scan("order", leading, Columns.ALL, paging);
      page.entries().forEach(row -> keys.add(row.key()));
      page.entries().forEach(row -> assertThat(row.value("total")).isEqualTo(row.key().get(2)));
      if (page.next().isEmpty()) {
        return keys;
      }
      assertThat(page.entries()).hasSize(limit);
      paging = paging.following(page);
    }
  }

  /** Of two customers: times from before the first bucket to behind the last, some months full. */
  private static List<Tuple> orders() {
    List<Tuple> keys = new ArrayList<>();
    Random random = new Random(5);
    for (long number = 0; number < 150; number++) {
      String customer = number % 3 == 0 ? "anna" : "bert";
      int year = number % 2 == 0 ? 2024 : 2010 + random.nextInt(40);
      keys.add(key(customer, year, number % 2 == 0 ? 5 : 1 + random.nextInt(12), number));
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BY_LAYOUT,
        MONTHS,
        BY_LAYOUT + "\n    buckets: {placed: {each: day, from: 2020, to: 2025}}",
        "partition: [customer]\n    buckets: {placed: {each: year, from: 2024, to: 2024}}",
        "partition: [customer]",
        "key-layout: {md5-modulo: {range: 16}}\n    partition: [customer]"
      })
  void scan_ofOnePartition_isInOrderOnEveryEngineWithOrder(String layout) {
    for (String kind : List.of("columns", "rows", "rocksdb")) {
      try (Store store = store(kind, layout)) {
        List<Tuple> keys = orders();
        put(store, keys);
        List<Tuple> expected =
            keys.stream().filter(key -> key.text(0).equals("bert")).sorted(NEWEST_FIRST).toList();
        for (int limit : List.of(1, 7, 99, 100, 101)) {
          assertThat(scan(store, Tuple.of("bert"), limit)).as(kind).isEqualTo(expected);
        }
        store.write(
            transaction -> {
              Tuple late = key("bert", 2024, 5, 1_000);
              transaction.put("order", late, Map.of("total", 1_000L));
              transaction.delete("order", expected.get(0));
              List<Tuple> changed = new ArrayList<>(expected);
              changed.remove(0);
              changed.add(late);
              changed.sort(NEWEST_FIRST);
              assertThat(scan(transaction, Tuple.of("bert"), 20)).as(kind).isEqualTo(changed);
              return null;
            });
        assertThat(scan(store, Tuple.of("nobody"), 20)).isEmpty();
        Tuple placed = key("bert", 2024, 5, 0).slice(0, 2);
        List<Tuple> atOnce =
            new ArrayList<>(expected.stream().filter(k -> k.slice(0, 2).equals(placed)).toList());
        atOnce.add(key("bert", 2024, 5, 1_000));
        assertThat(scan(store, placed, 20)).isEqualTo(atOnce);
      }
    }
  }

  @Test
  void rowsAndItems_inOnePartition_areReadAndDeletedSeparately() {
    for (String layout : List.of(BY_LAYOUT, MONTHS)) {
      try (Store store = store("columns", layout)) {
        List<Tuple> keys = orders();
        put(store, keys);
        store.write(
            transaction -> {
              for (int line = 0; line < 5; line++) {
                Tuple item = Tuple.of(line);
                transaction.putItem("order", keys.get(0), "lines", item, Map.of("what", "a"));
                transaction.putItem("order", keys.get(6), "lines", item, Map.of("what", "b"));
              }
              return null;
            });
        store.write(
            transaction -> {
              transaction.delete("order", keys.get(0));
              return null;
            });
        assertThat(store.get("order", keys.get(0), Columns.ALL)).isEmpty();
        assertThat(store.get("order", keys.get(6), Columns.ALL)).isPresent();
        assertThat(store.items("order", keys.get(0), "lines", Paging.first(9)).entries()).isEmpty();
        assertThat(store.items("order", keys.get(6), "lines", Paging.first(9)).entries())
            .hasSize(5)
            .allSatisfy(item -> assertThat(item.values()).containsEntry("what", "b"));
        assertThat(store.index("by_total", Tuple.of(6L), Paging.first(9)).entries())
            .containsExactly(keys.get(6));
        assertThat(store.counter("orders")).isEqualTo(keys.size() - 1L);
        assertThat(store.check(CHECK).run(any -> {}, any -> {}).summary())
            .contains("missing=0 dangling=0");
      }
    }
  }

  /** 300 buckets, of which one or none has rows. */
  @Test
  void scan_ofMonths_takesFewRoundTrips() {
    try (Store store = store("columns", MONTHS)) {
      List<Tuple> old = new ArrayList<>();
      for (long number = 0; number < 100; number++) {
        old.add(key("old", 2016, 3, number));
        old.add(key("new", 2039, 12, number));
      }
      put(store, old);
      assertThat(trips(store, "new", 50)).isEqualTo(1);
      assertThat(trips(store, "old", 50)).isLessThanOrEqualTo(8);
      assertThat(trips(store, "nobody", 50)).isEqualTo(5);
    }
  }

  private static long trips(Store store, String customer, int limit) {
    Trace trace = new Trace();
    store.traced(trace).scan("order", Tuple.of(customer), Columns.ALL, Paging.first(limit));
    return trace.counts().roundTrips();
  }

  @Test
  void scan_beyondAPartition_isRefusedInTheWordsOfTheDesign() {
    try (Store store = store("columns", BY_LAYOUT)) {
      assertThatThrownBy(() -> scan(store, Tuple.EMPTY, 5))
          .isInstanceOf(CapabilityException.class)
          .hasMessage(
              "cannot scan the rows of 'order' that begin with (): this engine has rows in order"
                  + " only within a partition; give values of customer, scan all rows in stored"
                  + " order, or read an index");
    }
    try (Store store = store("columns", "key-layout: plain")) {
      assertThatThrownBy(() -> scan(store, Tuple.of("anna"), 5))
          .isInstanceOf(CapabilityException.class)
          .hasMessageContaining("name fewer columns as the partition in a new design");
    }
  }

  /** The documented exception: without any order to give, these are all rows as they are stored. */
  @Test
  void scan_ofAllRowsUnderAPlainKey_isInStoredOrder() {
    List<Tuple> keys = orders();
    try (Store store = store("columns", "key-layout: plain")) {
      put(store, keys);
      List<Tuple> scanned = scan(store, Tuple.EMPTY, 20);
      List<Tuple> stored =
          store.scanStored("order", Columns.ALL, Paging.first(200)).entries().stream()
              .map(EntityRow::key)
              .toList();
      assertThat(store.isStoredInKeyOrder("order")).isFalse();
      assertThat(scanned).isEqualTo(stored).containsExactlyInAnyOrderElementsOf(keys);
      assertThat(scanned).isNotEqualTo(keys.stream().sorted(NEWEST_FIRST).toList());
      assertThatThrownBy(() -> store.scan("order", Tuple.EMPTY, Columns.ALL, Paging.last(5)))
          .isInstanceOf(CapabilityException.class);
    }
    try (Store store = store("rows", "key-layout: plain")) {
      put(store, keys);
      assertThat(store.isStoredInKeyOrder("order")).isTrue();
      assertThat(scan(store, Tuple.EMPTY, 20))
          .isEqualTo(keys.stream().sorted(NEWEST_FIRST).toList());
    }
  }

  @Test
  void open_partitionNamedWithoutAnyOrder_isRefused() {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: partitions
            entities:
              order: {key: {customer: text, number: long}, partition: [customer], families: {f: {}}}
            """,
            "partitions.yaml");
    assertThatThrownBy(
            () -> Stores.openOrCreate("unordered:rocksdb:" + directory.resolve("no"), design))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContaining("ordered scans over WITHIN_PARTITION, it has NONE");
  }

  /** Earlier releases put each row into a separate partition. */
  @Test
  void open_storeOfAnEarlierRelease_worksAsBefore() {
    MemoryCluster cluster = MemoryCluster.ofColumns("earlier", 1);
    String earlier = FixtureEngines.register(() -> likeEarlierReleases(cluster.connect()));
    List<Tuple> keys = orders();
    try (Store store = Stores.openOrCreate(earlier, design(BY_LAYOUT))) {
      put(store, keys);
    }
    String uri = FixtureEngines.register(cluster::connect);
    try (Store store = Stores.openOrCreate(uri, design(BY_LAYOUT))) {
      put(store, List.of(key("carl", 2020, 1, 1_000)));
      assertThat(store.get("order", keys.get(0), Columns.ALL)).isPresent();
      assertThat(store.scanStored("order", Columns.ALL, Paging.first(200)).entries()).hasSize(151);
      assertThatThrownBy(() -> scan(store, Tuple.of("anna"), 5))
          .isInstanceOf(CapabilityException.class);
    }
  }

  private static Engine likeEarlierReleases(Engine engine) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("createTables")) {
                for (Object table : (List<?>) arguments[0]) {
                  engine.createTable(ofWholeKeys((TableSchema) table));
                }
                return null;
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }

  private static TableSchema ofWholeKeys(TableSchema table) {
    return new TableSchema(
        table.name(),
        table.key(),
        table.name().equals("order") ? table.key().size() : table.partitionColumns(),
        table.families(),
        table.splitPoints());
  }
}

package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.ClientConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Features of Ignite: opening, limits, counters, the content of the caches. */
@Tag("servers")
class StoreTest {
  private static LocalCluster cluster;
  private static Engine kept;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(3);
    // Keeps this process in the cluster.
    kept = create("kept");
  }

  @AfterAll
  static void stopCluster() {
    kept.close();
    cluster.close();
  }

  private static String uri(String prefixAndOptions) {
    return "ignite://" + cluster.addresses() + "/" + prefixAndOptions;
  }

  private static Engine create(String prefix) {
    return Engines.open(uri(prefix), OpenMode.CREATE_IF_MISSING);
  }

  private static TableSchema table(String name, Column... columns) {
    return TableSchema.of(
        name,
        List.of(KeyColumn.of("id", ScalarType.LONG)),
        new ColumnFamily("data", List.of(columns)),
        new CounterFamily("count"));
  }

  private static final Column TEXT = new Column("text", ScalarType.TEXT);
  private static final Column BYTES = new Column("content", ScalarType.BYTES);

  @Test
  void open_missingStore_isToldApart() {
    assertThatThrownBy(() -> Engines.open(uri("nowhere"), OpenMode.EXISTING))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void open_withOtherBackups_isRefused() {
    Engines.open(uri("copies?backups=2"), OpenMode.CREATE_IF_MISSING).close();
    assertThatThrownBy(() -> Engines.open(uri("copies?backups=1"), OpenMode.EXISTING))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("backups=2");
    Engines.open(uri("copies"), OpenMode.EXISTING).close();
  }

  /** As a client leaves it that died on the way. */
  @Test
  void alterTable_leftHalfWay_isFinishedByTheNextCall() {
    TableSchema before = table("t", TEXT);
    TableSchema after =
        TableSchema.of(
            "t",
            before.key(),
            new ColumnFamily("data", List.of(TEXT, BYTES)),
            new ColumnFamily("more", List.of(TEXT)));
    try (Engine engine = create("half")) {
      engine.createTable(before);
      String[] addresses = cluster.addresses().split(",");
      try (var client = Ignition.startClient(new ClientConfiguration().setAddresses(addresses))) {
        String group = client.cache("half.t.data").getConfiguration().getGroupName();
        client.createCache(Tables.configuration(group, "half.t.more", 1));
        assertThat(engine.tables()).containsExactly(before);
        engine.alterTable(before, after);
        assertThat(engine.tables()).containsExactly(after);
        assertThat(client.cacheNames()).contains("half.t.more").doesNotContain("half.t.count");
        client.createCache(Tables.configuration(group, "half.t.count", 1));
        engine.alterTable(before, after);
        assertThat(client.cacheNames()).doesNotContain("half.t.count");
      }
    }
  }

  @Test
  void open_onCachesThatLoseOrForget_isRefused() {
    cluster
        .node(0)
        .createCache(
            new CacheConfiguration<String, String>(Tables.catalogName("foreign"))
                .setAtomicityMode(CacheAtomicityMode.TRANSACTIONAL)
                .setBackups(1)
                .setReadFromBackup(false));
    assertThatThrownBy(() -> create("foreign"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("foreign", "partition loss policy", "IGNORE", "PRIMARY_SYNC");
  }

  /** An interrupted reader gets a failure, and other readers keep their connections. */
  @Test
  void get_interrupted_isNoFailureOfTheCluster() {
    try (Engine engine = create("interrupted")) {
      engine.createTable(table("t", TEXT));
      Get one = Get.of("t", Tuple.of(1L), FamilyRead.all("data"));
      Get both = Get.of("t", Tuple.of(1L), FamilyRead.all("data"), new FamilyRead.Counter("count"));
      for (List<Get> gets :
          List.of(
              List.of(one),
              List.of(one, Get.of("t", Tuple.of(2L), FamilyRead.all("data"))),
              List.of(both))) {
        EngineException thrown = null;
        while (thrown == null) {
          Thread.currentThread().interrupt();
          try {
            engine.get(gets);
          } catch (EngineException interrupted) {
            thrown = interrupted;
          }
          assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(thrown)
            .isNotInstanceOf(UnavailableException.class)
            .isNotInstanceOf(OutcomeUnknownException.class)
            .hasMessageContaining("interrupted");
        assertThat(engine.get(gets)).isNotEmpty();
      }
    }
  }

  @Test
  void open_withStrongerWalThanTheServersHave_isRefused() {
    assertThatThrownBy(() -> Engines.open(uri("safe?wal=fsync"), OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("LOG_ONLY");
    try (Engine engine = create("logged")) {
      assertThat(engine.describe()).contains("2.18.0", "LOG_ONLY");
    }
  }

  @Test
  void open_clusterInMemory_isRefusedUnlessAdmitted() {
    try (LocalCluster memory = LocalCluster.start(1, WALMode.NONE)) {
      String store = "ignite://" + memory.addresses() + "/memory";
      assertThatThrownBy(() -> Engines.open(store, OpenMode.CREATE_IF_MISSING))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("in memory only");
      Engines.open(store + "?wal=none", OpenMode.CREATE_IF_MISSING).close();
    }
  }

  @Test
  void open_nobodyListens_isUnavailable() {
    assertThatThrownBy(() -> Engines.open("ignite://127.0.0.1:1/x?timeout=1s", OpenMode.EXISTING))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("127.0.0.1:1");
  }

  @Test
  void open_wrongUris_areRefused() {
    for (String wrong :
        List.of(
            "ignite:127.0.0.1/x",
            "ignite://127.0.0.1",
            "ignite://127.0.0.1/x?backups=99",
            "ignite://127.0.0.1/x?timeout=fast",
            "ignite://127.0.0.1/x?wal=some",
            "ignite://127.0.0.1/x?colour=red",
            "ignite://127.0.0.1:port/x")) {
      assertThatThrownBy(() -> Engines.open(wrong, OpenMode.EXISTING))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void open_discoverySaid_joinsThere() {
    String said = cluster.node(0).cluster().localNode().attribute("portolan.discovery");
    try (Engine engine = Engines.open(uri("said?discovery=" + said), OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(table("notes", TEXT));
      engine.mutate(
          Mutation.of("notes", Tuple.of(1L), new Change.PutColumns("data", List.of("a"))),
          Durability.SYNCED);
      assertThat(clientNodes()).isEqualTo(2);
    }
    assertThat(clientNodes()).as("one is left, of the store that is kept").isEqualTo(1);
  }

  private static int clientNodes() {
    return cluster.node(0).cluster().forClients().nodes().size();
  }

  @Test
  void open_nobodyAtItsDiscovery_isUnavailable() {
    String uri = uri("lost?timeout=1s&discovery=127.0.0.1:1");
    assertThatThrownBy(() -> Engines.open(uri, OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("by its discovery at 127.0.0.1:1")
        .hasMessageContaining("discovery=HOST:PORT");
  }

  @Test
  void stores_ofOneCluster_areApart() {
    try (Engine one = create("one");
        Engine other = create("one_more")) {
      one.createTable(table("things", TEXT));
      other.createTable(table("things", BYTES));
      assertThat(one.tables()).containsExactly(table("things", TEXT));
      assertThat(other.tables()).containsExactly(table("things", BYTES));
    }
  }

  @Test
  void createTable_byAnotherProcess_isFound() {
    try (Engine one = create("shared");
        Engine other = create("shared")) {
      one.createTable(table("things", TEXT));
      other.mutate(
          Mutation.of("things", Tuple.of(1L), new Change.PutColumns("data", List.of("x"))),
          Durability.SYNCED);
      assertThatThrownBy(() -> other.createTable(table("things", BYTES)))
          .isInstanceOf(SchemaMismatchException.class);
    }
  }

  @Test
  void dropTable_madeAnewWithOtherTypes_works() {
    try (Engine engine = create("anew")) {
      engine.createTable(table("things", TEXT));
      engine.dropTable("things");
      engine.createTable(table("things", new Column("text", ScalarType.LONG)));
      engine.mutate(
          Mutation.of("things", Tuple.of(1L), new Change.PutColumns("data", List.of(5L))),
          Durability.SYNCED);
      assertThat(engine.get(Get.of("things", Tuple.of(1L), FamilyRead.all("data"))).family("data"))
          .contains(List.of(5L));
    }
  }

  @Test
  void createTable_namesThatDifferInCaseOnly_areRefused() {
    try (Engine engine = create("cases")) {
      assertThatThrownBy(
              () -> engine.createTable(table("things", TEXT, new Column("Text", ScalarType.LONG))))
          .isInstanceOf(CapabilityException.class)
          .hasMessageContaining("Text");
    }
  }

  @Test
  void createTable_withOptionsForIgnite_isRefused() {
    TableSchema plain = table("things", TEXT);
    TableSchema wanted =
        new TableSchema(
            "things",
            plain.key(),
            1,
            plain.families(),
            List.of(),
            Map.of("ignite.colour", "red", "hbase.ttl", "5"));
    try (Engine engine = create("options")) {
      assertThatThrownBy(() -> engine.createTable(wanted))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("colour");
    }
  }

  @Test
  void add_byMany_isExact() throws Exception {
    try (Engine engine = create("counting")) {
      engine.createTable(table("things", TEXT));
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
          running.add(
              threads.submit(
                  () -> {
                    for (int round = 0; round < 25; round++) {
                      engine.mutate(
                          Mutation.of("things", Tuple.of(1L), new Change.Add("count", 3)),
                          Durability.BUFFERED);
                    }
                  }));
        }
        for (Future<?> task : running) {
          task.get();
        }
      } finally {
        threads.shutdownNow();
      }
      Row row = engine.get(Get.of("things", Tuple.of(1L), new FamilyRead.Counter("count")));
      assertThat(row.counter("count")).isEqualTo(300);
    }
  }

  @Test
  void transaction_asLargeAsAdmitted_isCommitted() {
    int value = Limits.VALUE_BYTES_MAX - 1_000;
    try (Engine engine = create("large")) {
      engine.createTable(table("things", BYTES));
      try (Transaction transaction = engine.begin(Durability.SYNCED)) {
        transaction.mutate(blob(1, value));
        transaction.mutate(blob(2, Limits.TRANSACTION_BYTES_MAX - value - 2_000));
        assertThatThrownBy(() -> transaction.mutate(blob(3, 10_000)))
            .isInstanceOf(CapabilityException.class)
            .hasMessageContaining("divide");
        transaction.commit();
      }
      Row row = engine.get(Get.of("things", Tuple.of(1L), FamilyRead.all("data")));
      assertThat(row.bytes()).isGreaterThan(value);
    }
  }

  private static Mutation blob(long id, int length) {
    return Mutation.of(
        "things",
        Tuple.of(id),
        new Change.PutColumns("data", List.of(Bytes.wrap(new byte[length]))));
  }

  @Test
  void transaction_usedByAnotherThread_goesOn() throws Exception {
    try (Engine engine = create("threads")) {
      engine.createTable(table("things", TEXT));
      ExecutorService thread = Executors.newSingleThreadExecutor();
      try (Transaction transaction = engine.begin(Durability.SYNCED)) {
        transaction.mutate(
            Mutation.of("things", Tuple.of(1L), new Change.PutColumns("data", List.of("x"))));
        thread.submit(transaction::commit).get();
      } finally {
        thread.shutdownNow();
      }
      assertThat(engine.get(Get.of("things", Tuple.of(1L), FamilyRead.all("data"))).isEmpty())
          .isFalse();
    }
  }

  /** The order of scans depends on this. */
  @Test
  void partition_ofKeys_isThatOfTheServers() {
    try (Engine engine = create("spread")) {
      TableSchema schema = table("things", TEXT);
      engine.createTable(schema);
      TableHandle handle = new TableHandle(cluster.node(0).binary(), "spread", schema);
      var affinity = cluster.node(0).affinity("spread.things.data");
      assertThat(affinity.partitions()).isEqualTo(RendezvousAffinityFunction.DFLT_PARTITION_COUNT);
      for (long id = 0; id < 500; id++) {
        var key = handle.encode(Tuple.of(id));
        assertThat(WholeTableScan.partition(key)).isEqualTo(affinity.partition(key));
      }
    }
  }

  /** What explain estimates of an entry is what Ignite stores, and its part of a page. */
  @Test
  void sizes_ofEveryType_areThoseOfBinaryObjects() {
    TableSchema schema =
        table(
            "things",
            TEXT,
            new Column("number", ScalarType.INT),
            new Column("count", ScalarType.LONG),
            new Column("price", ScalarType.decimal(12, 2)),
            new Column("paid", ScalarType.BOOLEAN),
            new Column("placed", ScalarType.TIMESTAMP),
            new Column("picture", ScalarType.BYTES),
            new Column("article", ScalarType.COMPRESSED_TEXT),
            new Column("tags", new CollectionType(CollectionType.Kind.SET, ScalarType.TEXT)),
            new Column("times", new CollectionType(CollectionType.Kind.LIST, ScalarType.TIMESTAMP)),
            new Column("nothing", ScalarType.TEXT));
    Instant time = Instant.parse("2024-06-01T12:34:56.789012Z");
    try (Engine engine = create("sizes")) {
      engine.createTable(schema);
      for (int length : new int[] {3, 300, 70_000}) {
        List<Object> values = new ArrayList<>();
        values.add("ü".repeat(length));
        values.addAll(List.of(7, 8L, new BigDecimal("1234567.89"), true, time));
        values.addAll(List.of(Bytes.ofHex("c0ffee"), "a text ".repeat(40)));
        values.addAll(List.of(Set.of("red", "green"), List.of(time, time)));
        values.add(null);
        Tuple key = Tuple.of((long) length);
        engine.mutate(
            Mutation.of("things", key, new Change.PutColumns("data", values)), Durability.SYNCED);
        var cache = cluster.node(0).<BinaryObject, BinaryObject>cache("sizes.things.data");
        BinaryObject binaryKey =
            new TableHandle(cluster.node(0).binary(), "sizes", schema).encode(key);
        BinaryObject value = cache.<BinaryObject, BinaryObject>withKeepBinary().get(binaryKey);
        long estimated =
            IgniteSizes.ALL.columns(
                schema, key, Map.of((ColumnFamily) schema.families().get(0), values));
        assertThat(estimated - IgniteSizes.ENTRY_BYTES)
            .as("entry with a text of %d letters", length)
            .isEqualTo(binaryKey.size() + value.size());
      }
    }
  }

  /** The view of an engineer who reads the caches with Ignite's own API. */
  @Test
  void rows_inTheirCaches_areReadable() {
    try (Engine engine = create("seen")) {
      engine.createTable(table("things", TEXT, new Column("state", ScalarType.INT)));
      List<Object> values = new ArrayList<>(List.of("a text"));
      values.addAll(Collections.singletonList(null));
      engine.mutate(
          Mutation.of(
              "things",
              Tuple.of(17L),
              new Change.PutColumns("data", values),
              new Change.Add("count", 4)),
          Durability.SYNCED);
      var data = cluster.node(0).cache("seen.things.data").withKeepBinary();
      assertThat(data.iterator().next().toString()).contains("id=17", "text=a text", "state=null");
      assertThat(cluster.node(0).cache("seen.things.count").withKeepBinary().iterator().next())
          .satisfies(entry -> assertThat(entry.getValue()).isEqualTo(4L));
    }
  }
}

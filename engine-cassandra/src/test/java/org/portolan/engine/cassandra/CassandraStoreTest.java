package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Consistency;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.cassandra.server.CassandraServer;
import org.portolan.types.Bytes;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Features of Cassandra: keyspaces, replication, key types, and the view of its own tool. */
@Tag("servers")
class CassandraStoreTest {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();
  private static final ColumnFamily META =
      new ColumnFamily("meta", List.of(new Column("note", ScalarType.TEXT)));

  private final String keyspace = "store_" + KEYSPACES.incrementAndGet();
  private Engine engine;

  private String uri(String options) {
    return "cassandra://" + CassandraServer.shared().address() + "/" + keyspace + options;
  }

  @BeforeEach
  void openStore() {
    engine = Engines.open(uri("?rf=1"), OpenMode.CREATE_IF_MISSING);
  }

  @AfterEach
  void closeStore() {
    engine.close();
  }

  private void put(String table, Tuple key, Change... changes) {
    engine.mutate(Mutation.of(table, key, changes), Durability.SYNCED);
  }

  private static Change note(String text) {
    return new Change.PutColumns("meta", Collections.singletonList(text));
  }

  private CqlSession session() {
    String[] address = CassandraServer.shared().address().split(":", -1);
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
        .withLocalDatacenter("datacenter1")
        .build();
  }

  @Test
  void open_missing_isSaidSo() {
    String missing = uri("").replace(keyspace, "nowhere");
    assertThatThrownBy(() -> Engines.open(missing, OpenMode.EXISTING))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> Engines.open(missing + "?rf=3", OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rf=1");
  }

  /** As a client leaves it that died on the way. */
  @Test
  void alterTable_leftHalfWay_isFinishedByTheNextCall() {
    List<KeyColumn> key = List.of(KeyColumn.of("id", ScalarType.LONG));
    var entries = new ItemFamily("entries", key, List.of(new Column("note", ScalarType.TEXT)));
    var longer =
        new ColumnFamily(
            "meta",
            List.of(new Column("note", ScalarType.TEXT), new Column("size", ScalarType.LONG)));
    TableSchema before = TableSchema.of("half", key, META, entries);
    TableSchema after = TableSchema.of("half", key, longer);
    engine.createTable(before);
    put("half", Tuple.of(1L), note("old"));
    try (CqlSession session = session()) {
      session.execute("ALTER TABLE " + keyspace + ".half ADD size bigint");
      session.execute(
          "INSERT INTO "
              + keyspace
              + ".portolan_schema (name, state, declaration) VALUES ('half altering', 'creating',"
              + " '"
              + SchemaText.write(after)
              + "') IF NOT EXISTS USING TTL 3");
      assertThat(engine.tables()).containsExactly(before);
      engine.alterTable(before, after);
      assertThat(engine.tables()).containsExactly(after);
      assertThat(cqlTables(session)).containsExactlyInAnyOrder("half", "portolan_schema");
      session.execute("CREATE TABLE " + keyspace + ".half_entries (id bigint PRIMARY KEY)");
      engine.alterTable(before, after);
      assertThat(cqlTables(session)).containsExactlyInAnyOrder("half", "portolan_schema");
    }
    assertThat(engine.get(Get.of("half", Tuple.of(1L), FamilyRead.all("meta"))).family("meta"))
        .contains(Arrays.asList("old", null));
    engine.dropTable("half");
    assertThat(engine.tables()).isEmpty();
  }

  private List<String> cqlTables(CqlSession session) {
    return session
        .execute(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = '" + keyspace + "'")
        .all()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  @Test
  void open_withOtherReplication_isRefusedWithTheWayOut() {
    assertThatThrownBy(() -> Engines.open(uri("?rf=3"), OpenMode.EXISTING))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("ALTER KEYSPACE", "repair");
    Engines.open(uri(""), OpenMode.EXISTING).close();
  }

  @Test
  void open_whereNobodyAnswers_isUnavailable() {
    assertThatThrownBy(
            () -> Engines.open("cassandra://127.0.0.1:1/k?timeout=2s", OpenMode.EXISTING))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("127.0.0.1");
    assertThatThrownBy(() -> Engines.open(uri("?dc=nowhere"), OpenMode.EXISTING))
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void table_ofAnotherProcess_isFound() {
    try (Engine other = Engines.open(uri(""), OpenMode.EXISTING)) {
      other.createTable(TableSchema.of("late", List.of(KeyColumn.of("id", ScalarType.LONG)), META));
      put("late", Tuple.of(1L), note("seen"));
      assertThat(other.get(Get.of("late", Tuple.of(1L), FamilyRead.all("meta"))).isEmpty())
          .isFalse();
    }
  }

  /**
   * Three processes that open a new store at once: each creates a part, and none waits for ever.
   */
  @Test
  void createTables_sameOnesByThreeAtOnce_areThereOnce() {
    List<TableSchema> schemas =
        IntStream.range(0, 5)
            .mapToObj(
                n -> TableSchema.of("t" + n, List.of(KeyColumn.of("id", ScalarType.LONG)), META))
            .toList();
    try (Engine second = Engines.open(uri(""), OpenMode.EXISTING);
        Engine third = Engines.open(uri(""), OpenMode.EXISTING)) {
      List<CompletableFuture<Void>> creations =
          Stream.of(engine, second, third)
              .map(each -> CompletableFuture.runAsync(() -> each.createTables(schemas)))
              .toList();
      creations.forEach(creation -> creation.orTimeout(60, TimeUnit.SECONDS).join());
      for (TableSchema schema : schemas) {
        put(schema.name(), Tuple.of(1L), note("seen"));
        assertThat(third.get(Get.of(schema.name(), Tuple.of(1L), FamilyRead.all("meta"))).isEmpty())
            .isFalse();
      }
      assertThat(second.tables()).containsExactlyInAnyOrderElementsOf(schemas);
    }
  }

  @Test
  void createTables_oneOfWhichIsRefused_createsNoneAndMayBeRepeated() {
    KeyColumn id = KeyColumn.of("id", ScalarType.LONG);
    TableSchema good = TableSchema.of("good", List.of(id), META);
    TableSchema items =
        TableSchema.of("a", List.of(id), new ItemFamily("b", List.of(id), List.of()));
    TableSchema sameName = TableSchema.of("a_b", List.of(id), META);
    assertThatThrownBy(() -> engine.createTables(List.of(good, items, sameName)))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("a_b", "another name");
    assertThat(engine.tables()).isEmpty();
    engine.createTables(List.of(good, items));
    assertThat(engine.tables()).containsExactlyInAnyOrder(good, items);
  }

  @Test
  void table_alteredByHand_isRefused() {
    engine.createTable(
        TableSchema.of("altered", List.of(KeyColumn.of("id", ScalarType.LONG)), META));
    try (CqlSession session = session()) {
      session.execute("ALTER TABLE " + keyspace + ".altered DROP note");
    }
    assertThatThrownBy(() -> Engines.open(uri(""), OpenMode.EXISTING))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("altered", "note", "text");
  }

  @Test
  void table_thatForgetsRemovalsTooEarly_isRefused() {
    engine.createTable(
        TableSchema.of(
            "forgets",
            List.of(KeyColumn.of("id", ScalarType.LONG)),
            META,
            new ItemFamily("notes", List.of(KeyColumn.of("n", ScalarType.INT)), List.of())));
    try (CqlSession session = session()) {
      session.execute("ALTER TABLE " + keyspace + ".forgets_notes WITH gc_grace_seconds = 3599");
    }
    assertThatThrownBy(() -> Engines.open(uri(""), OpenMode.EXISTING))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("forgets_notes", "3599", "3600 s", "ALTER TABLE", uri(""));
    try (CqlSession session = session()) {
      session.execute("ALTER TABLE " + keyspace + ".forgets_notes WITH gc_grace_seconds = 3600");
    }
    Engines.open(uri(""), OpenMode.EXISTING).close();
  }

  @Test
  void staleReads_afterTheKeyspaceWasAltered_areOfTheReplicasThereAre() {
    Engine one = engine.withConsistency(Consistency.ONE, Consistency.QUORUM);
    assertThat(engine.staleReads()).isEmpty();
    assertThat(one.staleReads()).isEmpty();
    try (CqlSession session = session()) {
      session.execute(
          "ALTER KEYSPACE "
              + keyspace
              + " WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
    }
    assertThat(engine.staleReads()).isEmpty();
    assertThat(one.staleReads())
        .containsExactly(
            "read=ONE is answered by 1 of 3 replicas (rf 3 in datacenter1), which is not more than"
                + " half",
            "choose read=QUORUM&write=QUORUM");
  }

  @Test
  void warnings_ofAPeriodicCommitLog_nameServerAndPeriod() {
    try (CqlSession session = session()) {
      StoreUri uri = StoreUri.parse(uri(""));
      SchemaStatements statements = new SchemaStatements(session, uri);
      assertThat(Warnings.of(uri, new Keyspace(session, uri, statements), statements))
          .singleElement(InstanceOfAssertFactories.STRING)
          .contains(
              uri.uri(),
              CassandraServer.shared().address() + "=periodic, every 10",
              "commitlog_sync: group");
    }
  }

  @Test
  void tables_thatComeToTheSameName_areRefused() {
    KeyColumn id = KeyColumn.of("id", ScalarType.LONG);
    engine.createTable(TableSchema.of("a_b", List.of(id), META));
    var items = new ItemFamily("b", List.of(id), List.of());
    assertThatThrownBy(() -> engine.createTable(TableSchema.of("a", List.of(id), items)))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("a_b", "another name");
    assertThat(engine.tables()).hasSize(1);
  }

  @Test
  void withConsistency_view_readsAndWritesTheSame() {
    engine.createTable(TableSchema.of("t", List.of(KeyColumn.of("id", ScalarType.LONG)), META));
    Engine view = engine.withConsistency(Consistency.ONE, Consistency.ALL);
    view.mutate(Mutation.of("t", Tuple.of(1L), note("all")), Durability.SYNCED);
    assertThat(view.get(Get.of("t", Tuple.of(1L), FamilyRead.all("meta"))).family("meta"))
        .contains(List.of("all"));
  }

  @Test
  void rows_lookedAtByCql_areReadable() {
    engine.createTable(
        new TableSchema(
            "page",
            List.of(KeyColumn.of("title", ScalarType.TEXT)),
            1,
            List.of(
                new ColumnFamily(
                    "meta",
                    List.of(
                        new Column("author", ScalarType.TEXT),
                        new Column("touched", ScalarType.TIMESTAMP))),
                new ItemFamily(
                    "history",
                    List.of(KeyColumn.of("at", ScalarType.TIMESTAMP).descending()),
                    List.of(new Column("comment", ScalarType.TEXT)))),
            List.of(),
            Map.of("cassandra.compression", "zstd", "cassandra.gc-grace", "2h")));
    Instant touched = Instant.parse("2018-03-01T10:11:12.123456Z");
    put(
        "page",
        Tuple.of("Latgola"),
        new Change.PutColumns("meta", List.of("Anna", touched)),
        new Change.PutItem("history", Tuple.of(touched), List.of("new")));
    try (CqlSession session = session()) {
      assertThat(
              session
                  .execute("SELECT title, author, touched, has_meta FROM " + keyspace + ".page")
                  .one()
                  .getFormattedContents())
          .isEqualTo(
              "[title:'Latgola', author:'Anna', touched:('2018-03-01','10:11:12.123456000'),"
                  + " has_meta:true]");
      assertThat(
              session
                  .execute("SELECT * FROM " + keyspace + ".page_history")
                  .one()
                  .getFormattedContents())
          .isEqualTo("[title:'Latgola', at:('2018-03-01','10:11:12.123456000'), comment:'new']");
    }
  }

  /** Keys of every type, nullable and descending, are in the order of their encodings. */
  @Test
  void keys_ofEveryType_areGotBackAndInOrder() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<KeyColumn> columns = new ArrayList<>(List.of(KeyColumn.of("p", ScalarType.BYTES)));
    for (ScalarType type : TYPES) {
      KeyColumn column = KeyColumn.of("k" + columns.size(), type);
      column = columns.size() % 2 == 0 ? column.descending() : column;
      columns.add(column.allowingNull());
    }
    engine.createTable(new TableSchema("keys", columns, 1, List.of(META), List.of()));
    for (Bytes partition : List.of(Bytes.EMPTY, Bytes.ofHex("00"), Bytes.ofHex("0001"))) {
      List<Tuple> keys = new ArrayList<>();
      for (int row = 0; row < 60; row++) {
        Object[] key = new Object[columns.size()];
        key[0] = partition;
        for (int index = 1; index < key.length; index++) {
          key[index] = random.nextInt(4) == 0 ? null : value(columns.get(index).type(), random);
        }
        keys.add(Tuple.of(key));
      }
      engine.mutateAll(
          keys.stream().map(key -> Mutation.of("keys", key, note("n"))).toList(),
          Durability.BUFFERED);
      KeyCodec codec = new KeyCodec(columns);
      List<Tuple> sorted = keys.stream().distinct().sorted(codec::compare).toList();
      KeyRange all = KeyRange.startingWith(Tuple.of(partition));
      assertThat(scanned(all)).as("seed %d", seed).isEqualTo(sorted);
      int middle = sorted.size() / 2;
      assertThat(scanned(all.after(sorted.get(middle))))
          .as("seed %d", seed)
          .isEqualTo(sorted.subList(middle + 1, sorted.size()));
      List<Row> got =
          engine.get(
              sorted.stream().map(key -> Get.of("keys", key, FamilyRead.all("meta"))).toList());
      assertThat(got).as("seed %d", seed).noneMatch(Row::isEmpty);
    }
    assertThat(scanned(KeyRange.ALL)).hasSizeGreaterThan(150);
  }

  private static final List<ScalarType> TYPES =
      List.of(
          ScalarType.TEXT,
          ScalarType.INT,
          ScalarType.LONG,
          ScalarType.BOOLEAN,
          ScalarType.TIMESTAMP,
          ScalarType.BYTES,
          ScalarType.decimal(8, 2));

  private static Object value(ScalarType type, Random random) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT ->
          List.of("", "a", "a\u0000", "\uFFFF", "\uD83D\uDE00").get(random.nextInt(5));
      case INT -> List.of(Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE).get(random.nextInt(4));
      case LONG -> List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE).get(random.nextInt(4));
      case BOOLEAN -> random.nextBoolean();
      case TIMESTAMP ->
          List.of(
                  org.portolan.types.Timestamps.MIN,
                  Instant.parse("1969-12-31T23:59:59.999999Z"),
                  Instant.EPOCH,
                  org.portolan.types.Timestamps.MAX)
              .get(random.nextInt(4));
      case BYTES ->
          List.of(Bytes.EMPTY, Bytes.ofHex("00"), Bytes.ofHex("ff")).get(random.nextInt(3));
      case DECIMAL ->
          Arrays.asList(new BigDecimal("-10.01"), new BigDecimal("0.00"), new BigDecimal("9.90"))
              .get(random.nextInt(3));
    };
  }

  private List<Tuple> scanned(KeyRange range) {
    Scan scan = Scan.of("keys", range, 17, new FamilyRead.Presence("meta"));
    List<Tuple> keys = new ArrayList<>();
    var page = engine.scan(scan);
    page.rows().forEach(row -> keys.add(row.key()));
    while (page.next().isPresent()) {
      scan = scan.following(page);
      page = engine.scan(scan);
      page.rows().forEach(row -> keys.add(row.key()));
    }
    return keys;
  }
}

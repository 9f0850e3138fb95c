package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The engine beside HBase's own client: the same rows of the same table, in turns, in one thread.
 * Takes the URI of a store, or starts a cluster in this JVM. Prints for each operation the median
 * of both in microseconds and the ratio of the speeds, with its quartiles over the rounds.
 */
public final class HBaseBenchmark {
  private static final int ROWS = 1_000;
  private static final int ROUNDS = 31;
  private static final long ROUND_NANOS = 150_000_000;
  private static final byte[] META = Bytes.toBytes("meta");
  private static final byte[] TITLE = Bytes.toBytes("title");
  private static final byte[] VERSION = Bytes.toBytes("version");
  private static final KeyCodec KEYS = KeyCodec.of(KeyColumn.of("id", ScalarType.LONG));

  private interface Operation {
    void run(int at) throws Exception;
  }

  private HBaseBenchmark() {}

  /** Measures. */
  public static void main(String[] arguments) throws Exception {
    String uri = arguments.length > 0 ? arguments[0] : MiniCluster.newStore();
    StoreUri parsed = StoreUri.parse(uri);
    var configuration = org.apache.hadoop.hbase.HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", parsed.quorum());
    configuration.setInt("hbase.zookeeper.property.clientPort", parsed.port());
    configuration.set("zookeeper.znode.parent", parsed.znode());
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
        AsyncConnection connection = ConnectionFactory.createAsyncConnection(configuration).get()) {
      engine.createTable(
          TableSchema.of(
              "measured",
              List.of(KeyColumn.of("id", ScalarType.LONG)),
              new ColumnFamily(
                  "meta",
                  List.of(
                      new Column("title", ScalarType.TEXT),
                      new Column("version", ScalarType.LONG)))));
      measure(engine, connection.getTable(TableName.valueOf(parsed.namespace(), "measured")));
      engine.dropTable("measured");
    }
    System.exit(0);
  }

  private static byte[] key(long id) {
    return KEYS.encode(Tuple.of(id));
  }

  private static Put put(long id, long version) {
    return new Put(key(id))
        .addColumn(META, TITLE, Bytes.toBytes("title " + "x".repeat(200)))
        .addColumn(META, VERSION, Bytes.toBytes(version))
        .setDurability(org.apache.hadoop.hbase.client.Durability.SYNC_WAL);
  }

  private static Mutation change(long id, long version) {
    return Mutation.of(
        "measured",
        Tuple.of(id),
        new Change.PutColumns("meta", List.of("title " + "x".repeat(200), version)));
  }

  private static Get get(long id) {
    return Get.of("measured", Tuple.of(id), FamilyRead.all("meta"));
  }

  private static void measure(Engine engine, AsyncTable<AdvancedScanResultConsumer> table)
      throws Exception {
    List<Mutation> all = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      all.add(change(id, 0));
    }
    engine.mutateAll(all, Durability.BUFFERED);
    compare(
        "get of one row",
        at -> engine.get(get(at % ROWS)),
        at -> table.get(new org.apache.hadoop.hbase.client.Get(key(at % ROWS))).get());
    compare(
        "get of 20 rows",
        at -> {
          List<Get> gets = new ArrayList<>();
          for (int step = 0; step < 20; step++) {
            gets.add(get((at + step * 37) % ROWS));
          }
          engine.get(gets);
        },
        at -> {
          List<org.apache.hadoop.hbase.client.Get> gets = new ArrayList<>();
          for (int step = 0; step < 20; step++) {
            gets.add(new org.apache.hadoop.hbase.client.Get(key((at + step * 37) % ROWS)));
          }
          table.getAll(gets).get();
        });
    compare(
        "conditional put",
        at ->
            engine.mutate(
                change(at % ROWS, 0).on(new Condition.ColumnEquals("meta", "version", 0L)),
                Durability.BUFFERED),
        at ->
            table
                .checkAndMutate(
                    CheckAndMutate.newBuilder(key(at % ROWS))
                        .ifEquals(META, VERSION, Bytes.toBytes(0L))
                        .build(put(at % ROWS, 0)))
                .get());
    compare(
        "puts of 100 rows",
        at -> {
          List<Mutation> changes = new ArrayList<>();
          for (int step = 0; step < 100; step++) {
            changes.add(change((at + step) % ROWS, 0));
          }
          engine.mutateAll(changes, Durability.BUFFERED);
        },
        at -> {
          List<Put> puts = new ArrayList<>();
          for (int step = 0; step < 100; step++) {
            puts.add(put((at + step) % ROWS, 0));
          }
          table.putAll(puts).get();
        });
    compare(
        "scan of 100 rows",
        at ->
            engine.scan(
                Scan.of(
                    "measured",
                    KeyRange.ALL.after(Tuple.of((long) (at % (ROWS - 200)))),
                    100,
                    FamilyRead.all("meta"))),
        at ->
            table
                .scanAll(
                    new org.apache.hadoop.hbase.client.Scan()
                        .withStartRow(key(at % (ROWS - 200)), false)
                        .setLimit(100)
                        .setCaching(100))
                .get());
  }

  private static void compare(String name, Operation ours, Operation bare) throws Exception {
    double[] oursMicros = new double[ROUNDS];
    double[] bareMicros = new double[ROUNDS];
    double[] ratios = new double[ROUNDS];
    for (int round = -3; round < ROUNDS; round++) {
      boolean first = round % 2 == 0;
      double one = round(first ? ours : bare);
      double other = round(first ? bare : ours);
      if (round >= 0) {
        oursMicros[round] = first ? one : other;
        bareMicros[round] = first ? other : one;
        ratios[round] = bareMicros[round] / oursMicros[round];
      }
    }
    for (double[] values : List.of(oursMicros, bareMicros, ratios)) {
      Arrays.sort(values);
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-18s engine %7.0f us  client %7.0f us  ratio %.2f (%.2f to %.2f)",
            name,
            oursMicros[ROUNDS / 2],
            bareMicros[ROUNDS / 2],
            ratios[ROUNDS / 2],
            ratios[ROUNDS / 4],
            ratios[3 * ROUNDS / 4]));
  }

  /** Returns the time of one operation, in microseconds. */
  private static double round(Operation operation) throws Exception {
    long start = System.nanoTime();
    int count = 0;
    while (System.nanoTime() - start < ROUND_NANOS) {
      operation.run(count * 7 + 1);
      count++;
    }
    return (System.nanoTime() - start) / 1_000.0 / count;
  }
}

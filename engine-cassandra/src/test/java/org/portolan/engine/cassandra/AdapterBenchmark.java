package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
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
import org.portolan.engine.cassandra.server.CassandraServer;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The engine beside the bare driver on the same table, one after the other in short turns. Prints
 * the median of the turns' ratios (1 is as fast as the driver) and the lowest and highest quarter.
 */
public final class AdapterBenchmark {
  private static final int ROWS = 1_000;
  private static final String TEXT = "x".repeat(500);
  private static final FamilyRead BODY = FamilyRead.all("body");

  private final CqlSession session;
  private final Engine engine;
  private final PreparedStatement select;
  private final PreparedStatement update;
  private final PreparedStatement conditional;
  private final PreparedStatement scan;
  private int next;
  private int counter;

  private AdapterBenchmark(CqlSession session, Engine engine) {
    this.session = session;
    this.engine = engine;
    select = session.prepare("SELECT has_body, text, n FROM bench.t WHERE p = ? AND id = ?");
    update =
        session.prepare(
            "UPDATE bench.t SET has_body = true, text = ?, n = ? WHERE p = ? AND id = ?");
    conditional =
        session.prepare(
            "UPDATE bench.t SET has_body = true, text = ?, n = ? WHERE p = ? AND id = ? IF n = ?");
    scan = session.prepare("SELECT id, has_body, text, n FROM bench.t WHERE p = ? LIMIT 100");
  }

  /** Runs with the number of turns as the only argument, 40 if there is none. */
  public static void main(String[] arguments) {
    int turns = arguments.length == 0 ? 40 : Integer.parseInt(arguments[0]);
    try (CassandraServer server = CassandraServer.start();
        Engine engine =
            Engines.open(
                "cassandra://" + server.address() + "/bench?rf=1", OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(
          new TableSchema(
              "t",
              List.of(KeyColumn.of("p", ScalarType.LONG), KeyColumn.of("id", ScalarType.LONG)),
              1,
              List.of(
                  new ColumnFamily(
                      "body",
                      List.of(
                          new Column("text", ScalarType.TEXT), new Column("n", ScalarType.INT)))),
              List.of()));
      String[] address = server.address().split(":", -1);
      try (CqlSession session =
          CqlSession.builder()
              .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
              .withLocalDatacenter("datacenter1")
              .build()) {
        new AdapterBenchmark(session, engine).run(turns);
      }
    }
  }

  private void run(int turns) {
    for (int row = 0; row < ROWS; row++) {
      engine.mutate(put(row, 0), Durability.SYNCED);
    }
    Map<String, Runnable[]> operations = new LinkedHashMap<>();
    operations.put("get of 1", new Runnable[] {this::bareGet, () -> engineGet(1)});
    operations.put("get of 20", new Runnable[] {this::bareGets, () -> engineGet(20)});
    operations.put("put on a condition", new Runnable[] {this::bareIf, this::engineIf});
    operations.put("batch of 100 puts", new Runnable[] {this::bareBatch, this::engineBatch});
    operations.put("scan of 100", new Runnable[] {this::bareScan, this::engineScan});
    operations.forEach(
        (name, pair) -> {
          double[] ratios = new double[turns];
          long[] nanos = new long[2];
          for (int turn = -turns / 2; turn < turns; turn++) {
            long bare = time(pair[0]);
            long own = time(pair[1]);
            if (turn >= 0) {
              ratios[turn] = bare / (double) own;
              nanos[0] += bare;
              nanos[1] += own;
            }
          }
          Arrays.sort(ratios);
          System.out.printf(
              Locale.ROOT,
              "%-20s driver %8.0f us  engine %8.0f us  ratio %.2f (%.2f to %.2f)%n",
              name,
              nanos[0] / 1e3 / turns / 20,
              nanos[1] / 1e3 / turns / 20,
              ratios[turns / 2],
              ratios[turns / 4],
              ratios[turns * 3 / 4]);
        });
  }

  private static long time(Runnable operation) {
    long start = System.nanoTime();
    for (int round = 0; round < 20; round++) {
      operation.run();
    }
    return System.nanoTime() - start;
  }

  private static Tuple key(long row) {
    return Tuple.of(row % 10, row);
  }

  private static Mutation put(long row, int number) {
    return Mutation.of("t", key(row), new Change.PutColumns("body", List.of(TEXT, number)));
  }

  private long row() {
    next = (next + 7) % ROWS;
    return next;
  }

  private void bareGet() {
    long row = row();
    decode(
        session
            .execute(select.bind(row % 10, row).setConsistencyLevel(ConsistencyLevel.QUORUM))
            .one());
  }

  private static int decode(Row row) {
    return row.getString("text").length() + row.getInt("n");
  }

  private void engineGet(int count) {
    engine.get(IntStream.range(0, count).mapToObj(index -> Get.of("t", key(row()), BODY)).toList());
  }

  private void bareGets() {
    List<CompletionStage<AsyncResultSet>> answers = new ArrayList<>();
    for (int index = 0; index < 20; index++) {
      long row = row();
      answers.add(
          session.executeAsync(
              select.bind(row % 10, row).setConsistencyLevel(ConsistencyLevel.QUORUM)));
    }
    answers.forEach(answer -> decode(answer.toCompletableFuture().join().one()));
  }

  private void bareIf() {
    session.execute(
        conditional
            .bind(TEXT, counter + 1, 0L, 0L, counter)
            .setConsistencyLevel(ConsistencyLevel.QUORUM));
    counter++;
  }

  private void engineIf() {
    engine.mutate(
        put(0, counter + 1).on(new Condition.ColumnEquals("body", "n", counter)),
        Durability.SYNCED);
    counter++;
  }

  private void bareBatch() {
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.LOGGED);
    for (long row = 0; row < 100; row++) {
      batch.addStatement(update.bind(TEXT, 1, 3L, row));
    }
    session.execute(batch.setConsistencyLevel(ConsistencyLevel.QUORUM).build());
  }

  private void engineBatch() {
    List<Mutation> puts = new ArrayList<>();
    for (long row = 0; row < 100; row++) {
      Change change = new Change.PutColumns("body", List.of(TEXT, 1));
      puts.add(Mutation.of("t", Tuple.of(3L, row), change));
    }
    engine.mutateAll(puts, Durability.SYNCED);
  }

  private void bareScan() {
    session
        .execute(scan.bind(3L).setConsistencyLevel(ConsistencyLevel.QUORUM))
        .forEach(AdapterBenchmark::decode);
  }

  private void engineScan() {
    engine.scan(Scan.of("t", KeyRange.startingWith(Tuple.of(3L)), 100, BODY));
  }
}

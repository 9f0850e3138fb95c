package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Commits synced transactions from three threads until it is killed, and prints {@code ack ID} when
 * a commit has returned. Each transaction writes a row and an item of another table, and adds one
 * to a counter. Meanwhile the process creates and drops tables, and prints {@code created NAME} and
 * {@code dropped NAME}.
 */
final class CommittingProcess {
  static final TableSchema ROWS =
      TableSchema.of(
          "rows",
          List.of(KeyColumn.of("id", ScalarType.LONG)),
          new ColumnFamily("content", List.of(new Column("copy", ScalarType.LONG))));
  static final TableSchema LIST =
      TableSchema.of(
          "list",
          List.of(KeyColumn.of("name", ScalarType.TEXT)),
          new ItemFamily("members", List.of(KeyColumn.of("id", ScalarType.LONG)), List.of()),
          new CounterFamily("size"));
  static final Tuple ALL = Tuple.of("all");

  private static final int THREADS = 3;

  private CommittingProcess() {}

  /** Takes the URI and the first id. */
  public static void main(String[] arguments) throws InterruptedException {
    Engine engine = Engines.open(arguments[0], OpenMode.CREATE_IF_MISSING);
    engine.createTable(ROWS);
    engine.createTable(LIST);
    AtomicLong next = new AtomicLong(Long.parseLong(arguments[1]));
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      threads.add(new Thread(() -> commitForever(engine, next)));
    }
    threads.add(new Thread(() -> createForever(engine, next.get())));
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void commitForever(Engine engine, AtomicLong next) {
    while (true) {
      long id = next.getAndIncrement();
      try (Transaction transaction = engine.begin(Durability.SYNCED)) {
        transaction.mutate(
            Mutation.of("rows", Tuple.of(id), new Change.PutColumns("content", List.of(id))));
        transaction.mutate(
            Mutation.of(
                "list",
                ALL,
                new Change.PutItem("members", Tuple.of(id), List.of()),
                new Change.Add("size", 1)));
        transaction.commit();
      }
      say("ack " + id);
    }
  }

  private static void createForever(Engine engine, long first) {
    for (long number = first; true; number++) {
      String name = "table_" + number;
      engine.createTable(table(name));
      say("created " + name);
      if (number % 2 == 0) {
        engine.dropTable(name);
        say("dropped " + name);
      }
    }
  }

  static TableSchema table(String name) {
    return TableSchema.of(
        name,
        List.of(KeyColumn.of("id", ScalarType.LONG)),
        new ColumnFamily("one", List.of(new Column("value", ScalarType.TEXT))),
        new ColumnFamily("two", List.of(new Column("value", ScalarType.TEXT))),
        new ColumnFamily("three", List.of(new Column("value", ScalarType.TEXT))));
  }

  private static void say(String line) {
    synchronized (CommittingProcess.class) {
      System.out.println(line);
      System.out.flush();
    }
  }
}

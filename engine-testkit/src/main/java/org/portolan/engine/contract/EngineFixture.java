package org.portolan.engine.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** A store with the table {@code events}, and short names for operations on it. */
abstract class EngineFixture {
  Engine engine;

  abstract Engine open();

  @BeforeEach
  void openStore() {
    engine = open();
    requireCapabilities();
    engine.createTable(ContractTables.events(engine.capabilities()));
  }

  /** Skips the test if the engine lacks a capability; runs before the slow creation of tables. */
  void requireCapabilities() {}

  @AfterEach
  void closeStore() {
    engine.close();
  }

  void reopen() {
    engine.close();
    engine = open();
  }

  Capabilities capabilities() {
    return engine.capabilities();
  }

  boolean counts() {
    return capabilities().atomicAdd() != AtomicAdd.NONE;
  }

  static Tuple key(String user, long at) {
    return Tuple.of(user, at);
  }

  static RowKey rowKey(String user, long at) {
    return new RowKey(ContractTables.EVENTS, key(user, at));
  }

  static Mutation change(String user, long at, Change... changes) {
    return Mutation.of(ContractTables.EVENTS, key(user, at), changes);
  }

  boolean write(String user, long at, Change... changes) {
    return engine.mutate(change(user, at, changes), Durability.BUFFERED);
  }

  static Change body(String text, Integer number) {
    return new Change.PutColumns("body", Arrays.asList(text, number));
  }

  static Change mark(Boolean flag) {
    return new Change.PutColumns("mark", Arrays.asList(flag));
  }

  static Change entry(long rank, String name, String note) {
    return new Change.PutItem("entries", Tuple.of(rank, name), Arrays.asList(note));
  }

  static Change hit(long delta) {
    return new Change.Add("hits", delta);
  }

  static Row read(Reader reader, String user, long at, FamilyRead... families) {
    return reader.get(Get.of(ContractTables.EVENTS, key(user, at), families));
  }

  Row read(String user, long at, FamilyRead... families) {
    return read(engine, user, at, families);
  }

  static Row readBody(Reader reader, String user, long at) {
    return read(reader, user, at, FamilyRead.all("body"));
  }

  Row readBody(String user, long at) {
    return readBody(engine, user, at);
  }

  /** Returns the number in the body, null if there is none. */
  static Integer number(Reader reader, String user, long at) {
    return readBody(reader, user, at)
        .family("body")
        .map(body -> (Integer) body.get(1))
        .orElse(null);
  }

  static FamilyRead allEntries() {
    return new FamilyRead.Items("entries", KeyRange.ALL, Integer.MAX_VALUE, false);
  }

  static FamilyRead hits() {
    return new FamilyRead.Counter("hits");
  }

  /** Returns every family of the row that the engine can have. */
  FamilyRead[] everything() {
    List<FamilyRead> families =
        new ArrayList<>(List.of(FamilyRead.all("body"), FamilyRead.all("mark")));
    if (capabilities().items()) {
      families.add(allEntries());
    }
    if (counts()) {
      families.add(hits());
    }
    return families.toArray(new FamilyRead[0]);
  }

  static List<String> names(Row row) {
    return row.itemsOf("entries").stream().map(item -> item.key().text(1)).toList();
  }

  /** Runs the tasks at the same time, each in its own thread, and returns their results. */
  static <T> List<T> race(List<? extends Callable<T>> tasks) {
    CyclicBarrier start = new CyclicBarrier(tasks.size());
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Callable<T> task : tasks) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return task.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : running) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException | ExecutionException failure) {
      throw new AssertionError("a racing task failed", failure);
    } finally {
      threads.shutdownNow();
    }
  }
}

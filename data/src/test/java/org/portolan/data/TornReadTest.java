package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.Engines;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Transaction;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/** Work that fails because the rows that it read never existed at the same moment. */
class TornReadTest {
  @TempDir Path directory;
  private String uri;
  private Store store;

  @BeforeEach
  void open() {
    uri =
        FixtureEngines.register(
            () ->
                readingNewest(
                    Engines.open(
                        "rocksdb:" + directory.resolve("store"),
                        EngineProvider.OpenMode.CREATE_IF_MISSING)));
    store = Stores.openOrCreate(uri, TestDesigns.oneIndex("cells single"));
    putBoth(1);
  }

  @AfterEach
  void close() {
    store.close();
    FixtureEngines.forget(uri);
  }

  /** Returns the engine with transactions that read the newest state, as those of Ignite do. */
  private static Engine readingNewest(Engine engine) {
    return proxy(
        Engine.class,
        (method, arguments) -> {
          Object answer = method.invoke(engine, arguments);
          return answer instanceof Transaction transaction
              ? readingNewest(engine, transaction)
              : answer;
        });
  }

  @SuppressWarnings("unchecked")
  private static Transaction readingNewest(Engine engine, Transaction transaction) {
    List<Get> asked = new ArrayList<>();
    List<Row> seen = new ArrayList<>();
    return proxy(
        Transaction.class,
        (method, arguments) -> {
          switch (method.getName()) {
            case "get" -> {
              List<Row> rows = engine.get((List<Get>) arguments[0]);
              asked.addAll((List<Get>) arguments[0]);
              seen.addAll(rows);
              return rows;
            }
            case "validate" -> {
              if (!engine.get(asked).equals(seen)) {
                throw new ConflictException(Set.of(new RowKey("page", Tuple.of("a"))));
              }
              return null;
            }
            default -> {
              return method.invoke(transaction, arguments);
            }
          }
        });
  }

  private interface Call {
    Object on(java.lang.reflect.Method method, Object[] arguments)
        throws IllegalAccessException, InvocationTargetException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return call.on(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private void putBoth(long version) {
    store.write(
        transaction -> {
          for (String title : List.of("a", "b")) {
            transaction.put("page", Tuple.of(title), Map.of("version", version, "text", title));
          }
          return null;
        });
  }

  private static long version(StoreTransaction transaction, String title) {
    return transaction.get("page", Tuple.of(title), Columns.ALL).orElseThrow().longValue("version");
  }

  @Test
  void write_workThatFailsOnATornRead_runsAgain() {
    AtomicInteger attempts = new AtomicInteger();
    long sum =
        store.write(
            transaction -> {
              long first = version(transaction, "a");
              if (attempts.incrementAndGet() == 1) {
                CompletableFuture.runAsync(() -> putBoth(2)).join();
              }
              long second = version(transaction, "b");
              if (first != second) {
                throw new IllegalStateException("no order of the writes shows this");
              }
              return first + second;
            });
    assertThat(sum).isEqualTo(4);
    assertThat(attempts).hasValue(2);
  }

  @Test
  void write_workThatFailsOnWhatIsSo_failsWithItsOwnException() {
    AtomicInteger attempts = new AtomicInteger();
    assertThatThrownBy(
            () ->
                store.write(
                    transaction -> {
                      attempts.incrementAndGet();
                      throw new IllegalStateException("version " + version(transaction, "a"));
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("version 1");
    assertThat(attempts).hasValue(1);
  }
}

package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.Transaction;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/** The exceptions of a failing store: one root, and kinds that tell what was changed. */
class FailureKindsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: counted
          entities:
            page:
              key: {title: text}
              key-layout: plain
              families:
                main: {text: text}
              counters:
                edits: {layout: single, transactional: false}
          """,
          "counted");
  private static final Tuple RIGA = Tuple.of("Riga");

  @TempDir Path directory;
  private FaultyNetwork network;
  private FaultyEngine engine;
  private Store store;

  @BeforeEach
  void open() {
    network =
        new FaultyNetwork(
            Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING));
    engine = network.client(FaultPlan.NONE);
    store = opened(engine);
  }

  private static Store opened(Engine engine) {
    String uri = FixtureEngines.register(() -> engine);
    try {
      return Stores.openOrCreate(
          uri, DESIGN, new RetryPolicy(2, Duration.ZERO, Duration.ofMillis(1)));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @AfterEach
  void close() {
    engine.startOver(FaultPlan.NONE);
    store.close();
    network.close();
  }

  private Object put(String text) {
    return store.write(
        transaction -> {
          transaction.put("page", RIGA, Map.of("text", text));
          return null;
        });
  }

  private boolean written() {
    engine.startOver(FaultPlan.NONE);
    return store.get("page", RIGA, Columns.NONE).isPresent();
  }

  private static StoreException failure(Runnable act) {
    try {
      act.run();
    } catch (StoreException e) {
      return e;
    }
    throw new AssertionError("nothing failed");
  }

  @Test
  void read_unavailable_isCaughtByTheRoot() {
    engine.startOver(call -> Fault.unavailable());
    assertThat(failure(() -> store.get("page", RIGA, Columns.ALL)))
        .isInstanceOf(UnavailableException.class);
    assertThat(failure(() -> store.scan("page", Tuple.EMPTY, Columns.ALL, Paging.first(1))))
        .isInstanceOf(UnavailableException.class);
    assertThat(failure(() -> store.counter("edits"))).isInstanceOf(UnavailableException.class);
  }

  @Test
  void write_unavailable_isCaughtByTheRootAndChangedNothing() {
    engine.startOver(call -> Fault.unavailable());
    assertThat(failure(() -> put("a"))).isInstanceOf(UnavailableException.class);
    assertThat(written()).isFalse();
  }

  @Test
  void write_ofUnknownOutcome_isCaughtByTheRootAndMayHaveBeenMade() {
    for (boolean done : new boolean[] {false, true}) {
      engine.startOver(
          FaultPlan.once(
              call -> call.kind() == Call.Kind.COMMIT,
              new Fault(Fault.Answer.UNKNOWN, done ? -1 : 0, Fault.Rest.NEVER)));
      assertThat(failure(() -> put("a"))).isInstanceOf(OutcomeUnknownException.class);
      assertThat(written()).isEqualTo(done);
    }
  }

  @Test
  void write_metEveryTime_isCaughtByTheRootAndChangedNothing() {
    Function<StoreTransaction, Object> meeting =
        transaction -> {
          transaction.put("page", RIGA, Map.of("text", "mine"));
          CompletableFuture.runAsync(() -> put("theirs")).join();
          return null;
        };
    assertThat(failure(() -> store.write(meeting))).isInstanceOf(WriteConflictException.class);
    assertThat(store.get("page", RIGA, Columns.ALL).orElseThrow().text("text")).isEqualTo("theirs");
  }

  @Test
  void write_beyondALimit_isCaughtByTheRootAndChangedNothing() {
    String tooLarge = "x".repeat(engine.capabilities().keyBytesMax() + 1);
    assertThat(
            failure(
                () ->
                    store.write(
                        transaction -> {
                          transaction.put("page", RIGA, Map.of("text", "a"));
                          transaction.put("page", Tuple.of(tooLarge), Map.of());
                          return null;
                        })))
        .isInstanceOf(CapabilityException.class);
    assertThat(written()).isFalse();
  }

  @Test
  void open_otherDesign_isCaughtByTheRoot() {
    assertThatThrownBy(
            () -> {
              String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
              Stores.openOrCreate(uri, TestDesigns.oneIndex("cells single")).close();
            })
        .isInstanceOf(StoreException.class)
        .isInstanceOf(StoreMismatchException.class);
  }

  /** An adapter's bug after the commit must not make a write look as if it had failed. */
  @Test
  void write_committedButNotCounted_succeedsWhateverWentWrong() {
    Engine buggy =
        (Engine)
            Proxy.newProxyInstance(
                Engine.class.getClassLoader(),
                new Class<?>[] {Engine.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("mutateAll")) {
                    throw new IllegalStateException("a bug of the adapter");
                  }
                  return method.invoke(engine, arguments);
                });
    store = opened(buggy);
    put("a");
    assertThat(written()).isTrue();
  }

  /** What the function has seen may be of several moments, and its complaint then be wrong. */
  @Test
  void write_thatComplainsOfWhatCannotBeValidated_isUnavailable() {
    Engine mute =
        intercepted(
            Engine.class,
            engine,
            "begin",
            begun ->
                intercepted(
                    Transaction.class,
                    begun,
                    "validate",
                    any -> {
                      throw new UnavailableException("the servers do not answer");
                    }));
    store = opened(mute);

    assertThatThrownBy(
            () ->
                store.write(
                    transaction -> {
                      throw new IllegalStateException("the stock does not add up");
                    }))
        .isInstanceOf(UnavailableException.class)
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .hasAtLeastOneElementOfType(IllegalStateException.class));
  }

  private static <T> T intercepted(
      Class<T> type, Object target, String call, UnaryOperator<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object result = method.invoke(target, arguments);
              return method.getName().equals(call) ? answer.apply(result) : result;
            }));
  }
}

package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.StoreConflict.Place;
import org.portolan.data.StoreOperation.Kind;
import org.portolan.data.StoreOperation.Outcome;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.RowKey;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** The outcomes that a listener hears of, and the conflicts. */
class OutcomeTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  @TempDir Path directory;
  private final RecordingListener heard = new RecordingListener();
  private FaultyNetwork network;
  private FaultyEngine engine;
  private Store store;

  @BeforeEach
  void open() {
    open(Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING), "");
  }

  private void open(Engine engineOfStore, String indexes) {
    network = new FaultyNetwork(engineOfStore);
    engine = network.client(FaultPlan.NONE);
    String uri = FixtureEngines.register(() -> engine);
    store =
        Stores.openOrCreate(
            uri,
            DesignReader.read(
                """
                format: 1
                design: outcomes
                entities:
                  page:
                    key: {title: text}
                    key-layout: plain
                    families:
                      main: {text: text, links: set of text, stock: {type: int, min: 0}}
                    collections:
                      notes: {key: {n: int}, storage: rows, columns: {text: text}}
                """
                    + indexes,
                "outcomes"),
            StoreOptions.DEFAULT
                .with(new RetryPolicy(2, Duration.ZERO, Duration.ofMillis(1)))
                .sweeping(Duration.ZERO, Duration.ofSeconds(10))
                .listening(heard));
    FixtureEngines.forget(uri);
  }

  @AfterEach
  void close() {
    engine.startOver(FaultPlan.NONE);
    store.close();
    network.close();
  }

  private Object put(String title, Map<String, Object> values) {
    return store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), values);
          return "done";
        });
  }

  private StoreOperation failed(Function<StoreTransaction, Object> work) {
    Throwable failure = catchThrowable(() -> store.write(work));
    StoreOperation told = heard.only();
    assertThat(failure).isNotNull();
    assertThat(told.failure()).containsSame(failure);
    assertThat(told.kind()).isEqualTo(Kind.WRITE);
    return told;
  }

  @Test
  void writeRefusedByARule_isRefused() {
    StoreOperation told =
        failed(
            transaction -> {
              transaction.put("page", RIGA, Map.of("stock", -1));
              return "done";
            });
    assertThat(told.failure().orElseThrow()).isInstanceOf(ConstraintException.class);
    assertThat(told.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(told.object()).isEqualTo("page");
  }

  @Test
  void insertOfARowThatExists_isRefused() {
    put("Riga", Map.of("text", "a"));
    heard.only();
    StoreOperation told =
        failed(
            transaction -> {
              transaction.insert("page", RIGA, Map.of("text", "b"));
              return "done";
            });
    assertThat(told.failure().orElseThrow()).isInstanceOf(RowExistsException.class);
    assertThat(told.outcome()).isEqualTo(Outcome.REFUSED);
  }

  @Test
  void exceptionOfTheFunction_isWithdrawn() {
    for (RuntimeException own :
        new RuntimeException[] {
          new IllegalStateException("sold out"), new IllegalArgumentException("none of that")
        }) {
      StoreOperation told =
          failed(
              transaction -> {
                transaction.put("page", RIGA, Map.of("text", "a"));
                throw own;
              });
      assertThat(told.outcome()).isEqualTo(Outcome.WITHDRAWN);
      assertThat(told.object()).isEqualTo("page");
    }
  }

  @Test
  void unavailableEngine_isUnavailable() {
    engine.startOver(call -> Fault.unavailable());
    Throwable failure = catchThrowable(() -> store.get("page", RIGA, Columns.ALL));
    StoreOperation told = heard.only();
    assertThat(told.failure()).containsSame(failure);
    assertThat(told.outcome()).isEqualTo(Outcome.UNAVAILABLE);
    assertThat(
            failed(
                    transaction -> {
                      transaction.put("page", RIGA, Map.of("text", "a"));
                      return "done";
                    })
                .outcome())
        .isEqualTo(Outcome.UNAVAILABLE);
  }

  @Test
  void lostAnswerToACommit_isUnknown() {
    engine.startOver(
        FaultPlan.once(
            call -> call.kind() == Call.Kind.COMMIT,
            new Fault(Fault.Answer.UNKNOWN, -1, Fault.Rest.NEVER)));
    StoreOperation told =
        failed(
            transaction -> {
              transaction.put("page", RIGA, Map.of("text", "a"));
              return "done";
            });
    assertThat(told.outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void wrongUse_isAFailure() {
    StoreOperation inner =
        failed(
            transaction -> {
              store.write(other -> "never");
              return "done";
            },
            2);
    assertThat(inner.outcome()).isEqualTo(Outcome.FAILED);
    store.close();
    assertThat(catchThrowable(() -> store.get("page", RIGA, Columns.ALL))).isNotNull();
    assertThat(heard.only().outcome()).isEqualTo(Outcome.FAILED);
  }

  /** Returns the first of the operations that were told. */
  private StoreOperation failed(Function<StoreTransaction, Object> work, int told) {
    assertThat(catchThrowable(() -> store.write(work))).isNotNull();
    assertThat(heard.operations).hasSize(told);
    StoreOperation first = heard.operations.get(0);
    heard.operations.clear();
    return first;
  }

  /** Writes while another writer gets in between, in the first attempts. */
  private Throwable meet(
      int meetings,
      Function<StoreTransaction, Object> mine,
      Function<StoreTransaction, Object> theirs) {
    AtomicInteger attempts = new AtomicInteger();
    return catchThrowable(
        () ->
            store.write(
                transaction -> {
                  Object done = mine.apply(transaction);
                  if (attempts.incrementAndGet() <= meetings) {
                    CompletableFuture.runAsync(() -> store.write(theirs)).join();
                  }
                  return done;
                }));
  }

  private static Function<StoreTransaction, Object> put(String title) {
    return transaction -> {
      transaction.put("page", Tuple.of(title), Map.of("text", title, "links", Set.of("sea")));
      return "done";
    };
  }

  private StoreOperation lastWrite() {
    return heard.operations.get(heard.operations.size() - 1);
  }

  @Test
  void writersOfARow_areToldTheRow() {
    assertThat(meet(1, put("Riga"), put("Riga"))).isNull();
    assertThat(heard.conflicts)
        .containsExactly(new StoreConflict(Place.ENTITY, "page", new RowKey("page", RIGA), false));
    assertThat(lastWrite().attempts()).isEqualTo(2);
    assertThat(lastWrite().outcome()).isEqualTo(Outcome.OK);
    assertThat(lastWrite().calls())
        .extracting(Trace.Call::kind)
        .contains(Trace.Call.Kind.CONFLICT, Trace.Call.Kind.WRITE);
  }

  @Test
  void writeThatLosesEachTime_isAConflict() {
    Throwable failure = meet(2, put("Riga"), put("Riga"));
    assertThat(failure).isInstanceOf(WriteConflictException.class);
    assertThat(lastWrite().outcome()).isEqualTo(Outcome.CONFLICT);
    assertThat(lastWrite().attempts()).isEqualTo(2);
    assertThat(heard.conflicts).extracting(StoreConflict::givenUp).containsExactly(false, true);
  }

  @Test
  void writersOfAnItem_areToldTheCollection() {
    Function<StoreTransaction, Object> insert =
        transaction -> {
          transaction.putItem("page", RIGA, "notes", Tuple.of(1), Map.of("text", "a"));
          return "done";
        };
    assertThat(meet(1, insert, insert)).isNull();
    assertThat(heard.conflicts)
        .extracting(StoreConflict::place, StoreConflict::object)
        .contains(tuple(Place.COLLECTION, "page.notes"));
  }

  @Test
  void writersOfOneBucket_areToldTheIndex() {
    close();
    open(
        Engines.open("rocksdb:" + directory.resolve("other"), OpenMode.CREATE_IF_MISSING),
        "    indexes:\n      linked: {on: [links], layout: object single}\n");
    assertThat(meet(1, put("Riga"), put("Tartu"))).isNull();
    assertThat(heard.conflicts)
        .extracting(StoreConflict::place, StoreConflict::object)
        .containsExactly(tuple(Place.INDEX, "linked"));
    assertThat(store.conflicts().retries().get(ConflictCause.INDEX_ONLY)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onAnEngineOfRows_theSameIsTold(boolean rows) {
    close();
    MemoryCluster cluster =
        rows ? MemoryCluster.ofRows("told", 1) : MemoryCluster.ofColumns("told", 1);
    open(cluster.connect(), "    indexes:\n      linked: {on: [links], layout: cells single}\n");
    assertThat(meet(1, put("Riga"), put("Riga"))).isNull();
    assertThat(lastWrite().attempts()).isEqualTo(2);
    assertThat(lastWrite().object()).isEqualTo("page");
    assertThat(heard.conflicts)
        .extracting(StoreConflict::place, StoreConflict::object)
        .containsExactly(tuple(Place.ENTITY, "page"));
    heard.operations.clear();

    engine.startOver(call -> call.background() ? Fault.none() : Fault.unavailable());
    assertThat(catchThrowable(() -> put("Tartu", Map.of("text", "a")))).isNotNull();
    assertThat(heard.only().outcome()).isEqualTo(Outcome.UNAVAILABLE);
  }
}

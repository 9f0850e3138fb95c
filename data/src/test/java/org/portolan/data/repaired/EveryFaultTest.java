package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Every fault at every call of a write: afterwards the store is right, and the write was made or
 * not, as its writer was told.
 */
@Tag("long")
class EveryFaultTest {
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  /** The work of a write on a store that contains the pages A and B. */
  private record Scenario(String name, Consumer<StoreTransaction> work) {}

  private static void edit(StoreTransaction transaction, String title) {
    edit(transaction, title, 2);
  }

  /** Inserts notes, which must not be there: not even if an attempt before lost its answer. */
  private static void edit(StoreTransaction transaction, String title, int note) {
    transaction.update("page", Tuple.of(title), Map.of("text", "new", "links", Set.of("B", "new")));
    for (String notes : List.of("cell_notes", "row_notes")) {
      transaction.insertItem("page", Tuple.of(title), notes, Tuple.of(note), Map.of("text", "new"));
    }
  }

  private static List<Scenario> scenarios() {
    return List.of(
        new Scenario("edit", transaction -> edit(transaction, "A")),
        new Scenario(
            "create",
            transaction ->
                transaction.put(
                    "page", Tuple.of("C"), Map.of("text", "new", "links", Set.of("A")))),
        new Scenario("delete", transaction -> transaction.delete("page", Tuple.of("A"))),
        new Scenario(
            "edit two",
            transaction -> {
              edit(transaction, "A");
              edit(transaction, "B");
            }),
        new Scenario(
            "move",
            transaction -> {
              transaction.delete("page", Tuple.of("A"));
              transaction.put(
                  "page", Tuple.of("C"), Map.of("text", "old", "links", Set.of("B", "old")));
            }));
  }

  @TestFactory
  Stream<DynamicTest> write_anyFaultAtAnyCall_isAllOrNothing() {
    List<DynamicTest> tests = new ArrayList<>();
    for (boolean rows : new boolean[] {true, false}) {
      for (Scenario scenario : scenarios()) {
        tests.add(
            DynamicTest.dynamicTest(
                scenario.name() + (rows ? " on rows" : " on columns"),
                () -> everyFault(scenario, rows)));
      }
    }
    return tests.stream();
  }

  private static void everyFault(Scenario scenario, boolean rows) {
    String before;
    String after;
    try (Store store = open(cluster(rows).connect())) {
      before = content(store);
      write(store, scenario);
      after = content(store);
    }
    for (Call call : calls(scenario, rows)) {
      for (Fault fault : Fault.every(call, 8, new Random(7))) {
        run(scenario, rows, call, fault, before, after);
      }
    }
  }

  private static MemoryCluster cluster(boolean rows) {
    MemoryCluster cluster =
        rows ? MemoryCluster.ofRows("faults", 1) : MemoryCluster.ofColumns("faults", 1);
    try (Store store = open(cluster.connect())) {
      for (String title : List.of("A", "B")) {
        store.write(
            transaction -> {
              transaction.put(
                  "page", Tuple.of(title), Map.of("text", "old", "links", Set.of("B", "old")));
              transaction.insertItem(
                  "page", Tuple.of(title), "cell_notes", Tuple.of(1), Map.of("text", "old"));
              transaction.insertItem(
                  "page", Tuple.of(title), "row_notes", Tuple.of(1), Map.of("text", "old"));
              return null;
            });
      }
    }
    return cluster;
  }

  private static Store open(Engine engine) {
    return RowStores.open(() -> engine, RowStores.everyLayout(), RowStores.OPTIONS);
  }

  private static Store openLater(Engine engine) {
    InstantSource later = () -> Instant.now().plusSeconds(60);
    return RowStores.open(() -> engine, RowStores.everyLayout(), RowStores.OPTIONS.at(later));
  }

  private static List<Call> calls(Scenario scenario, boolean rows) {
    try (FaultyNetwork network = new FaultyNetwork(cluster(rows).connect())) {
      FaultyEngine client = network.client(FaultPlan.NONE);
      List<Call> before;
      List<Call> after;
      try (Store store = open(client)) {
        before = foreground(client);
        write(store, scenario);
        after = foreground(client);
      }
      return after.subList(before.size(), after.size());
    }
  }

  private static List<Call> foreground(FaultyEngine client) {
    return client.calls().stream().filter(call -> !call.background()).toList();
  }

  private static void write(Store store, Scenario scenario) {
    store.write(
        transaction -> {
          scenario.work().accept(transaction);
          return null;
        });
  }

  private static String content(Store store) {
    StringBuilder content = new StringBuilder();
    for (String title : List.of("A", "B", "C")) {
      Optional<EntityRow> row = store.get("page", Tuple.of(title), Columns.ALL);
      content.append(title).append(row.map(found -> found.text("text") + found.texts("links")));
      for (String notes : List.of("cell_notes", "row_notes")) {
        content.append(
            store.items("page", Tuple.of(title), notes, Paging.first(9)).entries().size());
      }
    }
    return content.toString();
  }

  /**
   * Makes a write with a fault.
   *
   * @param before the content of the store without the write
   * @param after its content with the write
   */
  private static void run(
      Scenario scenario, boolean rows, Call call, Fault fault, String before, String after) {
    String about = scenario.name() + " " + call + " " + fault;
    MemoryCluster cluster = cluster(rows);
    FaultyNetwork network = new FaultyNetwork(cluster.connect());
    FaultyEngine client = network.client(FaultPlan.at(call.number(), fault));
    boolean done = false;
    boolean undone = false;
    Optional<Store> store = Optional.empty();
    try {
      store = Optional.of(open(client));
      write(store.get(), scenario);
      done = true;
    } catch (OutcomeUnknownException | ClientKilledError e) {
      assertThat(e).as(about).isNotNull();
    } catch (EngineException | WriteConflictException e) {
      undone = true;
    }
    kill(client, store);
    network.bringAll();
    try (Store recovered = openLater(cluster.connect())) {
      recovered.sweep();
      List<StoreCheck.Finding> findings = new ArrayList<>();
      recovered.check(CHECK).run(findings::add, looked -> {});
      assertThat(findings).as(about).isEmpty();
      String now = content(recovered);
      if (done) {
        assertThat(now).as(about).isEqualTo(after);
      } else if (undone) {
        assertThat(now).as(about).isEqualTo(before);
      } else {
        assertThat(now).as(about).isIn(before, after);
      }
      write(recovered, new Scenario("again", transaction -> edit(transaction, "B", 3)));
    }
  }

  /** Ends the threads of a store without letting them do any more work. */
  private static void kill(FaultyEngine client, Optional<Store> store) {
    client.kill();
    try {
      store.ifPresent(Store::close);
    } catch (ClientKilledError e) {
      assertThat(client.killed()).isTrue();
    }
  }
}

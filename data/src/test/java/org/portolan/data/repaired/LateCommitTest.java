package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.Fault.Answer;
import org.portolan.engine.fixture.Fault.Rest;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * The answer to a commit is lost, the commit has not arrived when its writer looks for it, and it
 * arrives after the write has ended otherwise: it must change nothing. No other write of the row
 * follows, since that alone would make the late commit void.
 */
class LateCommitTest {
  private static final RetryPolicy ONCE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  /** A write that changes rows of the store, which contains the page {@code standing}. */
  private enum Work {
    CREATE("new") {
      @Override
      void run(StoreTransaction transaction) {
        put(transaction, "new");
      }
    },
    REPLACE("standing") {
      @Override
      void run(StoreTransaction transaction) {
        put(transaction, "standing");
      }
    },
    DELETE("standing") {
      @Override
      void run(StoreTransaction transaction) {
        transaction.delete("page", Tuple.of("standing"));
      }
    },
    ADD_NOTE("standing") {
      @Override
      void run(StoreTransaction transaction) {
        transaction.insertItem(
            "page", Tuple.of("standing"), "row_notes", Tuple.of(1), Map.of("text", "note"));
      }
    },
    RENAME("standing, new") {
      @Override
      void run(StoreTransaction transaction) {
        transaction.delete("page", Tuple.of("standing"));
        put(transaction, "new");
      }
    };

    private final String pages;

    Work(String pages) {
      this.pages = pages;
    }

    abstract void run(StoreTransaction transaction);

    @Override
    public String toString() {
      return name() + " of " + pages;
    }
  }

  /** Thrown by work that finds on its second run that it should change nothing. */
  private static final class SecondThoughts extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final AtomicInteger runs = new AtomicInteger();

  static Stream<Arguments> everyWork() {
    return Stream.of(Work.values())
        .flatMap(work -> Stream.of(Arguments.of(work, true), Arguments.of(work, false)));
  }

  private static void put(StoreTransaction transaction, String title) {
    transaction.put("page", Tuple.of(title), Map.of("text", "late", "links", Set.of("target")));
  }

  private static Store open(FaultyNetwork network, FaultPlan plan, RetryPolicy retries) {
    FaultyEngine client = network.client(FaultPlan.NONE);
    Store store =
        RowStores.open(() -> client, RowStores.everyLayout(), RowStores.OPTIONS.with(retries));
    client.startOver(plan);
    return store;
  }

  /**
   * A fault at the first change of a single row: a commit, for several rows that of the deciding
   * row.
   */
  private static FaultPlan lostAndLate() {
    return FaultPlan.once(
        call ->
            !call.background()
                && call.kind() == Call.Kind.MUTATION
                && call.what().startsWith("change of page"),
        new Fault(Answer.UNKNOWN, 0, Rest.LATE));
  }

  private static FaultyNetwork network(boolean rows) {
    MemoryCluster cluster =
        rows ? MemoryCluster.ofRows("late", 1) : MemoryCluster.ofColumns("late", 1);
    FaultyNetwork network = new FaultyNetwork(cluster.connect());
    try (Store store = open(network, FaultPlan.NONE, RetryPolicy.DEFAULT)) {
      store.write(
          transaction -> {
            transaction.put(
                "page", Tuple.of("standing"), Map.of("text", "old", "links", Set.of("target")));
            return null;
          });
    }
    return network;
  }

  private static String content(Store store) {
    StringBuilder content = new StringBuilder();
    for (String title : List.of("standing", "new", "other")) {
      Optional<EntityRow> row = store.get("page", Tuple.of(title), Columns.ALL);
      content.append(title).append('=').append(row.map(found -> found.text("text")));
      content.append(store.items("page", Tuple.of(title), "row_notes", Paging.first(9)).entries());
    }
    return content + " " + store.index("within", Tuple.of("target"), Paging.first(9)).entries();
  }

  /** Lets the commit arrive, and requires that the store is unchanged. */
  private static void arriveInVain(FaultyNetwork network, Store store) {
    assertThat(network.underWay()).isEqualTo(1);
    store.sweep();
    String before = content(store);
    network.bringAll();
    store.sweep();
    assertThat(content(store)).isEqualTo(before);
    List<StoreCheck.Finding> findings = new ArrayList<>();
    store.check(CHECK).run(findings::add, looked -> {});
    assertThat(findings).isEmpty();
  }

  @ParameterizedTest(name = "{0}, atomic rows: {1}")
  @MethodSource("everyWork")
  void write_refusedAfterItsCommitWasLost_isNotThereLater(Work work, boolean rows) {
    try (FaultyNetwork network = network(rows);
        Store store = open(network, lostAndLate(), ONCE)) {
      network.hold(true);
      String before = content(store);

      assertThatThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        work.run(transaction);
                        return null;
                      }))
          .isInstanceOf(WriteConflictException.class);

      assertThat(content(store)).isEqualTo(before);
      arriveInVain(network, store);
      assertThat(content(store)).isEqualTo(before);
    }
  }

  @ParameterizedTest(name = "{0}, atomic rows: {1}")
  @MethodSource("everyWork")
  void write_givenUpWhenRunAgain_isNotThereLater(Work work, boolean rows) {
    try (FaultyNetwork network = network(rows);
        Store store = open(network, lostAndLate(), RetryPolicy.DEFAULT)) {
      network.hold(true);
      String before = content(store);

      assertThatThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        if (runs.incrementAndGet() > 1) {
                          throw new SecondThoughts();
                        }
                        work.run(transaction);
                        return null;
                      }))
          .isInstanceOf(SecondThoughts.class);

      arriveInVain(network, store);
      assertThat(content(store)).isEqualTo(before);
    }
  }

  @ParameterizedTest(name = "{0}, atomic rows: {1}")
  @MethodSource("everyWork")
  void write_ofAnotherRowWhenRunAgain_hasDoneThatAlone(Work work, boolean rows) {
    try (FaultyNetwork network = network(rows);
        Store store = open(network, lostAndLate(), RetryPolicy.DEFAULT)) {
      network.hold(true);

      store.write(
          transaction -> {
            if (runs.incrementAndGet() > 1) {
              put(transaction, "other");
            } else {
              work.run(transaction);
            }
            return null;
          });

      assertThat(runs).hasValue(2);
      arriveInVain(network, store);
      assertThat(content(store))
          .contains("standing=Optional[old]")
          .contains("new=Optional.empty")
          .contains("other=Optional[late]");
    }
  }
}

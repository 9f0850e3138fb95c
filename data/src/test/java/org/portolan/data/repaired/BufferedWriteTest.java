package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Bulk loads on engines of rows. */
class BufferedWriteTest {
  private static final int PAGES = 50;
  private static final Tuple CHECKPOINT = Tuple.of("checkpoint");

  private static List<Tuple> keys() {
    return IntStream.range(0, PAGES).mapToObj(page -> Tuple.of("page" + page)).toList();
  }

  private static void load(StoreTransaction transaction) {
    List<Tuple> all = new ArrayList<>(keys());
    all.add(CHECKPOINT);
    transaction.prefetch("page", all);
    for (Tuple key : keys()) {
      transaction.put("page", key, Map.of("text", "x", "links", Set.of("all")));
      transaction.addItem("page", key, "row_notes", Tuple.of(1), Map.of("text", "y"));
    }
    transaction.put("page", CHECKPOINT, Map.of("text", "reached"));
  }

  private static Void loaded(StoreTransaction transaction) {
    load(transaction);
    return null;
  }

  @Test
  void load_ofManyRows_costsFourRoundTrips() {
    MemoryCluster cluster = MemoryCluster.ofColumns("load", 1);
    try (Store store =
        RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS)) {
      Trace trace = new Trace();
      store.traced(trace).write(Durability.BUFFERED, BufferedWriteTest::loaded);
      assertThat(trace.counts().roundTrips()).isEqualTo(4);
      assertThat(store.index("cells_hashed", Tuple.of("all"), Paging.first(100)).entries())
          .hasSize(PAGES);
      assertThat(store.counter("pages")).isEqualTo(PAGES + 1L);
    }
  }

  @Test
  void write_interruptedAfterAPart_doesNotSayThatItChangedNothing() {
    MemoryCluster cluster = MemoryCluster.ofRows("load", 1);
    HookedEngine client = new HookedEngine(cluster.connect());
    Tuple first = Tuple.of("first");
    Tuple last = Tuple.of("last");
    try (Store store = RowStores.open(() -> client, RowStores.everyLayout(), RowStores.OPTIONS);
        Store other =
            RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS)) {
      client.beforeWrite =
          mutations -> {
            if (mutations.size() == 1 && mutations.get(0).key().equals(last)) {
              client.beforeWrite = any -> {};
              other.write(transaction -> put(transaction, last, "theirs"));
              Thread.currentThread().interrupt();
            }
          };

      assertThatThrownBy(
              () ->
                  store.write(
                      Durability.BUFFERED,
                      transaction -> {
                        put(transaction, first, "ours");
                        return put(transaction, last, "ours");
                      }))
          .isInstanceOf(InterruptedWaitException.class)
          .hasMessageContaining("some of its rows may have changed: run it again");

      assertThat(Thread.interrupted()).isTrue();
      assertThat(other.get("page", first, Columns.NONE)).isPresent();
    }
  }

  private static Void put(StoreTransaction transaction, Tuple key, String text) {
    transaction.put("page", key, Map.of("text", text));
    return null;
  }

  @Test
  void load_failedInTheMiddle_hasNotReachedItsCheckpoint() {
    MemoryCluster cluster = MemoryCluster.ofRows("load", 1);
    FaultyNetwork network = new FaultyNetwork(cluster.connect());
    FaultyEngine client =
        network.client(
            FaultPlan.once(
                call -> call.kind() == Call.Kind.MUTATION && call.mutations() == PAGES,
                new Fault(Fault.Answer.UNAVAILABLE, 0b1010101, Fault.Rest.NEVER)));
    try (Store store = RowStores.open(() -> client, RowStores.everyLayout(), RowStores.OPTIONS)) {
      assertThatThrownBy(() -> store.write(Durability.BUFFERED, BufferedWriteTest::loaded))
          .isInstanceOf(EngineException.class);
      assertThat(store.get("page", Tuple.of("page0"), Columns.NONE)).isPresent();
      assertThat(store.get("page", CHECKPOINT, Columns.NONE)).isEmpty();
      store.write(Durability.BUFFERED, BufferedWriteTest::loaded);
      assertThat(store.get("page", CHECKPOINT, Columns.NONE)).isPresent();
      assertThat(store.counter("pages")).isEqualTo(PAGES + 1L);
      assertThat(store.index("within", Tuple.of("all"), Paging.first(100)).entries())
          .hasSize(PAGES);
    }
  }
}

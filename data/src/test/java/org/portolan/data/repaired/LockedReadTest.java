package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.Fault.Answer;
import org.portolan.engine.fixture.Fault.Rest;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * A write of several rows is decided, and its writer dies after it has rolled the first of them
 * forward. A later writer must see all rows as decided, also rows that it only reads: it must also
 * delete a row that does not seem to exist yet.
 */
class LockedReadTest {
  private static final Tuple FIRST = Tuple.of("first");
  private static final Tuple LOCKED = Tuple.of("locked");
  private static final Tuple DECIDING = Tuple.of("deciding");

  /**
   * The first batch locks two rows; the second rolls them forward, and makes the derived changes of
   * the deciding row afterwards.
   */
  private static FaultPlan killedAfterRollingTheFirst() {
    AtomicInteger batches = new AtomicInteger();
    return FaultPlan.once(
        call ->
            !call.background()
                && call.kind() == Call.Kind.MUTATION
                && call.what().startsWith("changes of ")
                && batches.incrementAndGet() == 2,
        new Fault(Answer.KILLED, 1, Rest.NEVER));
  }

  private static Store open(FaultyEngine client) {
    return RowStores.open(() -> client, RowStores.everyLayout(), RowStores.OPTIONS);
  }

  private static void write(Store store, String text, Tuple... keys) {
    store.write(
        transaction -> {
          for (Tuple key : keys) {
            transaction.put("page", key, Map.of("text", text));
          }
          return null;
        });
  }

  private static FaultyNetwork network(boolean rows) {
    MemoryCluster cluster =
        rows ? MemoryCluster.ofRows("locked", 1) : MemoryCluster.ofColumns("locked", 1);
    FaultyNetwork network = new FaultyNetwork(cluster.connect());
    FaultyEngine client = network.client(FaultPlan.NONE);
    Store dying = open(client);
    write(dying, "old", FIRST);
    dying.sweep();
    client.startOver(killedAfterRollingTheFirst());
    assertThatThrownBy(() -> write(dying, "new", FIRST, LOCKED, DECIDING))
        .isInstanceOf(ClientKilledError.class);
    try {
      dying.close();
    } catch (ClientKilledError dead) {
      assertThat(client.killed()).isTrue();
    }
    return network;
  }

  private static String text(StoreTransaction transaction, Tuple key) {
    return transaction.get("page", key, Columns.ALL).map(row -> row.text("text")).orElse("none");
  }

  private static void requireClean(Store store) {
    List<StoreCheck.Finding> findings = new ArrayList<>();
    store.check(StoreCheck.Options.REPORT).run(findings::add, looked -> {});
    assertThat(findings).isEmpty();
  }

  @ParameterizedTest(name = "atomic rows: {0}")
  @ValueSource(booleans = {true, false})
  void delete_rowThatADecidedWriteHasStillLocked_isNotLost(boolean rows) {
    try (FaultyNetwork network = network(rows);
        Store store = open(network.client(FaultPlan.NONE))) {
      store.write(
          transaction -> {
            assertThat(text(transaction, FIRST)).isEqualTo("new");
            transaction.put("page", FIRST, Map.of("text", "newest"));
            transaction.delete("page", LOCKED);
            return null;
          });

      store.sweep();
      assertThat(store.get("page", LOCKED, Columns.ALL)).isEmpty();
      assertThat(store.get("page", FIRST, Columns.ALL).get().text("text")).isEqualTo("newest");
      requireClean(store);
    }
  }

  @ParameterizedTest(name = "atomic rows: {0}")
  @ValueSource(booleans = {true, false})
  void read_rowThatADecidedWriteHasStillLocked_isAsDecided(boolean rows) {
    try (FaultyNetwork network = network(rows);
        Store store = open(network.client(FaultPlan.NONE))) {
      String seen =
          store.write(
              transaction -> {
                String both = text(transaction, FIRST) + " " + text(transaction, LOCKED);
                transaction.put("page", FIRST, Map.of("text", "newest"));
                return both;
              });

      assertThat(seen).isEqualTo("new new");
      assertThat(store.items("page", FIRST, "row_notes", Paging.first(9)).entries()).isEmpty();
      requireClean(store);
    }
  }
}

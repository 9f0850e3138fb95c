package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.Fault.Answer;
import org.portolan.engine.fixture.Fault.Rest;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * A check saves its place. If the place arrives after the check is over, the next check must not
 * continue there.
 */
class LateCheckPlaceTest {
  private static final long ALL = -1;

  private static StoreCheck.Result check(
      Store store, boolean resume, List<StoreCheck.Finding> findings) {
    return store
        .check(new StoreCheck.Options(false, resume, Duration.ZERO, 10))
        .run(findings::add, looked -> {});
  }

  @Test
  void place_arrivesAgainWhenItsCheckIsOver_nextCheckBeginsAtTheStart() {
    try (FaultyNetwork network = new FaultyNetwork(MemoryCluster.ofRows("checked", 1).connect())) {
      network.hold(true);
      FaultyEngine client = network.client(FaultPlan.NONE);
      try (Store store = RowStores.open(() -> client, RowStores.everyLayout(), RowStores.OPTIONS)) {
        store.write(
            transaction -> {
              transaction.put("page", Tuple.of("Riga"), Map.of("links", Set.of("Latvia")));
              return null;
            });
        client.startOver(
            FaultPlan.once(
                call -> call.what().startsWith("change of portolan_store"),
                new Fault(Answer.GIVEN, ALL, Rest.REPEATED_LATE)));
        assertThat(check(store, false, new ArrayList<>()).missing()).isZero();
        assertThat(network.underWay()).isEqualTo(1);

        network.bringAll();
        network
            .store()
            .mutate(
                Mutation.of(
                        "page",
                        Tuple.of("Latvia"),
                        new Change.DeleteItem("backlinks", Tuple.of("Riga")))
                    .at(System.currentTimeMillis() + 1),
                Durability.SYNCED);
        List<StoreCheck.Finding> findings = new ArrayList<>();
        check(store, true, findings);
        assertThat(findings).hasSize(1);
      }
    }
  }
}

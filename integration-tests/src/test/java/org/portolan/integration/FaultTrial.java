package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.integration.Observation.Phase;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** Writers at work in one store while its servers, or the client itself, are killed. */
final class FaultTrial {
  private static final int WRITERS = 4;
  private static final int EDITS_OF_EACH = 12;

  private final String uri;
  private final WikiModel model;
  private final FaultTable table;
  private final Ledger ledger = new Ledger();

  FaultTrial(String uri, WikiModel model, FaultTable table) {
    this.uri = uri;
    this.model = model;
    this.table = table;
  }

  /** Kills something; all writers must then go on before it is healed, and after. */
  void survive(String fault, long seed, Runnable kill, Runnable heal) {
    run(
        fault,
        seed,
        kill,
        observation -> observation.awaitOfEachWriter(EDITS_OF_EACH, fault),
        heal);
  }

  /**
   * Lets writers work while something is killed and healed, then looks for what may not be.
   *
   * @param outage told what the writers see, once the kill is done; waits for what must be seen
   */
  void run(String fault, long seed, Runnable kill, Consumer<Observation> outage, Runnable heal) {
    Observation observation = new Observation(WRITERS);
    try (Store store = Stores.openOrCreate(uri, model.design());
        Writers writers = new Writers(Wikis.of(store), ledger, observation, WRITERS, seed)) {
      writers.start();
      observation.awaitOfEachWriter(EDITS_OF_EACH / 2, "before " + fault);
      observation.beginTiming();
      observation.awaitOfEachWriter(EDITS_OF_EACH, "before " + fault);
      observation.phase(Phase.DURING);
      kill.run();
      outage.accept(observation);
      heal.run();
      observation.phase(Phase.AFTER);
      observation.awaitOfEachWriter(EDITS_OF_EACH, "after " + fault);
      writers.stop();
      table.add(fault, observation);
      observation.assertTroublesAreTyped();
      assertSettled(store);
      assertThat(Audit.findings(Wikis.of(store), ledger)).as(fault).isEmpty();
    }
    assertNothingLost(fault);
  }

  /** Kills a process of writers so often, each time at a moment that the seed chooses. */
  void killClient(long seed, int rounds) {
    ClientKills.Result result = ClientKills.run(uri, model, ledger, WRITERS, seed, rounds);
    try (Store store = Stores.open(uri)) {
      assertSettled(store);
    }
    assertNothingLost("client killed");
    table.addClientKills(result);
  }

  /** Compares the ledger with what one sees who opens the store now. */
  private void assertNothingLost(String fault) {
    try (Store store = Stores.open(uri)) {
      assertThat(Audit.findings(Wikis.of(store), ledger)).as(fault).isEmpty();
    }
  }

  /** What an operator does after a crash ends well: a check with repair, then one that is clean. */
  private static void assertSettled(Store store) {
    StoreCheck.Result repaired =
        store.check(StoreCheck.Options.REPAIR).run(finding -> {}, looked -> {});
    assertThat(repaired.isClean()).as(repaired.toString()).isTrue();
    List<String> left = new ArrayList<>();
    StoreCheck.Result again =
        store
            .check(StoreCheck.Options.REPORT)
            .run(finding -> left.add(finding.toString()), looked -> {});
    assertThat(left).isEmpty();
    assertThat(again.summary()).endsWith(" missing=0 dangling=0");
  }
}

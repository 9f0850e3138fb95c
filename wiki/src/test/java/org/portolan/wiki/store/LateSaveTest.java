package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.wiki.Edit;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.storage.JobTable;

/** Saves whose write ends long after their templates were read, so that they owe a job. */
class LateSaveTest {
  private static final Edit EDIT =
      new Edit("Riga", "[[Daugava]]", "Ann", "", false, 0, Instant.parse("2026-01-02T03:04:05Z"));

  private final FaultyNetwork network =
      new FaultyNetwork(MemoryCluster.ofRows("rows", 1).connect());
  private final FaultyEngine client = network.client(FaultPlan.NONE);
  private final WikiStore store =
      new WikiStore(WikiModel.WIDE_ROW, FixtureEngines.register(() -> client));

  @AfterEach
  void close() {
    store.close();
    network.close();
  }

  /** Holds the write of a page until the guard time is over; then changes of jobs fail. */
  private void holdPageAndFailJobs() {
    AtomicBoolean held = new AtomicBoolean();
    client.startOver(
        call -> {
          if (!call.writes() || call.background()) {
            return Fault.none();
          }
          if (call.what().contains("page") && held.compareAndSet(false, true)) {
            sleepFor(JobTable.GUARD.toNanos() + 100_000_000);
          }
          return call.what().contains("job") ? Fault.unavailable() : Fault.none();
        });
  }

  private static void sleepFor(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  @Test
  void jobThatCannotBeMade_afterTheWrite_isNoRefusal() {
    holdPageAndFailJobs();

    assertThatThrownBy(() -> store.wiki().save(EDIT))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("'Riga' is written")
        .hasCauseInstanceOf(UnavailableException.class);

    client.startOver(FaultPlan.NONE);
    assertThat(store.wiki().page("Riga").orElseThrow().text()).isEqualTo("[[Daugava]]");
  }
}

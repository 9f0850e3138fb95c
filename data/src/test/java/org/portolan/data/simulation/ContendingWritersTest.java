package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.WriteConflictException;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedClient.Rates;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.engine.simulated.SimulationLog;
import org.portolan.types.Tuple;

/** Writers of one process that all change one row, in virtual time and without faults. */
class ContendingWritersTest {
  private static final int SEEDS = 20;
  private static final int WRITERS = 12;
  private static final int WRITES = 8;
  private static final long LONG_NANOS = Duration.ofMinutes(10).toNanos();
  private static final Tuple PAGE = Tuple.of("Riga");

  private static Design design(boolean items) {
    return DesignReader.read(
        """
        format: 1
        design: contended
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {version: long, links: set of text}
            indexes:
              backlinks: {on: [links], layout: %s single}
        """
            .formatted(items ? "cells" : "object"),
        "contended");
  }

  private static final class Contest {
    private final Kind kind;
    private final Choices choices;
    private final Scheduler scheduler;
    private final SimulatedCluster cluster;
    private final boolean holdUp;
    private Store store;
    private boolean heldUp;
    private int givenUp;
    private long retries;
    private long nanosToLast;

    /**
     * @param holdUp whether one writer is held up for long in its second attempt, when it has the
     *     turn
     */
    Contest(Kind kind, long seed, boolean holdUp) {
      this.kind = kind;
      this.choices = Choices.of(seed);
      this.scheduler = new Scheduler(choices, new SimulationLog());
      this.cluster = SimulatedCluster.of(kind, scheduler, choices);
      this.holdUp = holdUp;
    }

    Contest run() {
      scheduler.run(scheduler.process("writers"), this::drive);
      return this;
    }

    private void drive() {
      SimulatedProcess process = scheduler.current().process();
      store = open(process);
      long start = scheduler.nowNanos();
      List<SimulatedThread> threads = new ArrayList<>();
      for (int number = 0; number < WRITERS; number++) {
        String name = "writer " + number;
        threads.add(scheduler.start(process, name, () -> write(name)));
      }
      threads.forEach(thread -> SimulatedSignal.join(scheduler, thread));
      nanosToLast -= start;
      retries = store.conflicts().retries().values().stream().mapToLong(count -> count).sum();
      assertThat(version()).isEqualTo((long) WRITERS * WRITES - givenUp);
      store.close();
    }

    private Object version() {
      return store.get("page", PAGE, Columns.ALL).orElseThrow().value("version");
    }

    private Store open(SimulatedProcess process) {
      Engine engine =
          cluster.connect(new SimulatedClient(scheduler, process, choices, kind, Rates.NONE));
      String uri = FixtureEngines.register(() -> engine);
      try {
        return Stores.openOrCreate(
            uri,
            design(cluster.capabilities().items()),
            StoreOptions.DEFAULT.in(new SimulatedRuntime(scheduler, process, choices)));
      } finally {
        FixtureEngines.forget(uri);
      }
    }

    private void write(String name) {
      boolean[] held = {false};
      for (int number = 0; number < WRITES; number++) {
        int[] runs = {0};
        Set<String> links = Set.of("common", name + "/" + number % 2);
        try {
          store.write(
              transaction -> {
                if (++runs[0] == 2 && holdUp && !heldUp) {
                  heldUp = true;
                  held[0] = true;
                  scheduler.pass(LONG_NANOS);
                }
                long version =
                    transaction
                        .get("page", PAGE, Columns.ALL)
                        .map(row -> (Long) row.value("version"))
                        .orElse(0L);
                transaction.put("page", PAGE, Map.of("version", version + 1, "links", links));
                return null;
              });
        } catch (WriteConflictException e) {
          givenUp++;
        }
      }
      if (!held[0]) {
        nanosToLast = Math.max(nanosToLast, scheduler.nowNanos());
      }
    }
  }

  /** Without turns, a write has 1.6 retries on average (EMBEDDED) or 2.3 (STORE). */
  @ParameterizedTest
  @EnumSource(names = {"STORE", "EMBEDDED"})
  void write_inTurns_hasLessThanOneRetry_andIsNotGivenUp(Kind kind) {
    long retries = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Contest contest = new Contest(kind, seed, false).run();
      retries += contest.retries;
      assertThat(contest.givenUp).as("seed %d", seed).isZero();
    }
    assertThat(retries).isLessThan(SEEDS * WRITERS * WRITES);
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE", "EMBEDDED"})
  void write_heldUpInItsTurn_holdsUpNoOtherForLong(Kind kind) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Contest contest = new Contest(kind, seed, true).run();
      assertThat(contest.heldUp).isTrue();
      assertThat(contest.nanosToLast).as("seed %d", seed).isLessThan(LONG_NANOS / 10);
    }
  }
}

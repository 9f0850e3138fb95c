package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
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

/** Additions to counters that need not be in the transaction, in virtual time, without faults. */
class JoiningCounterTest {
  private static final int SEEDS = 10;
  private static final int WRITES = 6;

  /** Writers of rows of their own, whose numbers of a counter are all that they share. */
  private static final class Contest {
    private final Kind kind;
    private final int shards;
    private final Choices choices;
    private final Scheduler scheduler;
    private final SimulatedCluster cluster;
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicLong tracedRetries = new AtomicLong();

    /** The additions made by themselves, outside of the transaction of their write. */
    private final AtomicInteger alone = new AtomicInteger();

    private long statedRetries;
    private long counted;

    Contest(Kind kind, int shards, long seed) {
      this.kind = kind;
      this.shards = shards;
      this.choices = Choices.of(seed);
      this.scheduler = new Scheduler(choices, new SimulationLog());
      this.cluster = SimulatedCluster.of(kind, scheduler, choices);
    }

    /** Lets each process write with some threads. */
    Contest run(int processes, int threads) {
      scheduler.run(scheduler.process("driver"), () -> drive(processes, threads));
      assertThat(counted).isEqualTo((long) processes * threads * WRITES);
      return this;
    }

    private void drive(int processes, int threads) {
      List<Store> stores = new ArrayList<>();
      List<SimulatedThread> all = new ArrayList<>();
      for (int number = 0; number < processes; number++) {
        SimulatedProcess process = scheduler.process("p" + number);
        SimulatedSignal.join(
            scheduler, scheduler.start(process, "opener", () -> stores.add(open(process))));
        Store store = stores.get(number);
        for (int thread = 0; thread < threads; thread++) {
          String name = "p" + number + "." + thread;
          all.add(scheduler.start(process, name, () -> write(store, name)));
        }
      }
      all.forEach(thread -> SimulatedSignal.join(scheduler, thread));
      counted = stores.get(0).counter("edits");
      for (Store store : stores) {
        statedRetries += store.conflicts().retries().values().stream().mapToLong(n -> n).sum();
        store.close();
      }
    }

    private Store open(SimulatedProcess process) {
      Engine engine =
          new ProtocolWatch(
              cluster.connect(new SimulatedClient(scheduler, process, choices, kind, Rates.NONE)),
              process.name(),
              new ProtocolWatch.Seen(scheduler.log(), scheduler::nowNanos),
              this::watch);
      String uri = FixtureEngines.register(() -> engine);
      try {
        return Stores.openOrCreate(
            uri,
            design(),
            StoreOptions.DEFAULT
                .with(new RetryPolicy(1, Duration.ZERO, Duration.ZERO))
                .in(new SimulatedRuntime(scheduler, process, choices)));
      } finally {
        FixtureEngines.forget(uri);
      }
    }

    private void watch(List<Mutation> mutations) {
      if (!mutations.isEmpty()
          && mutations.stream().allMatch(each -> each.table().equals(CounterSchema.TABLE))) {
        alone.incrementAndGet();
      }
    }

    private Design design() {
      return DesignReader.read(
          """
          format: 1
          design: joining
          entities:
            page:
              key: {title: text}
              key-layout: plain
              families:
                main: {version: long}
              counters:
                edits: {layout: %s, transactional: false}
          """
              .formatted(shards == 1 ? "single" : "random(" + shards + ")"),
          "joining");
    }

    private void write(Store store, String name) {
      Trace trace = new Trace();
      Store traced = store.traced(trace);
      for (int number = 0; number < WRITES; number++) {
        Tuple key = Tuple.of(name + "/" + number);
        traced.write(
            transaction -> {
              runs.incrementAndGet();
              transaction.put("page", key, Map.of("version", 1L));
              return null;
            });
      }
      tracedRetries.addAndGet(trace.counts().retries());
    }
  }

  /** Runs a contest for each seed. A write is not retried, except for conflicts of counters. */
  private static List<Contest> contests(Kind kind, int shards, int processes, int threads) {
    List<Contest> contests = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      contests.add(new Contest(kind, shards, seed).run(processes, threads));
    }
    return contests;
  }

  private static long sum(List<Contest> contests, ToLongFunction<Contest> of) {
    return contests.stream().mapToLong(of).sum();
  }

  @ParameterizedTest
  @CsvSource({"STORE,16", "EMBEDDED,1", "EMBEDDED,16"})
  void write_ofOneProcess_addsInItsTransaction_andRunsOnce(Kind kind, int shards) {
    List<Contest> contests = contests(kind, shards, 1, 12);
    assertThat(sum(contests, contest -> contest.alone.get())).isZero();
    assertThat(sum(contests, contest -> contest.runs.get())).isEqualTo(SEEDS * 12L * WRITES);
  }

  /** Three processes with more writers than shards: additions conflict, but no write does. */
  @Test
  void write_ofSeveralProcesses_drawsAnotherShardInsteadOfConflicting() {
    List<Contest> contests = contests(Kind.STORE, 16, 3, 8);
    long again = sum(contests, contest -> contest.runs.get()) - SEEDS * 24L * WRITES;
    assertThat(again).isPositive();
    assertThat(sum(contests, contest -> contest.tracedRetries.get())).isEqualTo(again);
    assertThat(sum(contests, contest -> contest.statedRetries)).isZero();
    assertThat(sum(contests, contest -> contest.alone.get())).isLessThan(again / 2);
  }

  @Test
  void write_ofFewShardsThatMayConflict_addsAfterItsCommit() {
    List<Contest> contests = contests(Kind.STORE, 15, 2, 4);
    assertThat(sum(contests, contest -> contest.alone.get())).isEqualTo(SEEDS * 8L * WRITES);
    assertThat(sum(contests, contest -> contest.runs.get())).isEqualTo(SEEDS * 8L * WRITES);
  }
}

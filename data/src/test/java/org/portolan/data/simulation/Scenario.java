package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.process.Guarding;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.engine.simulated.SimulationLog;
import org.portolan.types.Tuple;

/** A history that is told step by step: processes at one store of pages, in virtual time. */
final class Scenario {
  static final EvolveOptions PATIENT = EvolveOptions.DEFAULT.waiting(Duration.ofMinutes(10));

  private static final int SWEEPS_MAX = 12;
  private static final int SERVERS = 3;
  private static final String ONE_SHARD = "{layout: single}";

  private final Design design;
  private final SimulatedCluster.Kind kind;
  private final Choices choices;
  private final SimulationLog log = new SimulationLog();
  private final Scheduler scheduler;
  private final SimulatedCluster cluster;
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final ProtocolWatch.Seen seen;

  private Scenario(SimulatedCluster.Kind kind, String counter, long seed) {
    this.kind = kind;
    this.choices = Choices.of(seed);
    this.scheduler = new Scheduler(choices, log);
    this.cluster = SimulatedCluster.of(kind, scheduler, choices);
    this.seen = new ProtocolWatch.Seen(log, scheduler::nowNanos);
    this.design = ScenarioDesign.of(cluster.capabilities().items(), counter);
  }

  /**
   * Runs a history of repaired writes; skips it on other clusters, where a dead writer leaves no
   * intents, outboxes or sessions.
   */
  static void play(SimulatedCluster.Kind kind, Consumer<Scenario> story) {
    assumeThat(kind).isIn(SimulatedCluster.Kind.ROWS, SimulatedCluster.Kind.COLUMNS);
    run(kind, ONE_SHARD, story);
  }

  /** Runs a history of any writes; skips it if one process at a time has the store open. */
  static void playOfAny(SimulatedCluster.Kind kind, Consumer<Scenario> story) {
    playOfAny(kind, ONE_SHARD, story);
  }

  /**
   * As {@link #playOfAny(SimulatedCluster.Kind, Consumer)}.
   *
   * @param seed decides the order of threads
   */
  static void playOfAny(SimulatedCluster.Kind kind, long seed, Consumer<Scenario> story) {
    assumeThat(kind).isNotEqualTo(SimulatedCluster.Kind.EMBEDDED);
    run(kind, ONE_SHARD, seed, story);
  }

  /**
   * As {@link #playOfAny(SimulatedCluster.Kind, Consumer)}.
   *
   * @param counter the design of the counter of pages
   */
  static void playOfAny(SimulatedCluster.Kind kind, String counter, Consumer<Scenario> story) {
    assumeThat(kind).isNotEqualTo(SimulatedCluster.Kind.EMBEDDED);
    run(kind, counter, story);
  }

  /**
   * As {@link #play(SimulatedCluster.Kind, Consumer)}.
   *
   * @param seed decides the order of threads
   */
  static void play(
      SimulatedCluster.Kind kind, String counter, long seed, Consumer<Scenario> story) {
    assumeThat(kind).isIn(SimulatedCluster.Kind.ROWS, SimulatedCluster.Kind.COLUMNS);
    run(kind, counter, seed, story);
  }

  private static void run(SimulatedCluster.Kind kind, String counter, Consumer<Scenario> story) {
    run(kind, counter, 1, story);
  }

  /** On a failure the steps are part of the message. */
  private static void run(
      SimulatedCluster.Kind kind, String counter, long seed, Consumer<Scenario> story) {
    Scenario scenario = new Scenario(kind, counter, seed);
    try {
      scenario.scheduler.run(scenario.scheduler.process("story"), () -> scenario.tell(story));
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\n" + String.join("\n", scenario.log.last(200)), e);
    }
  }

  private void tell(Consumer<Scenario> story) {
    story.accept(this);
    processes.forEach(SimulatedProcess::kill);
  }

  /** A process with the store open. */
  final class Writer {
    final SimulatedProcess process;
    private final SimulatedClient client;
    private Consumer<List<Mutation>> before = mutations -> {};
    private Consumer<List<Mutation>> after = mutations -> {};
    private Runnable beforeScan = () -> {};
    private Store store;

    private Writer(String name, Duration ahead, Design given) {
      process = scheduler.process(name);
      processes.add(process);
      process.moveWallClock(ahead);
      client = new SimulatedClient(scheduler, process, choices, kind, SimulatedClient.Rates.NONE);
      Engine engine =
          new ProtocolWatch(
              cluster.connect(client),
              name,
              seen,
              new WriteHook() {
                @Override
                public void before(List<Mutation> mutations) {
                  before.accept(mutations);
                }

                @Override
                public void beforeScan() {
                  beforeScan.run();
                }

                @Override
                public void after(List<Mutation> mutations) {
                  after.accept(mutations);
                }
              });
      String uri = FixtureEngines.register(() -> engine);
      StoreMismatchException[] refusal = new StoreMismatchException[1];
      wait(
          () -> {
            try {
              store =
                  Stores.openOrCreate(
                      uri,
                      given,
                      StoreOptions.DEFAULT
                          .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
                          .in(new SimulatedRuntime(scheduler, process, choices)));
            } catch (StoreMismatchException e) {
              refusal[0] = e;
            }
          });
      FixtureEngines.forget(uri);
      if (refusal[0] != null) {
        throw refusal[0];
      }
    }

    Store store() {
      return store;
    }

    /** Runs something in this process; returns when it has ended, or the process is dead. */
    void wait(Runnable work) {
      SimulatedSignal.join(scheduler, begin(work));
    }

    /** Runs something in this process and does not wait for it. */
    SimulatedThread begin(Runnable work) {
      return scheduler.start(process, "main", work);
    }

    /** Kills the process before its n-th write to a table from now on. */
    void diesBefore(String table, int number) {
      AtomicInteger count = new AtomicInteger();
      before =
          mutations -> {
            if (mutations.stream().anyMatch(each -> each.table().equals(table))
                && count.incrementAndGet() == number) {
              client.kill();
            }
          };
    }

    /** Lets the next write of this process go wrong. */
    void wants(Fault fault) {
      client.wants(fault);
    }

    /** Does something when the next write to a table was answered. */
    void afterWrite(String table, Runnable what) {
      after =
          mutations -> {
            if (mutations.stream().anyMatch(each -> each.table().equals(table))) {
              after = any -> {};
              what.run();
            }
          };
    }

    /** Does something whenever a write to a row was answered. */
    void afterEachWrite(String table, Tuple key, Runnable what) {
      after =
          mutations -> {
            if (mutations.stream()
                .anyMatch(each -> each.table().equals(table) && each.key().equals(key))) {
              what.run();
            }
          };
    }

    /** Does something before each scan. */
    void beforeScan(Runnable what) {
      beforeScan = what;
    }

    /** Adds to the text of a page. */
    void append(String title, String text) {
      store.write(
          transaction -> {
            String before =
                transaction
                    .get("page", Tuple.of(title), Columns.ALL)
                    .map(row -> row.text("text"))
                    .orElse("");
            transaction.put("page", Tuple.of(title), Map.of("text", before + text));
            return null;
          });
    }

    /** Does something before the next write to a table. */
    void beforeWrite(String table, Runnable what) {
      before =
          mutations -> {
            if (mutations.stream().anyMatch(each -> each.table().equals(table))) {
              before = any -> {};
              what.run();
            }
          };
    }

    void put(String title, String... links) {
      store.write(
          transaction -> {
            transaction.put("page", Tuple.of(title), Map.of("text", title, "links", Set.of(links)));
            return null;
          });
    }

    void putBoth(String first, String second, String text) {
      putBoth(Durability.SYNCED, first, second, text);
    }

    void putBoth(Durability durability, String first, String second, String text) {
      store.write(
          durability,
          transaction -> {
            for (String title : List.of(first, second)) {
              transaction.put("page", Tuple.of(title), Map.of("text", text));
            }
            return null;
          });
    }

    /** Changes the text of a page by a buffered write. */
    void load(String title, String text) {
      store.write(
          Durability.BUFFERED,
          transaction -> transaction.update("page", Tuple.of(title), Map.of("text", text)));
    }

    void rename(String old, String young) {
      store.write(
          transaction -> {
            transaction.delete("page", Tuple.of(old));
            transaction.put("page", Tuple.of(young), Map.of("text", young));
            return null;
          });
    }

    /** Gives the counter of pages another number of shards, while other processes go on. */
    void evolve(int shards) {
      scheduler.note("evolves to " + shards + " shards");
      evolve(ScenarioDesign.withShards(design, shards));
    }

    /** Adds an index of the texts of pages, or drops the index of links. */
    void evolveIndexes(boolean texts, boolean links) {
      scheduler.note("evolves, index of texts " + texts + ", of links " + links);
      evolve(ScenarioDesign.withIndexes(design, texts, links));
    }

    /** Gives the store another design while other processes go on. */
    void evolve(Design target) {
      store.evolve(target, PATIENT);
      scheduler.note("evolved");
    }

    StoreCheck.Result check(boolean repair) {
      return store
          .check(new StoreCheck.Options(repair, false, Duration.ofMillis(100), 100))
          .run(finding -> scheduler.note("finding: " + finding), looked -> {});
    }

    SweepResult sweep() {
      SweepResult result = store.sweep();
      scheduler.note("swept: " + result.summary());
      return result;
    }
  }

  Writer open(String name) {
    return open(name, Duration.ZERO);
  }

  Writer open(String name, Duration ahead) {
    return new Writer(name, ahead, design);
  }

  /** Opens the store in a process whose application knows another design than the first one. */
  Writer open(String name, Design given) {
    return new Writer(name, Duration.ZERO, given);
  }

  /** Returns the design with which the store is created. */
  Design design() {
    return design;
  }

  /** Lets the writes of processes have guards where they need them for a change of the design. */
  void turnGuardsOn() {
    if (kind == SimulatedCluster.Kind.STORE) {
      Writer creator = open("creator");
      creator.wait(() -> creator.store().close());
      creator.process.kill();
      Guarding.turn(observer(), true);
    }
  }

  /** Returns an engine that reads without faults, for the calling process. */
  Engine observer() {
    SimulatedProcess looking = scheduler.current().process();
    return cluster.observe(
        new SimulatedClient(scheduler, looking, choices, kind, SimulatedClient.Rates.NONE));
  }

  /** Returns the step of a change of the design that is under way. */
  Optional<EvolutionState.Step> step() {
    return StoredDesign.of(observer()).onlineChange().map(EvolutionState.UnderWay::step);
  }

  /** Restarts all servers at once. */
  void restartServers() {
    for (int server = 0; server < SERVERS; server++) {
      cluster.restart(server, 100);
    }
  }

  /** Returns the leftovers of processes that have all ended. */
  List<String> leftovers() {
    return Leftovers.of(observer(), Set.of(), true);
  }

  void pass(Duration time) {
    scheduler.pass(time.toNanos());
  }

  void join(SimulatedThread thread) {
    SimulatedSignal.join(scheduler, thread);
  }

  /** Returns the text of a page; empty if there is no such page. */
  static Optional<String> text(Writer writer, String title) {
    return writer.store().get("page", Tuple.of(title), Columns.ALL).map(row -> row.text("text"));
  }

  /** Lets a new process finish all leftovers, and requires that nothing is wrong then. */
  void requireRight(String... titles) {
    pass(Duration.ofMinutes(10));
    requireRight(open("observer"), titles);
  }

  /** As {@link #requireRight(String...)}, by a process that has the store open. */
  void requireRight(Writer observer, String... titles) {
    observer.wait(() -> finish(observer));
    observer.wait(
        () -> {
          List<String> wrong = new ArrayList<>();
          observer
              .store()
              .check(new StoreCheck.Options(false, false, Duration.ZERO, 100))
              .run(finding -> wrong.add(finding.toString()), looked -> {});
          assertThat(wrong).as("findings of the check").isEmpty();
          List<String> stored =
              observer
                  .store()
                  .scanStored("page", Columns.NONE, Paging.first(2_000))
                  .map(row -> row.key().text(0))
                  .entries();
          assertThat(stored).containsExactlyInAnyOrder(titles);
          assertThat(observer.store().counter("pages")).as("pages").isEqualTo(titles.length);
        });
  }

  private void finish(Writer observer) {
    for (int number = 0; number < SWEEPS_MAX; number++) {
      SweepResult result = observer.sweep();
      if (number > 1 && result.finished() + result.pending() == 0) {
        return;
      }
      pass(Duration.ofMinutes(2));
    }
    throw new AssertionError("sweeps do not finish what is left");
  }
}

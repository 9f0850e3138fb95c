package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.process.EpochWait;
import org.portolan.data.internal.process.ProcessTable;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Client.Fault;
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

/**
 * Processes that write while the epoch of a store rises, in virtual time. They are held up before
 * and after each kind of call, some die, and calls fail. Two processes wait for each epoch. Each
 * row says by which epoch it was written. So once a process has waited for an epoch, no row may
 * become one of an earlier epoch, whatever is still on its way.
 */
abstract class EpochHistory {
  private static final int WORKERS = 4;
  private static final int EPOCHS = 5;
  private static final int HOT_ROWS = 2;
  private static final Rates FAULTS = new Rates(0.03, 0.3, Set.of());
  private static final Rates EVOLVER_FAULTS = new Rates(0.03, 0, Set.of());
  private static final Duration PATIENCE = Duration.ofHours(3);

  final Kind kind;
  final Choices choices;
  final Scheduler scheduler;
  final SimulatedCluster cluster;
  private final SimulationLog log = new SimulationLog();
  private final ProtocolWatch.Seen seen;
  private final List<SimulatedThread> workers = new ArrayList<>();
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final List<String> titles = new ArrayList<>();
  private final List<Snapshot> snapshots = new ArrayList<>();
  private final Map<String, Integer> reached = new TreeMap<>();
  private boolean ended;
  private int names;

  /** The texts of all rows, read one after the other after a process has waited for an epoch. */
  private record Snapshot(
      String by, long epoch, long begunNanos, long endedNanos, Map<String, String> texts) {}

  EpochHistory(Kind kind, long seed) {
    this.kind = kind;
    this.choices = Choices.of(seed);
    this.scheduler = new Scheduler(choices, log);
    this.cluster = SimulatedCluster.of(kind, scheduler, choices);
    this.seen = new ProtocolWatch.Seen(log, scheduler::nowNanos);
    for (int number = 0; number < HOT_ROWS; number++) {
      titles.add("hot" + number);
    }
  }

  static EpochHistory of(Kind kind, long seed) {
    return kind == Kind.STORE ? new GridEpochHistory(seed) : new RepairedEpochHistory(kind, seed);
  }

  /** A client of a process of this history. */
  final class Member {
    final SimulatedProcess process;
    final Engine engine;
    final StoreMeta meta;
    final StoreRuntime runtime;
    final RandomGenerator random;
    private final SimulatedClient client;

    private Member(String name, Rates rates, boolean heldUp) {
      process = scheduler.process(name);
      processes.add(process);
      random = choices.of("work of " + name);
      client = new SimulatedClient(scheduler, process, choices, kind, rates);
      engine =
          new ProtocolWatch(
              cluster.connect(client), name, seen, heldUp ? holdUps() : WriteHook.NONE);
      meta = new StoreMeta(engine);
      runtime = new SimulatedRuntime(scheduler, process, choices);
    }

    private WriteHook holdUps() {
      return new WriteHook() {
        @Override
        public void before(List<Mutation> mutations) {
          holdUp(mutations, "before");
        }

        @Override
        public void after(List<Mutation> mutations) {
          holdUp(mutations, "after");
        }
      };
    }

    private void holdUp(List<Mutation> mutations, String when) {
      boolean joining =
          mutations.stream()
              .map(Mutation::table)
              .anyMatch(Set.of(ProcessTable.NAME, SessionTable.NAME)::contains);
      if (random.nextInt(joining ? 12 : 60) == 0) {
        reach("held up " + when + (joining ? " a change of a record" : " a commit"));
        long millis = random.nextBoolean() ? random.nextLong(4_000) : random.nextLong(400_000);
        process.pause(Duration.ofMillis(millis), random.nextInt(4) == 0);
        scheduler.pass(1);
      }
    }

    void pass(long millisMax) {
      scheduler.pass(1_000_000 * random.nextLong(1, millisMax));
    }
  }

  final void reach(String what) {
    reached.merge(what, 1, Integer::sum);
  }

  final boolean isEnded() {
    return ended;
  }

  /** Returns the title of a row that is new, or of one that many processes write. */
  final String title(Member member) {
    if (member.random.nextInt(3) == 0) {
      return titles.get(member.random.nextInt(HOT_ROWS));
    }
    titles.add("row" + titles.size());
    return titles.get(titles.size() - 1);
  }

  final String text(long epoch, Member member) {
    return epoch + ":" + member.process.name() + ":" + ++names;
  }

  abstract void create(Engine engine);

  abstract Get row(String title);

  /**
   * Writes by an epoch until that is over.
   *
   * @throws EpochOverException if it is
   */
  abstract void writeWhile(Member member, long epoch);

  abstract EpochWait waiting(Member member);

  /** Runs the history; returns how often each state was reached. */
  Map<String, Integer> run() {
    scheduler.run(scheduler.process("story"), this::tell);
    return reached;
  }

  private void tell() {
    Member observer = new Member("observer", Rates.NONE, false);
    observer.engine.createTable(StoreSchema.metaTable());
    create(observer.engine);
    ProcessTable.createIfMissing(observer.engine);
    for (int number = 0; number < WORKERS; number++) {
      startWorker();
    }
    Member evolver = new Member("evolver", EVOLVER_FAULTS, false);
    Member watcher = new Member("watcher", EVOLVER_FAULTS, false);
    SimulatedThread evolving = scheduler.start(evolver.process, "main", () -> evolve(evolver));
    SimulatedThread watching = scheduler.start(watcher.process, "main", () -> follow(watcher));
    while (!evolving.ended() || !watching.ended()) {
      scheduler.pass(Duration.ofSeconds(5).toNanos());
      for (SimulatedThread worker : List.copyOf(workers)) {
        if (worker.ended()) {
          reach("process died");
          workers.remove(worker);
          startWorker();
        }
      }
    }
    ended = true;
    workers.forEach(worker -> SimulatedSignal.join(scheduler, worker));
    scheduler.pass(Duration.ofMinutes(20).toNanos());
    requireNothingLate(texts(observer.engine));
    processes.forEach(SimulatedProcess::kill);
  }

  private void startWorker() {
    Member member = new Member("worker" + ++names, FAULTS, true);
    workers.add(scheduler.start(member.process, "main", () -> work(member)));
  }

  private void work(Member member) {
    while (!ended) {
      try {
        writeWhile(member, Epoch.readSurely(member.meta));
      } catch (EpochOverException e) {
        reach(e.getSuppressed().length > 0 ? "commit refused by the fence" : "epoch over");
      } catch (EngineException e) {
        scheduler.note("begins anew: " + e.getMessage());
      }
      member.pass(500);
    }
  }

  private void evolve(Member evolver) {
    EpochWait wait = waiting(evolver);
    for (long epoch = 1; epoch <= EPOCHS; epoch++) {
      evolver.pass(30_000);
      if (kind != Kind.ROWS && evolver.random.nextBoolean()) {
        // The epoch may reach too few replicas, so that some reads show it.
        evolver.client.wants(Fault.HALF_WAY);
      }
      while (!isWritten(evolver, epoch)) {
        reach("epoch of unknown outcome");
      }
      await(evolver, wait, epoch);
    }
  }

  private static boolean isWritten(Member evolver, long epoch) {
    try {
      Epoch.write(evolver.meta, epoch);
      return true;
    } catch (EngineException e) {
      return false;
    }
  }

  private void follow(Member watcher) {
    EpochWait wait = waiting(watcher);
    for (long epoch = 1; epoch <= EPOCHS; epoch++) {
      while (!isSeen(watcher, epoch)) {
        watcher.pass(1_000);
      }
      await(watcher, wait, epoch);
    }
  }

  private static boolean isSeen(Member watcher, long epoch) {
    try {
      if (Epoch.read(watcher.meta) < epoch) {
        return false;
      }
      // Makes sure that all see it, or finds a later one.
      Epoch.write(watcher.meta, epoch);
      return true;
    } catch (EpochOverException later) {
      return true;
    } catch (EngineException e) {
      return false;
    }
  }

  private void await(Member member, EpochWait wait, long epoch) {
    while (true) {
      try {
        wait.awaitAll(epoch, PATIENCE, behind -> scheduler.note("waits for " + behind));
        break;
      } catch (EngineException e) {
        scheduler.note("looks again: " + e.getMessage());
      }
    }
    // A grid makes a commit at one moment, and shows it a little later.
    scheduler.pass(Duration.ofMillis(200).toNanos());
    Engine faultless =
        cluster.observe(new SimulatedClient(scheduler, member.process, choices, kind, Rates.NONE));
    long begun = scheduler.nowNanos();
    Map<String, String> texts = texts(faultless);
    snapshots.add(new Snapshot(member.process.name(), epoch, begun, scheduler.nowNanos(), texts));
    scheduler.note("everybody works by epoch " + epoch);
  }

  private Map<String, String> texts(Engine engine) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String title : List.copyOf(titles)) {
      Row row = engine.get(row(title));
      row.family("main").ifPresent(values -> texts.put(title, (String) values.get(0)));
    }
    return texts;
  }

  private void requireNothingLate(Map<String, String> last) {
    for (Snapshot snapshot : snapshots) {
      requireNothingLate(snapshot, last);
      snapshots.stream()
          .filter(later -> later.begunNanos() > snapshot.endedNanos())
          .forEach(later -> requireNothingLate(snapshot, later.texts()));
    }
    snapshots.forEach(each -> reach("awaited"));
  }

  private static void requireNothingLate(Snapshot snapshot, Map<String, String> later) {
    later.forEach(
        (title, text) -> {
          long epoch = Long.parseLong(text.substring(0, text.indexOf(':')));
          if (epoch < snapshot.epoch() && !text.equals(snapshot.texts().get(title))) {
            throw new AssertionError(
                "row '"
                    + title
                    + "' became '"
                    + text
                    + "' after "
                    + snapshot.by()
                    + " had waited for epoch "
                    + snapshot.epoch()
                    + "; it was '"
                    + snapshot.texts().get(title)
                    + "'");
          }
        });
  }

  List<String> lines() {
    return log.lines();
  }

  static Get get(String table, String title) {
    return Get.of(table, Tuple.of(title), FamilyRead.all("main"));
  }
}

package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.portolan.data.Evolution;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.history.RandomDesign;
import org.portolan.data.history.RandomValues;
import org.portolan.data.internal.process.Guarding;
import org.portolan.data.simulation.Application.Target;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedClient.Rates;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.engine.simulated.SimulationLog;
import org.portolan.types.Tuple;

/** One history of a store, decided by a seed, and its judgement. */
final class Simulation {
  private static final long MILLI = 1_000_000;
  private static final int PROCESSES_MAX = 60;
  private static final Duration QUIET = Duration.ofMinutes(30);

  /** Longer than the downtime of any server. */
  private static final Duration SERVERS_BACK = Duration.ofSeconds(40);

  private static final int SURVIVALS = 8;
  private static final int CHECKS_MAX = 5;

  private static final int EVOLVING_ONE_OF = Integer.getInteger("portolan.simulation.evolving", 3);

  private final Choices choices;
  private final Contention contention;
  private final Profile profile;
  private final SimulationLog log = new SimulationLog();
  private final Scheduler scheduler;
  private final SimulatedCluster cluster;
  private final Design design;
  private final List<Target> targets;
  private final Judge judge;
  private final List<SimulatedProcess> living = new ArrayList<>();
  private final ProtocolWatch.Seen protocol;
  private final Disturbances disturbances;
  private final Verdict verdict;

  /** Changes the design in some histories. */
  private final Optional<Evolver> evolver;

  private int processes;
  private int slotsGoing;

  /**
   * How a history ended.
   *
   * @param failure the failure; null if there is none
   */
  record Outcome(Choices choices, Profile profile, SimulationLog log, SimulationFailure failure) {
    boolean failed() {
      return failure != null;
    }
  }

  private Simulation(Choices choices, SimulatedCluster.Kind kind) {
    this.choices = choices;
    this.contention = Contention.of(kind, choices.of("contention"));
    this.profile =
        contention
            .of(
                Profile.of(kind, choices.of("profile"), choices.of("far clocks").nextInt(6) == 0),
                choices.of("profile under contention"))
            .maybeCrowded(choices.of("crowd"));
    this.scheduler = new Scheduler(choices, log);
    this.cluster = SimulatedCluster.of(kind, scheduler, choices);
    this.design =
        contention.of(SimulatedDesign.fitting(cluster.capabilities(), (int) choices.seed()));
    this.targets = targets();
    this.judge = new Judge(design, cluster.losses());
    this.protocol = new ProtocolWatch.Seen(log, scheduler::nowNanos);
    this.disturbances = new Disturbances(scheduler, cluster, choices, profile, living);
    this.evolver = evolver();
    this.verdict = new Verdict(scheduler, judge, design, targets, kind, choices.seed());
  }

  /** Runs a history. */
  static Outcome run(Choices choices, SimulatedCluster.Kind kind) {
    Simulation simulation = new Simulation(choices, kind);
    SimulationFailure failure = null;
    try {
      simulation.scheduler.run(simulation.scheduler.process("driver"), simulation::drive);
    } catch (SimulationFailure e) {
      failure = e;
    }
    return new Outcome(choices, simulation.profile, simulation.log, failure);
  }

  private Optional<Evolver> evolver() {
    boolean evolves = choices.of("evolver").nextInt(EVOLVING_ONE_OF) == 0;
    Capabilities engine = cluster.capabilities();
    boolean atomic = Store.Guarantee.of(engine) == Store.Guarantee.ATOMIC;
    return evolves
        ? Optional.of(
            new Evolver(
                scheduler,
                SimulatedDesign.stored(design, engine),
                engine.items(),
                atomic,
                Evolution.newCounters(engine)))
        : Optional.empty();
  }

  private boolean isEmbedded() {
    return profile.kind() == SimulatedCluster.Kind.EMBEDDED;
  }

  private SimulatedClient client(SimulatedProcess process, Rates rates) {
    return new SimulatedClient(scheduler, process, choices, profile.kind(), rates);
  }

  private List<Target> targets() {
    Random random = new Random(choices.of("keys").nextLong());
    RandomValues values = new RandomValues(random);
    Map<RowId, Target> found = new LinkedHashMap<>();
    for (String name : List.of(RandomDesign.DOCUMENT, RandomDesign.HOST)) {
      EntityDesign entity = design.entity(name).orElseThrow();
      int wanted =
          name.equals(RandomDesign.DOCUMENT)
              ? 2 + random.nextInt(contention.isHot() ? 2 : 4)
              : 1 + random.nextInt(contention.isHot() ? 1 : 2);
      for (int number = 0; number < wanted; number++) {
        Tuple key = values.key(entity.key());
        found.putIfAbsent(RowId.of(entity, key), new Target(entity, key));
      }
    }
    return List.copyOf(found.values());
  }

  private void drive() {
    scheduler.note("profile " + profile + ", " + contention + ", design " + design.name());
    if (evolver.isPresent() && profile.kind() == SimulatedCluster.Kind.STORE) {
      createWithGuards();
    }
    slotsGoing = profile.slots();
    List<SimulatedThread> threads = new ArrayList<>();
    for (int slot = 0; slot < profile.slots(); slot++) {
      int number = slot;
      threads.add(start("slot" + slot, () -> fill(number)));
    }
    if (!profile.eventWait().isZero()) {
      threads.add(start("events", () -> disturbances.goOn(() -> slotsGoing > 0)));
    }
    threads.forEach(thread -> SimulatedSignal.join(scheduler, thread));
    heal();
    evolver.ifPresent(this::endEvolution);
    repairWhatWasForgotten();
    int chance = choices.of("restart").nextInt(3);
    if (chance > 0) {
      restart(chance == 1);
    }
    quieten();
    recover();
  }

  private void createWithGuards() {
    apart(
        "creator",
        process -> {
          openAfterwards(process).close();
          Guarding.turn(observer(), true);
        });
  }

  /** Lets a process without faults live for as long as a piece of work takes. */
  private void apart(String name, Consumer<SimulatedProcess> work) {
    SimulatedProcess process = scheduler.process(name);
    SimulatedThread thread = scheduler.start(process, "main", () -> work.accept(process));
    SimulatedSignal.join(scheduler, thread);
    process.kill();
  }

  private SimulatedThread start(String name, Runnable body) {
    return scheduler.start(scheduler.current().process(), name, body);
  }

  /** Keeps a process going in one slot until all its operations are made. */
  private void fill(int slot) {
    int[] next = {0};
    for (int life = 0; next[0] < profile.operations() && processes < PROCESSES_MAX; life++) {
      String name = "p" + slot + "." + life;
      processes++;
      SimulatedProcess process = scheduler.process(name);
      RandomGenerator random = choices.of("life of " + name);
      long off = profile.wallClocks().toMillis();
      if (off > 0 && choices.admits("clock of " + name)) {
        process.moveWallClock(Duration.ofMillis(random.nextLong(-off, off + 1)));
      }
      living.add(process);
      SimulatedThread thread =
          scheduler.start(process, "main", () -> live(process, slot, next, random));
      SimulatedSignal.join(scheduler, thread);
      process.kill();
      living.remove(process);
      scheduler.pass(random.nextLong(1 + profile.thinkMax().toNanos()));
    }
    slotsGoing--;
  }

  private void live(SimulatedProcess process, int slot, int[] next, RandomGenerator random) {
    SimulatedClient client = client(process, profile.rates());
    int last = next[0] + 2 + random.nextInt(12);
    Application application = application(process.name());
    Store store;
    try {
      store = open(process, client, holdUps(process, client));
    } catch (EngineException e) {
      scheduler.note("cannot open the store: " + e.getMessage());
      return;
    }
    application.use(store);
    List<SimulatedThread> others = new ArrayList<>();
    for (int thread = profile.threads(random); thread > 1; thread--) {
      others.add(
          scheduler.start(
              process, "thread" + thread, () -> operate(application, slot, next, last)));
    }
    evolver.ifPresent(
        changes -> {
          RandomGenerator chances = choices.of("evolution by " + process.name());
          if (chances.nextInt(3) > 0) {
            others.add(scheduler.start(process, "evolver", () -> evolve(changes, store, chances)));
          }
        });
    operate(application, slot, next, last);
    others.forEach(thread -> SimulatedSignal.join(scheduler, thread));
    if (random.nextInt(3) > 0) {
      scheduler.note("closes the store");
      try {
        store.close();
      } catch (EngineException e) {
        scheduler.note("closing fails: " + e.getMessage());
      }
    }
  }

  private void evolve(Evolver changes, Store store, RandomGenerator random) {
    for (int attempts = 1 + random.nextInt(2); attempts > 0; attempts--) {
      scheduler.pass(random.nextLong(10_000 * MILLI));
      changes.evolve(store, observer(), random);
    }
  }

  private Engine observer() {
    return cluster.observe(client(scheduler.current().process(), Rates.NONE));
  }

  /** Completes the change of the design that is under way. */
  private void endEvolution(Evolver changes) {
    apart(
        "evolving",
        process -> {
          Store store = openAfterwards(process);
          changes.end(store, observer(), choices.of("end of the evolution"));
          store.close();
        });
  }

  private void operate(Application application, int slot, int[] next, int last) {
    while (next[0] < profile.operations() && next[0] < last) {
      String name = "slot" + slot + "/" + next[0]++;
      RandomGenerator chances = choices.of("operation " + name);
      scheduler.pass(think(chances));
      if (choices.admits(name)) {
        log.happened(name);
        scheduler.note("OPERATION " + name);
        application.operate(chances);
        if (application.hasLoaded()) {
          disturbances.afterLoad(name, chances);
        }
      }
    }
  }

  private long think(RandomGenerator random) {
    long max = profile.thinkMax().toNanos();
    if (profile.crowded()) {
      return random.nextLong(max + 1);
    }
    return switch (random.nextInt(20)) {
      case 0 -> random.nextLong(200_000 * MILLI);
      case 1, 2 -> random.nextLong(5_000 * MILLI);
      default -> random.nextLong(max + 1);
    };
  }

  private WriteHook holdUps(SimulatedProcess process, SimulatedClient client) {
    return contention.isHot()
        ? new HoldUps(
            scheduler,
            process,
            client,
            choices,
            contention,
            disturbances::compact,
            profile.kind() == SimulatedCluster.Kind.COLUMNS)
        : WriteHook.NONE;
  }

  private Application application(String name) {
    return new Application(scheduler, judge, design, targets, name, profile);
  }

  private Store open(SimulatedProcess process, SimulatedClient client, WriteHook hook) {
    return open(process, client, hook, profile.sweepInterval());
  }

  private Store openAfterwards(SimulatedProcess process) {
    return open(process, client(process, Rates.NONE), WriteHook.NONE, Duration.ZERO);
  }

  private Store open(
      SimulatedProcess process, SimulatedClient client, WriteHook hook, Duration sweepInterval) {
    Engine engine = new ProtocolWatch(cluster.connect(client), process.name(), protocol, hook);
    String uri = FixtureEngines.register(() -> engine);
    try {
      return Stores.openOrCreate(
          uri,
          SimulatedDesign.stored(design, cluster.capabilities()),
          StoreOptions.DEFAULT
              .sweeping(sweepInterval, StoreOptions.DEFAULT.sweepGrace())
              .unreadAfter(profile.putsUnread() ? 0 : Integer.MAX_VALUE)
              .in(new SimulatedRuntime(scheduler, process, choices)));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private void heal() {
    List.copyOf(living).forEach(SimulatedProcess::kill);
    cluster.makeRoom();
    scheduler.note("HEALED: no more faults");
    scheduler.pass(SERVERS_BACK.toNanos());
    if (contention.isHot()) {
      goOn();
    }
    Map<String, Long> met = log.counts();
    if (contention.isHot()
        || met.containsKey("fault: LATE")
        || met.containsKey("fault: REPEATED_LATE")) {
      quieten();
    }
  }

  /** Lets everything arrive that is still on its way. */
  private void quieten() {
    scheduler.note(QUIET + " pass");
    scheduler.pass(QUIET.toNanos());
    cluster.compact(Disturbances.REMOVALS_MILLIS);
  }

  /**
   * Repairs the store, as its operator must after servers have forgotten buffered writes: derived
   * changes may exist without their write, or may be missing although the write exists.
   */
  private void repairWhatWasForgotten() {
    boolean rowByRow = Store.Guarantee.of(cluster.capabilities()) == Store.Guarantee.REPAIRED;
    if (protocol.heldUpWithinAChange()) {
      judge.forgiveFaults();
    } else if (!judge.mayHaveTorn()) {
      return;
    }
    if (!rowByRow) {
      return;
    }
    apart(
        "operator",
        process -> {
          Store store = openAfterwards(process);
          List<String> findings = new ArrayList<>();
          for (int check = 0; check < CHECKS_MAX; check++) {
            findings.clear();
            store
                .check(new StoreCheck.Options(true, false, Duration.ofMillis(100), 100))
                .run(finding -> findings.add(finding.toString()), looked -> {});
            scheduler.note("check with repair: " + findings);
            if (findings.isEmpty()) {
              store.close();
              return;
            }
            log.met("state: check repaired what a forgotten write has left");
            scheduler.pass(Duration.ofMinutes(1).toNanos());
          }
          throw new SimulationFailure("checks with repair go on finding " + findings);
        });
  }

  /** Lets a process work while changes of dead processes are still on their way. */
  private void goOn() {
    RandomGenerator random = choices.of("survivor");
    apart(
        "survivor",
        process -> {
          Store store = openAfterwards(process);
          Application application = application(process.name());
          application.use(store);
          for (int number = 0; number < SURVIVALS; number++) {
            scheduler.note("swept: " + store.sweep().summary());
            application.operate(random);
            scheduler.pass(random.nextLong(60_000 * MILLI));
          }
          store.close();
        });
  }

  /**
   * Starts each process again, and soon afterwards judges the leftovers.
   *
   * @param writing whether they write at once, or leave everything to their sweeps first
   */
  private void restart(boolean writing) {
    new Restart(
            scheduler,
            process ->
                open(
                    process,
                    client(process, Rates.NONE),
                    WriteHook.NONE,
                    StoreOptions.DEFAULT.sweepInterval()))
        .run(
            profile.slots(),
            writing,
            this::application,
            profile.clocksAgree(),
            cluster.observe(client(scheduler.current().process(), Rates.NONE)));
  }

  /** Lets a new process recover the store, and judges the content then. */
  private void recover() {
    SimulatedProcess process = scheduler.current().process();
    Store store = openAfterwards(process);
    // A reader that knows only old watermarks of the counters, if two processes may have the store
    // open.
    Store reader = isEmbedded() ? store : openAfterwards(process);
    design.entities().stream()
        .flatMap(entity -> entity.counters().stream())
        .forEach(counter -> reader.counter(counter.name()));
    verdict.sweep(store, reader);
    verdict.judgeRows(store);
    if (store.guarantee() == Store.Guarantee.ATOMIC) {
      DriftingCounters.repair(store, profile.kind(), log);
    }
    verdict.compare(store);
    verdict.check(store);
    verdict.compare(store);
    Application application = application("observer");
    application.use(store);
    application.writeAll(scheduler.nowNanos());
    scheduler.pass(Duration.ofMinutes(10).toNanos());
    verdict.sweep(store, reader);
    verdict.judgeRows(store);
    verdict.check(store);
    verdict.compare(store);
    if (reader != store) {
      reader.close();
    }
    store.close();
  }
}

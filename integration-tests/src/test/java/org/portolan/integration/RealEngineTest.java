package org.portolan.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterSpec;
import org.portolan.data.history.BuiltHistory;
import org.portolan.data.history.ReferringDesign;
import org.portolan.data.survival.SurvivalContract;
import org.portolan.data.survival.Thoroughness;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.store.HistoryComparison;

/**
 * The tests of every real engine. One cluster serves all tests of a class; a test that kills
 * servers restarts them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealEngineTest {
  private static final int STEPS = Integer.getInteger("portolan.steps", 16);
  private static final int CLIENT_KILLS = Integer.getInteger("portolan.kills", 1);
  private static final int HOLDS = Integer.getInteger("portolan.holds", 1);
  private static final int MOMENTS_A_HOLD = 5;

  /** Clocks as far apart as they should be at most, and far beyond. */
  static final List<Duration> CLOCKS_AHEAD =
      List.of(Duration.ofMinutes(-1), Duration.ofMinutes(1), Duration.ofMinutes(30));

  private static final int SURVIVAL_HISTORIES = 1;
  private static final int BUILT_WRITES = 30;

  /**
   * How many kinds of writes of each design the usual run interrupts; each run chooses others. On
   * memory, every run interrupts all.
   */
  private static final int SURVIVAL_WRITES = 6;

  /** Likewise, of the kinds of writes whose unfinished work it interrupts too. */
  private static final int SURVIVAL_UNFINISHED = 1;

  /** Whether to interrupt every call of every write: that takes minutes. */
  private static final boolean EVERY_CALL = Integer.getInteger("portolan.histories") != null;

  private static final AtomicInteger SURVIVAL_STORES = new AtomicInteger();

  @TempDir static Path directory;

  private final String engine;
  private final List<WikiModel> models;
  private final FaultTable table;
  private RunningCluster cluster;
  private FaultTrial trial;

  /** Each run chooses other calls. */
  private final int firstSurvivalSeed = (int) Seeds.next();

  /**
   * @param models the data models that the engine admits, the preferred one last
   */
  RealEngineTest(String engine, List<WikiModel> models) {
    this.engine = engine;
    this.models = models;
    this.table = new FaultTable(engine);
  }

  abstract ClusterSpec spec(Path clusterDirectory);

  @BeforeAll
  void start() {
    cluster = RunningCluster.start(spec(directory.resolve("cluster")));
    trial = trial("faults");
  }

  /** Restarts ended servers: if a machine pauses for seconds, they give each other up and end. */
  @BeforeEach
  void startWhatHasEnded() {
    cluster.startWhatHasEnded();
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      table.print();
      cluster.stop();
    }
  }

  /** Returns the URI of a store of this name. */
  String uri(String name) {
    return cluster.uri(name);
  }

  /** Returns a trial on a separate store. */
  FaultTrial trial(String name) {
    return new FaultTrial(uri(name), models.get(models.size() / 2), table);
  }

  FaultTrial trial() {
    return trial;
  }

  void kill(String server) {
    cluster.kill(server);
  }

  void heal() {
    cluster.heal();
  }

  @Test
  @Order(0)
  void models_afterRandomHistory_answerAsTheReference() {
    List<WikiStore> stores = new ArrayList<>();
    try {
      for (WikiModel model : models) {
        stores.add(new WikiStore(model, uri("history_" + model.spelling().replace('-', '_'))));
      }
      HistoryComparison.run(stores, Seeds.next(), STEPS);
    } finally {
      stores.forEach(WikiStore::close);
    }
  }

  /** Indexes, counters and references that a store gets when it has rows. */
  @Test
  @Order(0)
  void derivedParts_builtOverRows_readAsIfTheyHadBeenThere() {
    int seed = (int) Seeds.next();
    String uri = uri("built");
    Design design;
    try (Engine each = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      design = ReferringDesign.of(seed, each.capabilities());
    }
    new BuiltHistory(uri, design, new Random(seed), directory.resolve("sorting"), BUILT_WRITES)
        .run();
  }

  /** An application that was written for no engine: its URI alone chooses one. */
  @Test
  @Order(0)
  void shop_ofThisEngine_sellsNothingTwice() throws Exception {
    ShopTrial.run(uri("shop"));
  }

  /** Columns and more that a store gets, and loses, while applications go on. */
  @Test
  @Order(0)
  void additions_besideAnApplicationOfTheOldDesign_loseNothing() throws Exception {
    AdditionTrial.run(uri("grown"));
  }

  /** A backup, and its way back into the engine. */
  @Test
  @Order(0)
  void dump_ofThisEngine_isThatOfRocksDbAndImportsAgain() throws Exception {
    DumpTrial.run(uri("dumped"), uri("imported"), directory.resolve("dumps"), Seeds.next());
  }

  @Test
  @Order(0)
  void uniqueIndex_writersOfTwoProcesses_noTwoRowsShareAValue() throws Exception {
    UniqueTrial.run(uri("unique"), Seeds.next());
  }

  /** References, unique values, inserts, bounds, and least and greatest values. */
  @Test
  @Order(0)
  void rules_writersOfTwoProcessesOfWhichOneIsKilled_areKept() throws Exception {
    RulesTrial.run(uri("rules"), directory.resolve("rules"), Seeds.next());
  }

  @Test
  @Order(1)
  void edits_clientKilledAtRandomMoments_areAllThere() {
    trial.killClient(Seeds.next(), CLIENT_KILLS);
  }

  @Test
  @Order(3)
  void edits_serverHeldUntilOthersGaveItUp_goOn() {
    trial.holdServer(Seeds.next(), () -> cluster.process(dying()), heldFor(), this::healHeld);
  }

  @Test
  @Order(8)
  void shop_clientsAndAServerKilled_sellsNothingTwice() throws Exception {
    shopKills(OpenShop.PORTOLAN, "killed_shop")
        .run(CLIENT_KILLS, serverKills(), this::killOne, this::heal);
  }

  /** The shop by hand of the benchmark gives the same guarantees, or it would be no comparison. */
  @Test
  @Order(8)
  @Tag("soak")
  void shopByHand_clientsAndAServerKilled_sellsNothingTwice() throws Exception {
    shopKills(OpenShop.BY_HAND, "killed_by_hand")
        .run(CLIENT_KILLS, serverKills(), this::killOne, this::heal);
  }

  private ShopKills shopKills(String kind, String store) throws IOException {
    return new ShopKills(kind, uri(store), directory.resolve(store), Seeds.next());
  }

  private void killOne() {
    kill(dying());
  }

  /** Servers take long to start again. */
  private static int serverKills() {
    return Math.max(1, CLIENT_KILLS / 5);
  }

  /** Returns a time after which the other servers have certainly given up a held server. */
  abstract Duration heldFor();

  /**
   * Makes all servers run after a server that the others gave up has gone on. Usually it ends by
   * itself as soon as it learns that.
   */
  void healHeld() {
    cluster.awaitEnd(dying());
    heal();
  }

  @Test
  @Order(4)
  void edits_clientsAndServersHeldForMoments_areAllThere() {
    List<ProcessHandle> servers = serving().stream().map(cluster::process).toList();
    trial.holdForMoments(Seeds.next(), HOLDS * MOMENTS_A_HOLD, servers);
  }

  @Test
  @Order(5)
  void edits_clientsHeldUntilOthersGaveThemUp_areAllThere() {
    for (int hold = 0; hold < HOLDS; hold++) {
      trial.holdClients(Seeds.next());
    }
  }

  @Test
  @Order(10)
  void telemetry_ofARunInWhichAServerDies_seesItAndTheLoadOfTheOthers() {
    MeasuredRun run = new MeasuredRun(uri("measured"), cluster.directory(), directory);
    try {
      run.during(() -> kill(dying()));
    } finally {
      heal();
    }
    run.assertSeen(dying(), cluster.names());
  }

  /**
   * Returns at how many calls of every write the usual run kills its client: all faults at each
   * call would take an hour.
   */
  int survivalCalls() {
    return 2;
  }

  /** Returns the names of the servers with data. */
  List<String> serving() {
    return List.of("node-1", "node-2", "node-3");
  }

  /** Returns the name of a server that the others can do without. */
  String dying() {
    return "node-2";
  }

  /**
   * The faults of a client alone: kills at every call of every kind of write and of maintenance,
   * lost answers, calls that arrive late or twice, and several clients that fail at random.
   */
  @Nested
  @Tag("survival")
  class Survival extends SurvivalContract {
    @Override
    protected Engine openEmpty() {
      return Engines.open(
          uri("survival_" + SURVIVAL_STORES.incrementAndGet()), OpenMode.CREATE_IF_MISSING);
    }

    @Override
    protected int histories() {
      return SURVIVAL_HISTORIES;
    }

    @Override
    protected int firstSeed() {
      return EVERY_CALL ? 0 : firstSurvivalSeed;
    }

    @Override
    protected String testName() {
      return RealEngineTest.this.getClass().getSimpleName() + " -Dgroups=survival";
    }

    @Override
    protected Thoroughness thoroughness() {
      return EVERY_CALL
          ? Thoroughness.everyCall(1, 1)
          : new Thoroughness(1, 1, survivalCalls(), SURVIVAL_WRITES, SURVIVAL_UNFINISHED);
    }
  }

  @Override
  public String toString() {
    return engine;
  }
}

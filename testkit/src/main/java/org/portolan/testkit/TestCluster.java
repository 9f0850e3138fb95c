package org.portolan.testkit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.StoreInUseException;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;

/**
 * The servers of one store for a test, empty at first: in memory, or real. Each {@link #open} opens
 * the store as another process would. {@link #close} ends the processes and removes everything.
 *
 * <h2>In memory</h2>
 *
 * The data layer is the real one, so plans, rules, guarantees and failures are those of the engine
 * that the cluster is like: same capabilities, same limits, same choice for a portable design. It
 * differs from real servers as follows:
 *
 * <ul>
 *   <li>Nothing survives the Java machine, and no machine loses power.
 *   <li>No call takes time, and servers do not fail by themselves: request it from {@link
 *       TestStore#faults}. Servers of a cluster do not fail one by one.
 *   <li>The sizes of rows and mutations are those of another encoding, without the engine's
 *       overhead. A write just below a limit may be refused by the real engine.
 *   <li>Reads of Cassandra see the newest state at every consistency level.
 *   <li>Removals are remembered for ever. {@code ROCKSDB} also keeps every old value, so a test of
 *       millions of writes belongs on the real engine, which opens in a directory in milliseconds.
 *   <li>Options of tables and URIs have no effect.
 * </ul>
 *
 * Thread-safe.
 */
public final class TestCluster implements AutoCloseable {
  /** The property that gives clusters in memory their seed: a number. */
  public static final String SEED_PROPERTY = "portolan.test.seed";

  private static final Duration ADVANCE_MAX = Duration.ofDays(3650);

  private final Kind kind;
  private final long seed;
  private final AtomicLong advancedNanos;
  private final FaultyNetwork network;
  private final Cleanup cleanup;
  private final List<FaultyEngine> engines = new ArrayList<>();
  private final List<TestStore> stores = new ArrayList<>();
  private String uri;
  private boolean closed;

  private TestCluster(
      Kind kind, long seed, AtomicLong advancedNanos, Engine engine, Cleanup cleanup) {
    this.kind = kind;
    this.seed = seed;
    this.advancedNanos = advancedNanos;
    this.cleanup = cleanup;
    this.network = new FaultyNetwork(engine, millis -> millis + advancedNanos.get() / 1_000_000);
  }

  /**
   * Returns an empty cluster in memory, with the seed of the system property {@value
   * #SEED_PROPERTY} or else a random one, see {@link #seed}.
   */
  public static TestCluster inMemory(Kind kind) {
    Long given = Long.getLong(SEED_PROPERTY);
    return inMemory(kind, given == null ? new Random().nextLong() : given);
  }

  /**
   * Returns an empty cluster in memory.
   *
   * @param seed decides where the engine leaves a choice, such as the order in which rows change,
   *     as long as one thread uses the cluster
   */
  public static TestCluster inMemory(Kind kind, long seed) {
    AtomicLong advanced = new AtomicLong();
    InstantSource clock = () -> InstantSource.system().instant().plusNanos(advanced.get());
    Engine engine = MemoryEngines.connect(kind, clock, seed);
    return new TestCluster(kind, seed, advanced, engine, Cleanup.NOTHING);
  }

  /**
   * Returns the cluster of a URI, on real servers or in a directory. The module of its engine must
   * be on the class path.
   *
   * @param uri of a store that does not exist yet; {@link #close} removes all its tables
   * @throws IllegalStateException if the store has tables; nothing is changed
   * @throws org.portolan.engine.StoreException if the store cannot be opened
   */
  public static TestCluster at(String uri) {
    Kind kind = Kind.of(uri);
    Cleanup cleanup = Cleanup.of(uri);
    Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    boolean empty = false;
    try {
      empty = engine.tables().isEmpty();
    } finally {
      if (!empty) {
        engine.close();
      }
    }
    if (!empty) {
      throw new IllegalStateException(
          "cannot test on "
              + uri
              + ": the store has tables, and a test would remove them; name a store that does not"
              + " exist");
    }
    return new TestCluster(kind, 0, new AtomicLong(), engine, cleanup);
  }

  /** Returns the kind of engine. */
  public Kind kind() {
    return kind;
  }

  /** Returns the seed; 0 on real servers. */
  public long seed() {
    return seed;
  }

  /**
   * Opens the store as another process, and creates it with the design if it does not exist. In
   * memory this takes milliseconds.
   *
   * @throws StoreInUseException if the engine admits one process and another has the store open
   * @throws org.portolan.data.StoreMismatchException if the store has another design
   * @throws org.portolan.engine.CapabilityException if the engine lacks what the design needs
   */
  public synchronized TestStore open(Design design) {
    requireOpen();
    ProcessRuntime runtime = new ProcessRuntime("test process " + engines.size(), advancedNanos);
    Faults faults = new Faults();
    FaultyEngine engine = connected(network.client(faults::at, runtime::isBackground));
    StoreOptions options =
        StoreOptions.DEFAULT.sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace()).in(runtime);
    String once = FixtureEngines.register(() -> engine);
    try {
      Store store = Stores.openOrCreate(once, design, options);
      faults.opened();
      TestStore opened = new TestStore(store, engine, faults, runtime);
      stores.add(opened);
      return opened;
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    } finally {
      FixtureEngines.forget(once);
    }
  }

  private FaultyEngine connected(FaultyEngine engine) {
    if (kind == Kind.ROCKSDB && engines.stream().anyMatch(FaultyEngine::isOpen)) {
      throw new StoreInUseException(
          "cannot open the store of the test a second time: RocksDB admits one process; close or"
              + " kill the other one first");
    }
    engines.add(engine);
    return engine;
  }

  /**
   * Returns a URI that opens the store, for an application that opens it by itself with {@link
   * Stores}. Such a process has no faults, runs by this machine's clock, and must be closed by the
   * application.
   */
  public synchronized String uri() {
    requireOpen();
    if (uri == null) {
      uri = FixtureEngines.register(this::connect);
    }
    return uri;
  }

  private synchronized Engine connect() {
    requireOpen();
    return connected(network.client(FaultPlan.NONE));
  }

  /**
   * Puts the clocks of all processes forward, and in memory those of the servers. So other
   * processes see that a killed process is silent: after a minute, {@link Store#sweep} finishes
   * what it has left, and the next sweep of several minutes later folds counters. On real servers,
   * whose clocks stay, by less than a day altogether.
   *
   * @param time not negative, at most ten years altogether
   */
  public void advance(Duration time) {
    if (time.isNegative() || time.compareTo(ADVANCE_MAX) > 0) {
      throw new IllegalArgumentException(
          "cannot put the clocks forward by " + time + ": choose from 0 to " + ADVANCE_MAX);
    }
    advancedNanos.addAndGet(time.toNanos());
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "the test's " + this + " is closed; open its stores before its end");
    }
  }

  /**
   * Closes the processes that are open, waits for their threads, and removes the store. Does
   * nothing if the cluster is closed.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (uri != null) {
      FixtureEngines.forget(uri);
    }
    List<Runnable> steps = new ArrayList<>();
    stores.forEach(store -> steps.add(() -> closeFaultless(store)));
    engines.forEach(engine -> steps.add(engine::close));
    steps.add(() -> cleanup.dropTables(network.store()));
    steps.add(network::close);
    steps.add(cleanup::deleteFiles);
    Cleanup.runAll(steps);
  }

  private static void closeFaultless(TestStore store) {
    store.faults().clear();
    store.close();
  }

  @Override
  public String toString() {
    return "cluster like " + kind.scheme() + " of seed " + seed;
  }
}

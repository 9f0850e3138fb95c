package org.portolan.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.data.AsyncOptions;
import org.portolan.data.AsyncStore;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.EntityRow;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Item;
import org.portolan.data.ItemsWithoutRow;
import org.portolan.data.Paging;
import org.portolan.data.ReadBatch;
import org.portolan.data.Sequence;
import org.portolan.data.Slice;
import org.portolan.data.Start;
import org.portolan.data.Store;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.data.SweepResult;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.testkit.Faults.Lost;
import org.portolan.types.Tuple;

/**
 * A store as one process of a test has it open: the real data layer, on an engine that fails on
 * request. {@link TestCluster#open} opens it. It sweeps only when {@link #sweep} is called.
 * Thread-safe.
 *
 * <p>Durability is not tested: since no machine dies, every write is buffered.
 */
public final class TestStore implements Store {
  private final Store inner;
  private final FaultyEngine engine;
  private final Faults faults;
  private final ProcessRuntime runtime;

  /** Undoes a write whose request is lost. */
  private static final class RequestLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RequestLost() {
      super(null, null, false, false);
    }
  }

  TestStore(Store inner, FaultyEngine engine, Faults faults, ProcessRuntime runtime) {
    this.inner = inner;
    this.engine = engine;
    this.faults = faults;
    this.runtime = runtime;
  }

  /** Returns the faults of this process. */
  public Faults faults() {
    return faults;
  }

  /**
   * Kills this process from outside: from now on each thread that uses the store gets {@link
   * ClientKilledError}. Calls under way are completed. {@link #close} frees what the process held.
   */
  public void kill() {
    engine.kill();
  }

  /** Returns whether this process was killed, from outside or by a fault. */
  public boolean isKilled() {
    return engine.killed();
  }

  /** Returns whether the process can use the store: it was neither closed nor killed. */
  public boolean isOpen() {
    return engine.isOpen();
  }

  /**
   * Moves the wall clock of this process away from those of the others.
   *
   * @param ahead the whole difference from now on; negative for behind
   */
  public void skewClock(Duration ahead) {
    runtime.skew(ahead);
  }

  int runningThreads() {
    return runtime.runningThreads();
  }

  @Override
  public <T> T write(Durability durability, Function<StoreTransaction, T> work) {
    Function<StoreTransaction, T> run = conflicting(work);
    Lost lost = faults.takeLost();
    boolean ended = false;
    try {
      T result = lost == Lost.REQUEST ? undone(durability, run) : inner.write(durability, run);
      ended = true;
      if (lost != Lost.NOTHING) {
        throw new OutcomeUnknownException(
            "the test hides the outcome of a write of '"
                + design().name()
                + "'; read the rows that it writes, or write again if it is repeatable");
      }
      return result;
    } finally {
      if (!ended) {
        faults.putBack(lost);
      }
    }
  }

  private <T> Function<StoreTransaction, T> conflicting(Function<StoreTransaction, T> work) {
    Function<StoreTransaction, T> run = faults.twice() ? new RepeatedWork<>(work) : work;
    return transaction -> {
      T result = run.apply(transaction);
      if (faults.takeConflict()) {
        throw new ConflictException(Set.of());
      }
      return result;
    };
  }

  private <T> T undone(Durability durability, Function<StoreTransaction, T> work) {
    try {
      return inner.write(
          durability,
          transaction -> {
            T unused = work.apply(transaction);
            throw new RequestLost();
          });
    } catch (RequestLost undone) {
      return null;
    }
  }

  /**
   * Closes the store and waits for its threads. A killed process ends as it stands. Does nothing if
   * the store is closed.
   */
  @Override
  public void close() {
    if (!engine.isOpen() && !engine.killed()) {
      return;
    }
    try {
      if (engine.killed()) {
        runtime.endThreads();
      }
      inner.close();
    } catch (ClientKilledError dead) {
      runtime.endThreads();
    } finally {
      engine.close();
    }
  }

  @Override
  public Store traced(Trace trace) {
    return new TestStore(inner.traced(trace), engine, faults, runtime);
  }

  @Override
  public AsyncStore async(AsyncOptions options) {
    return inner.async(options).over(this);
  }

  @Override
  public String uri() {
    return inner.uri();
  }

  @Override
  public Design design() {
    return inner.design();
  }

  @Override
  public Guarantee guarantee() {
    return inner.guarantee();
  }

  @Override
  public boolean local() {
    return inner.local();
  }

  @Override
  public void flush() {
    inner.flush();
  }

  @Override
  public <T> T read(Function<ReadBatch, Supplier<T>> reads) {
    return inner.read(reads);
  }

  @Override
  public Sequence sequence(Sequence.Place place, int block) {
    return inner.sequence(place, block);
  }

  @Override
  public boolean isStoredInKeyOrder(String entity) {
    return inner.isStoredInKeyOrder(entity);
  }

  @Override
  public boolean hasSnapshots() {
    return inner.hasSnapshots();
  }

  @Override
  public <T> T readSnapshot(Function<StoreReader, T> work) {
    return inner.readSnapshot(work);
  }

  @Override
  public Optional<String> note(String name) {
    return inner.note(name);
  }

  @Override
  public void note(String name, String text) {
    inner.note(name, text);
  }

  @Override
  public Optional<StoreLoad> load() {
    return inner.load();
  }

  @Override
  public boolean isLoadUnfinished() {
    return inner.isLoadUnfinished();
  }

  @Override
  public StoreCheck.Result finishLoad(Consumer<StoreCheck.Finding> findings) {
    return inner.finishLoad(findings);
  }

  @Override
  public StoreHealth health() {
    return inner.health();
  }

  @Override
  public StoreActivity activity() {
    return inner.activity();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return inner.serverMetrics();
  }

  @Override
  public ConflictStatistics conflicts() {
    return inner.conflicts();
  }

  @Override
  public List<String> evolve(Design design, EvolveOptions options) {
    return inner.evolve(design, options);
  }

  @Override
  public boolean cancelEvolution(EvolveOptions options) {
    return inner.cancelEvolution(options);
  }

  @Override
  public long mergeDeltas() {
    return inner.mergeDeltas();
  }

  @Override
  public SweepResult sweep() {
    return inner.sweep();
  }

  @Override
  public long recount(String counter) {
    return inner.recount(counter);
  }

  @Override
  public void itemsWithoutRow(String entity, Consumer<ItemsWithoutRow> found) {
    inner.itemsWithoutRow(entity, found);
  }

  @Override
  public StoreCheck check(StoreCheck.Options options) {
    return inner.check(options);
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return inner.getAll(entity, keys, columns);
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return inner.scan(entity, leading, columns, paging);
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return inner.scanStored(entity, columns, paging);
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return inner.item(entity, key, collection, itemKey);
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return inner.items(entity, key, collection, paging);
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    return inner.index(index, value, start, paging);
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return inner.randomMember(index, value, random);
  }

  @Override
  public long counter(String counter) {
    return inner.counter(counter);
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    return inner.extreme(counter, group);
  }
}

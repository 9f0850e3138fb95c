package org.portolan.data.internal.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
import org.portolan.data.StoreOperation;
import org.portolan.data.StoreOperation.Kind;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.SweepResult;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.engine.Durability;
import org.portolan.engine.ServerMetrics;
import org.portolan.types.Tuple;

/** A store that tells its listeners of every operation. As thread-safe as the store. */
public final class ObservedStore implements Store {
  private final Store store;
  private final Listeners listeners;
  private final Names names;
  private final StoreRuntime runtime;

  /** Counts the operations of this view; null for none. */
  private final Trace trace;

  private ObservedStore(
      Store store, Listeners listeners, Names names, StoreRuntime runtime, Trace trace) {
    this.store = store;
    this.listeners = listeners;
    this.names = names;
    this.runtime = runtime;
    this.trace = trace;
  }

  /** Returns a store that was just opened, so that its listeners hear of it. */
  public static Store of(Store store, Listeners listeners, StoreRuntime runtime) {
    if (listeners.isEmpty()) {
      return store;
    }
    Store observed = new ObservedStore(store, listeners, new Names(store.design()), runtime, null);
    listeners.opened(observed);
    return observed;
  }

  private <T> T observe(Kind kind, String object, Function<Store, T> operation) {
    return observe(kind, new Subject(object), operation);
  }

  /** Runs every operation: the one place where they pass. */
  private <T> T observe(Kind kind, Subject subject, Function<Store, T> operation) {
    Trace own = Trace.keepingCalls(runtime::monotonicNanos);
    T result;
    try {
      result = operation.apply(store.traced(own));
    } catch (Throwable failure) {
      finished(kind, subject, own, failure);
      throw failure;
    }
    finished(kind, subject, own, null);
    return result;
  }

  private void finished(Kind kind, Subject subject, Trace own, Throwable failure) {
    listeners.finished(
        () -> {
          Duration duration = own.elapsed();
          Trace.Counts cost = own.counts();
          if (trace != null) {
            trace.add(cost, own.work());
          }
          return new StoreOperation(
              kind,
              subject.object(),
              duration,
              Math.toIntExact(1 + cost.retries()),
              cost,
              own.calls(),
              subject.outcome(failure),
              Optional.ofNullable(failure));
        });
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return observe(Kind.GET, names.entity(entity), s -> s.getAll(entity, keys, columns));
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return observe(Kind.SCAN, names.entity(entity), s -> s.scan(entity, leading, columns, paging));
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return observe(Kind.SCAN, names.entity(entity), s -> s.scanStored(entity, columns, paging));
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return observe(
        Kind.ITEM,
        names.collection(entity, collection),
        s -> s.item(entity, key, collection, itemKey));
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return observe(
        Kind.ITEMS,
        names.collection(entity, collection),
        s -> s.items(entity, key, collection, paging));
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    return observe(Kind.INDEX, names.index(index), s -> s.index(index, value, start, paging));
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return observe(Kind.RANDOM, names.index(index), s -> s.randomMember(index, value, random));
  }

  @Override
  public long counter(String counter) {
    return observe(Kind.COUNTER, names.counter(counter), s -> s.counter(counter));
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    return observe(Kind.COUNTER, names.counter(counter), s -> s.extreme(counter, group));
  }

  @Override
  public <T> T write(Durability durability, Function<StoreTransaction, T> work) {
    Subject subject = new Subject("");
    return observe(
        Kind.WRITE, subject, s -> s.write(durability, ObservedWork.of(work, names, subject)));
  }

  @Override
  public <T> T read(Function<ReadBatch, Supplier<T>> reads) {
    return observe(Kind.BATCH, "", s -> s.read(reads));
  }

  /** The writes of a sequence are not told: few of its calls make one. */
  @Override
  public Sequence sequence(Sequence.Place place, int block) {
    return store.sequence(place, block);
  }

  @Override
  public <T> T readSnapshot(Function<StoreReader, T> work) {
    return observe(Kind.SNAPSHOT, "", s -> s.readSnapshot(work));
  }

  @Override
  public Optional<String> note(String name) {
    return observe(Kind.NOTE, "", s -> s.note(name));
  }

  @Override
  public void note(String name, String text) {
    observe(
        Kind.NOTE,
        "",
        s -> {
          s.note(name, text);
          return null;
        });
  }

  @Override
  public Optional<StoreLoad> load() {
    return observe(Kind.NOTE, "", Store::load);
  }

  @Override
  public boolean isLoadUnfinished() {
    return observe(Kind.NOTE, "", Store::isLoadUnfinished);
  }

  @Override
  public StoreCheck.Result finishLoad(Consumer<StoreCheck.Finding> findings) {
    return observe(Kind.CHECK, "", s -> s.finishLoad(findings));
  }

  @Override
  public boolean isStoredInKeyOrder(String entity) {
    return store.isStoredInKeyOrder(entity);
  }

  @Override
  public boolean hasSnapshots() {
    return store.hasSnapshots();
  }

  @Override
  public void flush() {
    observe(
        Kind.FLUSH,
        "",
        s -> {
          s.flush();
          return null;
        });
  }

  /** Its reads and writes are not told: they are not the application's. */
  @Override
  public List<String> evolve(Design design, EvolveOptions options) {
    return store.evolve(design, options);
  }

  @Override
  public boolean cancelEvolution(EvolveOptions options) {
    return store.cancelEvolution(options);
  }

  @Override
  public long mergeDeltas() {
    return observe(Kind.MERGE, "", Store::mergeDeltas);
  }

  @Override
  public SweepResult sweep() {
    return observe(Kind.SWEEP, "", Store::sweep);
  }

  @Override
  public long recount(String counter) {
    return observe(Kind.RECOUNT, names.counter(counter), s -> s.recount(counter));
  }

  @Override
  public void itemsWithoutRow(String entity, Consumer<ItemsWithoutRow> found) {
    observe(
        Kind.CHECK,
        names.entity(entity),
        s -> {
          s.itemsWithoutRow(entity, found);
          return null;
        });
  }

  @Override
  public StoreCheck check(StoreCheck.Options options) {
    StoreCheck check = store.check(options);
    return (findings, progress) -> observe(Kind.CHECK, "", any -> check.run(findings, progress));
  }

  @Override
  public Store traced(Trace newTrace) {
    return new ObservedStore(store, listeners, names, runtime, newTrace);
  }

  /** Its calls are operations of this store, and told as such. */
  @Override
  public AsyncStore async(AsyncOptions options) {
    return store.async(options).over(this);
  }

  @Override
  public String uri() {
    return store.uri();
  }

  @Override
  public Design design() {
    return store.design();
  }

  @Override
  public Guarantee guarantee() {
    return store.guarantee();
  }

  @Override
  public boolean local() {
    return store.local();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return store.serverMetrics();
  }

  @Override
  public ConflictStatistics conflicts() {
    return store.conflicts();
  }

  @Override
  public StoreHealth health() {
    return store.health();
  }

  @Override
  public StoreActivity activity() {
    return store.activity();
  }

  @Override
  public void close() {
    try {
      store.close();
    } finally {
      listeners.closed();
    }
  }
}

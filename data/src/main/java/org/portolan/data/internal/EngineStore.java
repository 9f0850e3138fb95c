package org.portolan.data.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.portolan.data.AsyncOptions;
import org.portolan.data.AsyncStore;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.DataException;
import org.portolan.data.ItemsWithoutRow;
import org.portolan.data.ReadBatch;
import org.portolan.data.Sequence;
import org.portolan.data.Store;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreActivity.Waiting;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreConflict;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.SweepResult;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.RowCache;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.async.AsyncViews;
import org.portolan.data.internal.background.TaskState;
import org.portolan.data.internal.check.AtomicCounterLook;
import org.portolan.data.internal.check.AtomicEntryLook;
import org.portolan.data.internal.check.CheckRun;
import org.portolan.data.internal.check.CounterLook;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.EntryLook;
import org.portolan.data.internal.check.GuardedEntryLook;
import org.portolan.data.internal.check.RowlessItems;
import org.portolan.data.internal.health.EngineProbe;
import org.portolan.data.internal.health.Judgement;
import org.portolan.data.internal.index.AnnouncedMerges;
import org.portolan.data.internal.index.DeltaMerger;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.load.Loads;
import org.portolan.data.internal.read.BatchedReads;
import org.portolan.data.internal.read.ReaderView;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.read.UntrackedReader;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.write.AtomicAttempts;
import org.portolan.data.internal.write.BlockSequence;
import org.portolan.data.internal.write.Conflicts;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.data.internal.write.Writer;
import org.portolan.design.Design;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.RowKey;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/** A store on an engine, with the guarantee that the engine admits. */
final class EngineStore implements Store, ReaderView {
  /** The memory for inner nodes of index trees: enough for some tens of millions of members. */
  private static final long INNER_NODES_BYTES_MAX = 16 << 20;

  private final Engine engine;
  private final Transactions transactions;
  private final StoreSchema schema;
  private final StoreRuntime runtime;
  private final Conflicts conflicts;
  private final DeltaMerger merger;
  private final Optional<Repairing> repairing;
  private final CounterLook counterLook;
  private final WriteAttempts attempts;
  private final Writer writer;
  private final RowCache innerNodes;
  private final EngineProbe probe;
  private final AsyncViews asyncViews;
  private final SchemaReader reader;
  private final Trace trace;

  /** Whether this object has created the store, so that nothing was ever removed from it. */
  private final boolean created;

  /** Shared with the views: none of them may close the parts once more. */
  private final AtomicBoolean closed;

  /** Held while the store is closed, so that every call of {@link #close} waits for the end. */
  private final Lock closing;

  /**
   * @param created whether the store was created just now
   * @param conflictListener told of each row at which writes conflict; must not throw
   * @param joined runs after this process has joined the processes that write, and before it
   *     writes; throws if it must not
   */
  EngineStore(
      Engine engine,
      StoreSchema schema,
      StoreOptions options,
      boolean created,
      Consumer<StoreConflict> conflictListener,
      Runnable joined) {
    this.engine = engine;
    this.created = created;
    this.schema = schema;
    this.runtime = options.runtime();
    this.conflicts = new Conflicts(schema, conflictListener);
    this.transactions = engine::begin;
    AnnouncedMerges merges = new AnnouncedMerges(runtime);
    this.merger = new DeltaMerger(engine, transactions, schema, merges, runtime);
    this.repairing =
        schema.guarantee() == Guarantee.REPAIRED
            ? Optional.of(new Repairing(engine, schema, options, session -> joined.run()))
            : Optional.empty();
    this.innerNodes = new RowCache(engine, INNER_NODES_BYTES_MAX);
    this.counterLook =
        repairing
            .map(Repairing::counters)
            .orElseGet(
                () ->
                    new AtomicCounterLook(transactions, engine.capabilities(), runtime.newLock()));
    this.attempts =
        repairing
            .map(Repairing::attempts)
            .orElseGet(
                () ->
                    new AtomicAttempts(
                        engine, transactions, schema, merger::ask, merges, innerNodes, runtime));
    this.writer = new Writer(attempts, options.retryPolicy(), conflicts, runtime);
    this.probe = new EngineProbe(runtime, () -> new StoreMeta(engine).read(StoreMeta.FORMAT));
    this.asyncViews = new AsyncViews(runtime);
    this.trace = null;
    this.closed = new AtomicBoolean();
    this.closing = runtime.newLock();
    this.reader = new SchemaReader(schema, new Access(engine, null, innerNodes));
  }

  private EngineStore(EngineStore store, Trace trace) {
    this.engine = store.engine;
    this.transactions = store.transactions;
    this.created = store.created;
    this.schema = store.schema;
    this.runtime = store.runtime;
    this.conflicts = store.conflicts;
    this.merger = store.merger;
    this.repairing = store.repairing;
    this.counterLook = store.counterLook;
    this.attempts = store.attempts;
    this.writer = store.writer;
    this.innerNodes = store.innerNodes;
    this.probe = store.probe;
    this.asyncViews = store.asyncViews;
    this.trace = trace;
    this.closed = store.closed;
    this.closing = store.closing;
    this.reader = store.reader.with(new Access(engine, trace, innerNodes));
  }

  @Override
  public String uri() {
    return engine.uri();
  }

  @Override
  public Design design() {
    return schema.design();
  }

  @Override
  public Guarantee guarantee() {
    return schema.guarantee();
  }

  @Override
  public boolean local() {
    return engine.capabilities().local();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return engine.serverMetrics();
  }

  @Override
  public <T> T write(Durability durability, Function<StoreTransaction, T> work) {
    return writer.write(durability, trace, work);
  }

  @Override
  public <T> T read(Function<ReadBatch, Supplier<T>> reads) {
    return BatchedReads.read(schema, new Access(engine, trace, innerNodes), reads);
  }

  @Override
  public Sequence sequence(Sequence.Place place, int block) {
    if (block < 1 || block > Sequence.BLOCK_MAX) {
      throw new IllegalArgumentException(
          "a block of a sequence has 1 to " + Sequence.BLOCK_MAX + " numbers, not " + block);
    }
    EntitySchema entity = schema.entity(place.entity());
    entity.requireSequence(place.column());
    // Refuses a key that is none of the entity.
    Tuple unused = entity.keyMapping().rowKey(place.key());
    return new BlockSequence(place, block, writer, trace, runtime.newLock());
  }

  @Override
  public void flush() {
    engine.flush();
  }

  @Override
  public boolean isStoredInKeyOrder(String entity) {
    return engine.capabilities().keyOrder() == KeyOrder.TABLE
        && schema.entity(entity).keyMapping().layout().prefixRange() == 1;
  }

  @Override
  public boolean hasSnapshots() {
    return engine.capabilities().transactions() == TransactionScope.STORE
        && engine.capabilities().snapshotReads()
        // Reads of keys are scans, see UntrackedReader.
        && engine.capabilities().keyOrder() == KeyOrder.TABLE;
  }

  @Override
  public <T> T readSnapshot(Function<StoreReader, T> work) {
    if (!hasSnapshots()) {
      throw new IllegalStateException(
          "cannot read a snapshot of " + uri() + ": its engine has none; read without");
    }
    try (Transaction moment = engine.begin(Durability.BUFFERED)) {
      // Inner nodes that the store remembers may be newer than the snapshot.
      return work.apply(new SchemaReader(schema, new Access(new UntrackedReader(moment), trace)));
    }
  }

  @Override
  public Optional<String> note(String name) {
    return notes().read(name);
  }

  @Override
  public void note(String name, String text) {
    notes().write(name, text);
  }

  private Notes notes() {
    return new Notes(new StoreMeta(engine), runtime);
  }

  private LoadMark loadMark() {
    return new LoadMark(new StoreMeta(engine), runtime);
  }

  @Override
  public Optional<StoreLoad> load() {
    if (!created && !local()) {
      return Optional.empty();
    }
    if (repairing.isEmpty()) {
      return Loads.ofAtomic(engine, schema, runtime, loadMark());
    }
    return created && repairing.get().isAlone()
        ? Loads.ofRepaired(repairing.get().rows(), loadMark(), repairing.get()::add)
        : Optional.empty();
  }

  @Override
  public boolean isLoadUnfinished() {
    return loadMark().stands();
  }

  @Override
  public StoreCheck.Result finishLoad(Consumer<StoreCheck.Finding> findings) {
    StoreCheck.Result result = check(StoreCheck.Options.REPAIR).run(findings, done -> {});
    if (result.isClean() && isLoadUnfinished()) {
      loadMark().remove();
    }
    return result;
  }

  @Override
  public Store traced(Trace newTrace) {
    return new EngineStore(this, newTrace);
  }

  @Override
  public AsyncStore async(AsyncOptions options) {
    return asyncViews.of(this, options);
  }

  @Override
  public ConflictStatistics conflicts() {
    return conflicts.statistics(merger.statistics());
  }

  @Override
  public StoreHealth health() {
    return Judgement.of(probe.ask(StoreHealth.ANSWER_MAX), activity());
  }

  @Override
  public StoreActivity activity() {
    return repairing
        .map(Repairing::activity)
        .orElseGet(
            () ->
                new StoreActivity(
                    merger.state().map(TaskState::now).stream().toList(),
                    new Waiting(0, 0, merger.waiting()),
                    Optional.empty(),
                    Optional.empty()));
  }

  @Override
  public long mergeDeltas() {
    return repairing.isPresent() ? sweep().folded() : merger.mergeAll();
  }

  @Override
  public SweepResult sweep() {
    return repairing.map(Repairing::sweep).orElse(SweepResult.NOTHING);
  }

  /** Finishes all unfinished rows; returns those that cannot be finished. */
  List<RowKey> settleAllRows() {
    return repairing.map(Repairing::settleAll).orElse(List.of());
  }

  @Override
  public long recount(String counter) {
    try {
      return counterLook.look(schema.counter(counter), Correction.ALL, rows -> {}).missing();
    } catch (ConflictException e) {
      throw new DataException(
          "counter '"
              + counter
              + "' changes faster than its rows or items can be counted; nothing was changed;"
              + " recount it when there are fewer writes",
          e);
    }
  }

  @Override
  public void itemsWithoutRow(String entity, Consumer<ItemsWithoutRow> found) {
    boolean repaired = guarantee() == Guarantee.REPAIRED;
    new RowlessItems(
            new Access(engine, trace, innerNodes),
            schema.entity(entity),
            repaired ? Optional.of(WriteState.READ) : Optional.empty(),
            row -> !repaired || WriteState.of(row).isSettled(),
            found)
        .run();
  }

  @Override
  public StoreCheck check(StoreCheck.Options options) {
    EntryLook look =
        new GuardedEntryLook(
            repairing
                .map(Repairing::entries)
                .orElseGet(() -> new AtomicEntryLook(transactions, runtime)),
            attempts);
    CheckRun check =
        new CheckRun(
            engine,
            transactions,
            schema,
            new StoreMeta(engine),
            look,
            counterLook,
            options,
            runtime);
    return (findings, progress) -> {
      Map<RowKey, String> unfinished = repairing.map(Repairing::sweepForCheck).orElse(Map.of());
      return check.run(unfinished, findings, progress);
    };
  }

  @Override
  public void close() {
    // Not under the lock: two calls may close the store, and neither waits for the other's end.
    asyncViews.close();
    closing.lock();
    try {
      // Once closed, the outbox cleaner would make one more turn, on a closed engine.
      if (closed.getAndSet(true)) {
        return;
      }
      try {
        merger.close();
        repairing.ifPresent(Repairing::close);
      } finally {
        engine.close();
      }
    } finally {
      closing.unlock();
    }
  }

  @Override
  public StoreReader reader() {
    writer.goesOutside();
    return reader;
  }
}

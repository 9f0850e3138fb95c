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
import org.portolan.data.EvolveOptions;
import org.portolan.data.ItemsWithoutRow;
import org.portolan.data.ReadBatch;
import org.portolan.data.Sequence;
import org.portolan.data.Store;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.SweepResult;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.async.AsyncViews;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.RowlessItems;
import org.portolan.data.internal.epoch.EpochReader;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.health.EngineProbe;
import org.portolan.data.internal.health.Judgement;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.online.OnlineDesign;
import org.portolan.data.internal.read.BatchedReads;
import org.portolan.data.internal.read.ReaderView;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.read.UntrackedReader;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.SequenceColumn;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.write.BlockSequence;
import org.portolan.data.internal.write.Conflicts;
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

/**
 * A store on an engine, with the guarantee that the engine admits. Each operation passes {@link
 * OnlineDesign}, so that it runs by the design that is in force.
 */
final class EngineStore implements Store, ReaderView {
  private final Engine engine;
  private final OnlineDesign design;
  private final StoreRuntime runtime;
  private final Conflicts conflicts;
  private final EngineProbe probe;
  private final AsyncViews asyncViews;
  private final EpochReader reader;
  private final Trace trace;

  /** Whether this object has created the store, so that nothing was ever removed from it. */
  private final boolean created;

  /** Shared with the views: none of them may close the parts once more. */
  private final AtomicBoolean closed;

  /** Held while the store is closed, so that every call of {@link #close} waits for the end. */
  private final Lock closing;

  /**
   * @param conflicts those of the parts of all epochs
   * @param created whether the store was created just now
   */
  EngineStore(
      Engine engine,
      OnlineDesign design,
      Conflicts conflicts,
      StoreRuntime runtime,
      boolean created) {
    this.engine = engine;
    this.design = design;
    this.runtime = runtime;
    this.conflicts = conflicts;
    this.created = created;
    this.probe = new EngineProbe(runtime, () -> new StoreMeta(engine).read(StoreMeta.FORMAT));
    this.asyncViews = new AsyncViews(runtime);
    this.trace = null;
    this.closed = new AtomicBoolean();
    this.closing = runtime.newLock();
    this.reader = new EpochReader(design, null);
  }

  private EngineStore(EngineStore store, Trace trace) {
    this.engine = store.engine;
    this.design = store.design;
    this.runtime = store.runtime;
    this.conflicts = store.conflicts;
    this.created = store.created;
    this.probe = store.probe;
    this.asyncViews = store.asyncViews;
    this.trace = trace;
    this.closed = store.closed;
    this.closing = store.closing;
    this.reader = new EpochReader(design, trace);
  }

  @Override
  public String uri() {
    return engine.uri();
  }

  @Override
  public Design design() {
    return design.now().schema().view().shown();
  }

  @Override
  public Guarantee guarantee() {
    return design.now().schema().guarantee();
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
    return design.write(parts -> parts.writer().write(durability, trace, parts.view().of(work)));
  }

  @Override
  public <T> T read(Function<ReadBatch, Supplier<T>> reads) {
    return design.read(
        parts -> BatchedReads.read(parts.schema(), parts.access(trace), parts.view()::of, reads));
  }

  @Override
  public Sequence sequence(Sequence.Place place, int block) {
    if (block < 1 || block > Sequence.BLOCK_MAX) {
      throw new IllegalArgumentException(
          "a block of a sequence has 1 to " + Sequence.BLOCK_MAX + " numbers, not " + block);
    }
    EntitySchema entity = design.now().schema().entity(place.entity());
    SequenceColumn.require(entity, place.column());
    // Refuses a key that is none of the entity.
    Tuple unused = entity.keyMapping().rowKey(place.key());
    return new BlockSequence(place, block, new SequenceWrites(), runtime.newLock());
  }

  @Override
  public void flush() {
    engine.flush();
  }

  @Override
  public boolean isStoredInKeyOrder(String entity) {
    return engine.capabilities().keyOrder() == KeyOrder.TABLE
        && design.now().schema().entity(entity).keyMapping().layout().prefixRange() == 1;
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
    return design.in(
        parts -> {
          try (Transaction moment = engine.begin(Durability.BUFFERED)) {
            // Inner nodes that the store remembers may be newer than the snapshot.
            Access access = new Access(new UntrackedReader(moment), trace);
            return work.apply(parts.view().of(new SchemaReader(parts.schema(), access)));
          }
        });
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
    if (!created && (!local() || guarantee() == Guarantee.REPAIRED)) {
      return Optional.empty();
    }
    return design.in(parts -> parts.load(loadMark()));
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
    return conflicts.statistics(design.now().merger().statistics());
  }

  @Override
  public StoreHealth health() {
    return Judgement.of(probe.ask(StoreHealth.ANSWER_MAX), activity());
  }

  @Override
  public StoreActivity activity() {
    return design.now().activity();
  }

  @Override
  public long mergeDeltas() {
    return design.in(StoreParts::mergeDeltas);
  }

  @Override
  public SweepResult sweep() {
    return design.in(StoreParts::sweep);
  }

  /** Finishes all unfinished rows; returns those that cannot be finished. */
  List<RowKey> settleAllRows() {
    return design.in(parts -> parts.repairing().map(Repairing::settleAll).orElse(List.of()));
  }

  @Override
  public long recount(String counter) {
    try {
      return design.in(
          parts ->
              parts
                  .counterLook()
                  .look(parts.schema().counter(counter), Correction.ALL, rows -> {})
                  .missing());
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
    design
        .epochs()
        .run(
            parts ->
                new RowlessItems(
                        parts.access(trace),
                        parts.schema().entity(entity),
                        repaired ? Optional.of(WriteState.READ) : Optional.empty(),
                        row -> !repaired || WriteState.of(row).isSettled(),
                        found)
                    .run());
  }

  @Override
  public StoreCheck check(StoreCheck.Options options) {
    return (findings, progress) ->
        design.once(
            parts -> {
              Map<RowKey, String> unfinished =
                  parts.repairing().map(Repairing::sweepForCheck).orElse(Map.of());
              return parts.check(options).run(unfinished, findings, progress);
            });
  }

  @Override
  public List<String> evolve(Design newDesign, EvolveOptions options) {
    return design.evolve(newDesign, options);
  }

  @Override
  public boolean cancelEvolution(EvolveOptions options) {
    return design.cancel(options);
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
        design.close();
      } finally {
        engine.close();
      }
    } finally {
      closing.unlock();
    }
  }

  @Override
  public StoreReader reader() {
    return reader;
  }

  /** The writes of a sequence, by the design in force at each. */
  private final class SequenceWrites implements BlockSequence.Writes {
    @Override
    public <T> T writeApart(Function<StoreTransaction, T> work) {
      return design.in(
          parts -> parts.writer().writeApart(Durability.SYNCED, trace, parts.view().of(work)));
    }

    @Override
    public void endTurn() {
      design.epochs().run(parts -> parts.writer().endTurn());
    }
  }
}

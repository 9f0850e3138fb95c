package org.portolan.data.internal.epoch;

import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreActivity.Waiting;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.SweepResult;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.RowCache;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.auto.IndexUses;
import org.portolan.data.internal.background.TaskState;
import org.portolan.data.internal.check.AtomicCounterLook;
import org.portolan.data.internal.check.AtomicEntryLook;
import org.portolan.data.internal.check.CheckRun;
import org.portolan.data.internal.check.CounterLook;
import org.portolan.data.internal.check.EntryLook;
import org.portolan.data.internal.check.GuardedEntryLook;
import org.portolan.data.internal.index.AnnouncedMerges;
import org.portolan.data.internal.index.DeltaMerger;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.load.Loads;
import org.portolan.data.internal.process.Guard;
import org.portolan.data.internal.process.GuardedTransactions;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.view.View;
import org.portolan.data.internal.write.AtomicAttempts;
import org.portolan.data.internal.write.Conflicts;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.data.internal.write.Writer;
import org.portolan.engine.Engine;

/**
 * What of an open store depends on its schema: one object for each epoch of the design. Its threads
 * run from its beginning until it is closed. Thread-safe.
 */
public final class StoreParts implements AutoCloseable {
  /** The memory for inner nodes of index trees: enough for some tens of millions of members. */
  private static final long INNER_NODES_BYTES_MAX = 16 << 20;

  private final long epoch;
  private final Engine engine;
  private final Transactions transactions;
  private final Optional<Guard> guard;
  private final StoreSchema schema;
  private final View view;
  private final StoreRuntime runtime;
  private final DeltaMerger merger;
  private final Optional<Repairing> repairing;
  private final CounterLook counterLook;
  private final WriteAttempts attempts;
  private final Writer writer;
  private final RowCache innerNodes;
  private final SchemaReader reader;
  private final IndexUses uses;

  /**
   * @param epoch of the design
   * @param conflicts counts those of all epochs
   * @param admission of this process's sessions on an engine of rows
   * @param guard of this process's write transactions, if several processes make them; left when
   *     the parts are closed
   */
  public StoreParts(
      long epoch,
      Engine engine,
      StoreSchema schema,
      StoreOptions options,
      Conflicts conflicts,
      Admission admission,
      Optional<Guard> guard) {
    this.epoch = epoch;
    this.engine = engine;
    this.guard = guard;
    this.transactions =
        guard
            .<Transactions>map(standing -> new GuardedTransactions(engine, standing))
            .orElse(engine::begin);
    this.schema = schema;
    this.view = new View(schema.view());
    this.runtime = options.runtime();
    this.uses = conflicts.uses();
    AnnouncedMerges merges = new AnnouncedMerges(runtime);
    this.merger = new DeltaMerger(engine, transactions, schema, merges, runtime);
    this.repairing =
        schema.guarantee() == Guarantee.REPAIRED
            ? Optional.of(new Repairing(engine, schema, options, admission))
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
            .<WriteAttempts>map(Repairing::attempts)
            .orElseGet(
                () ->
                    new AtomicAttempts(
                        engine,
                        transactions,
                        schema,
                        merger::ask,
                        merges,
                        innerNodes,
                        uses,
                        runtime));
    this.writer = new Writer(attempts, options.retryPolicy(), conflicts, runtime);
    this.reader = new SchemaReader(schema, new Access(engine, null, innerNodes, uses));
  }

  /** Returns the epoch of the design. */
  public long epoch() {
    return epoch;
  }

  public StoreSchema schema() {
    return schema;
  }

  /** Returns what the application sees. */
  public View view() {
    return view;
  }

  public Writer writer() {
    return writer;
  }

  /** Returns single attempts of writes, for work that has a way of its own to repeat them. */
  public WriteAttempts attempts() {
    return attempts;
  }

  public DeltaMerger merger() {
    return merger;
  }

  /** Returns the protocol of repaired writes; empty for atomic ones. */
  public Optional<Repairing> repairing() {
    return repairing;
  }

  public CounterLook counterLook() {
    return counterLook;
  }

  /**
   * Returns the way to the rows for one operation.
   *
   * @param trace counts what is read; null for no count
   */
  public Access access(Trace trace) {
    return new Access(engine, trace, innerNodes, uses);
  }

  /**
   * Returns a reader.
   *
   * @param trace counts what is read; null for no count
   */
  public SchemaReader reader(Trace trace) {
    return trace == null ? reader : reader.with(access(trace));
  }

  /** Begins a load of a store that this process has created, and that nobody else has open. */
  public Optional<StoreLoad> load(LoadMark mark) {
    if (repairing.isEmpty()) {
      return Loads.ofAtomic(engine, schema, runtime, mark);
    }
    return repairing.get().isAlone()
        ? Loads.ofRepaired(repairing.get().rows(), mark, repairing.get()::add)
        : Optional.empty();
  }

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

  /** As {@link org.portolan.data.Store#mergeDeltas}. */
  public long mergeDeltas() {
    return repairing.isPresent() ? sweep().folded() : merger.mergeAll();
  }

  /** As {@link org.portolan.data.Store#sweep}. */
  public SweepResult sweep() {
    return repairing.map(Repairing::sweep).orElse(SweepResult.NOTHING);
  }

  /** Returns a check of everything, or of some parts by its {@link CheckRun#only}. */
  public CheckRun check(StoreCheck.Options options) {
    EntryLook look =
        new GuardedEntryLook(
            repairing
                .map(Repairing::entries)
                .orElseGet(() -> new AtomicEntryLook(transactions, runtime)),
            attempts);
    StoreMeta meta = new StoreMeta(engine);
    return new CheckRun(engine, transactions, schema, meta, look, counterLook, options, runtime);
  }

  /** Returns the guard of this process's write transactions; empty if it has none. */
  public Optional<Guard> guard() {
    return guard;
  }

  /** Returns what begins write transactions. */
  public Transactions transactions() {
    return transactions;
  }

  /** Ends the threads; a write that is under way may fail. Not the engine. */
  @Override
  public void close() {
    merger.close();
    repairing.ifPresent(Repairing::close);
    guard.ifPresent(Guard::leave);
  }
}

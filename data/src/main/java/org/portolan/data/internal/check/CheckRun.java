package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.RowKey;

/** A check, phase after phase. */
public final class CheckRun implements StoreCheck {
  private static final int ROWS_MAX = 500;

  private final Engine engine;
  private final Transactions transactions;
  private final StoreSchema schema;
  private final StoreMeta meta;
  private final EntryLook look;
  private final CounterLook counterLook;
  private final Options options;
  private final StoreRuntime runtime;
  private final DerivedParts parts;
  private final boolean whole;
  private final int rowsMax;

  /**
   * @param transactions those of repairs, where transactions span the store
   * @param look looks at single entries
   * @param counterLook compares counters
   */
  public CheckRun(
      Engine engine,
      Transactions transactions,
      StoreSchema schema,
      StoreMeta meta,
      EntryLook look,
      CounterLook counterLook,
      Options options,
      StoreRuntime runtime) {
    this(
        engine,
        transactions,
        schema,
        meta,
        look,
        counterLook,
        options,
        runtime,
        DerivedParts.all(schema),
        true,
        ROWS_MAX);
  }

  private CheckRun(
      Engine engine,
      Transactions transactions,
      StoreSchema schema,
      StoreMeta meta,
      EntryLook look,
      CounterLook counterLook,
      Options options,
      StoreRuntime runtime,
      DerivedParts parts,
      boolean whole,
      int rowsMax) {
    this.rowsMax = rowsMax;
    this.parts = parts;
    this.whole = whole;
    this.look = look;
    this.counterLook = counterLook;
    this.engine = engine;
    this.transactions = transactions;
    this.schema = schema;
    this.meta = meta;
    this.options = options;
    this.runtime = runtime;
  }

  /** Returns a check of some parts alone. It begins at the start, and saves no place. */
  public CheckRun only(DerivedParts some) {
    return with(some, false, rowsMax);
  }

  /**
   * Returns this check with smaller steps.
   *
   * @param rows the most rows that are read between two reports of the progress
   */
  public CheckRun inPagesOf(int rows) {
    return with(parts, whole, rows);
  }

  private CheckRun with(DerivedParts some, boolean all, int rows) {
    return new CheckRun(
        engine, transactions, schema, meta, look, counterLook, options, runtime, some, all, rows);
  }

  @Override
  public Result run(Consumer<Finding> findings, Consumer<Long> listener) {
    return run(Map.of(), findings, listener);
  }

  /**
   * As {@link #run(Consumer, Consumer)}, with rows already known to be unfinished.
   *
   * @param unfinished the rows that cannot be finished or written, and why
   */
  public Result run(
      Map<RowKey, String> unfinished, Consumer<Finding> findings, Consumer<Long> listener) {
    CheckState state =
        options.resume() && whole
            ? meta.read(CheckProgress.META_NAME).map(CheckState::parse).orElse(CheckState.START)
            : CheckState.START;
    CheckProgress progress =
        new CheckProgress(
            Optional.of(meta).filter(any -> whole),
            state,
            options.reportsMax(),
            findings,
            listener,
            runtime.random());
    Suspects suspects =
        new Suspects(
            new Access(engine, null), look, progress, options.repair(), options.guard(), runtime);
    unfinished.forEach(
        (row, reason) ->
            progress.found(
                new Finding(Kind.UNFINISHED, row.table(), row.key() + ": " + reason, false), 1));
    List<CheckPhase> phases = phases();
    for (int phase = state.phase(); phase < phases.size(); phase++) {
      phases
          .get(phase)
          .run(engine, phase == state.phase() ? state : CheckState.START, progress, suspects);
      progress.nextPhase();
    }
    progress.finished();
    return progress.result();
  }

  private List<CheckPhase> phases() {
    List<CheckPhase> phases = new ArrayList<>();
    List<TreeSchema> trees = whole ? schema.trees() : parts.trees();
    trees.forEach(tree -> phases.add(new TreePhase(tree, transactions, runtime)));
    for (EntitySchema entity : schema.entities()) {
      phases.add(new MissingPhase(entity, parts.lists(entity), rowsMax));
    }
    for (IndexSchema index : parts.lists()) {
      phases.add(new DanglingPhase(index, rowsMax));
    }
    for (CounterSchema counter : parts.counters()) {
      phases.add(new CounterPhase(counter, counterLook));
    }
    return phases;
  }
}

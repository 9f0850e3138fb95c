package org.portolan.data.internal.repaired;

import java.time.Duration;
import org.portolan.data.StoreOptions;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.check.EntryLook;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.Engine;

/** The protocol of one open store: its writes, its cleaner, its sweeps. Thread-safe. */
public final class Repairing implements AutoCloseable {
  private final Cleaner cleaner;
  private final RepairedAttempts attempts;
  private final Sweeper sweeper;
  private final EntryRepairs entries;

  public Repairing(Engine engine, StoreSchema schema, StoreOptions options) {
    RowStore store = RowStore.of(engine, schema, options.runtime());
    Applier applier = new Applier(store);
    Intents intents = new Intents(store);
    Finisher finisher = new Finisher(store, applier, intents);
    this.cleaner = new Cleaner(store, finisher);
    this.attempts = new RepairedAttempts(store, applier, intents, finisher, cleaner);
    this.sweeper = new Sweeper(store, finisher, options);
    this.entries = new EntryRepairs(store, applier, finisher);
  }

  public WriteAttempts attempts() {
    return attempts;
  }

  /** Finishes what dead writers have left of any row. */
  public SweepResult sweep() {
    return sweeper.sweep();
  }

  /** Finishes what is left of any row, however young. */
  public SweepResult sweepAll() {
    return sweeper.sweep(Duration.ZERO);
  }

  /** Returns how the check looks at single entries. */
  public EntryLook entries() {
    return entries;
  }

  /** Clears what is waiting to be cleared, and stops. */
  @Override
  public void close() {
    sweeper.close();
    cleaner.close();
  }
}

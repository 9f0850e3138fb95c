package org.portolan.data.internal.repaired;

import org.portolan.data.StoreOptions;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.Engine;

/** The protocol of one open store: its writes, its cleaner, its sweeps. Thread-safe. */
public final class Repairing implements AutoCloseable {
  private final Cleaner cleaner;
  private final RepairedAttempts attempts;

  public Repairing(Engine engine, StoreSchema schema, StoreOptions options) {
    RowStore store = RowStore.of(engine, schema, options.clock());
    Applier applier = new Applier(store);
    Finisher finisher = new Finisher(store, applier);
    this.cleaner = new Cleaner(store, finisher);
    this.attempts = new RepairedAttempts(store, applier, cleaner);
  }

  public WriteAttempts attempts() {
    return attempts;
  }

  /** Clears what is waiting to be cleared, and stops. */
  @Override
  public void close() {
    cleaner.close();
  }
}

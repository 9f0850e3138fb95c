package org.portolan.data.internal.repaired;

import org.junit.jupiter.api.AfterEach;
import org.portolan.data.internal.repaired.read.NewRows;
import org.portolan.data.internal.repaired.recovery.Cleaner;

/** Attempts of writes on an engine in memory; outboxes are cleared only when a test asks for it. */
public abstract class AttemptsFixture {
  public final Parts parts = new Parts();
  final Cleaner cleaner = parts.cleaner();
  public final RepairedAttempts attempts =
      new RepairedAttempts(
          parts.store,
          parts.applier,
          parts.intents,
          parts.finisher,
          parts.receipts,
          cleaner,
          new NewRows(4));

  @AfterEach
  void close() {
    parts.engine.beforeWrite = mutations -> {};
    cleaner.close();
  }
}

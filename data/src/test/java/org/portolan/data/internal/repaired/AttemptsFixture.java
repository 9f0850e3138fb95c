package org.portolan.data.internal.repaired;

import org.junit.jupiter.api.AfterEach;

/** Attempts of writes on an engine in memory; outboxes are cleared only when a test asks for it. */
abstract class AttemptsFixture {
  final Parts parts = new Parts();
  final Cleaner cleaner = parts.cleaner();
  final RepairedAttempts attempts =
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

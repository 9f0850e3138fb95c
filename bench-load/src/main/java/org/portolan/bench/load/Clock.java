package org.portolan.bench.load;

import java.util.function.BooleanSupplier;

/** The time that a run goes by. Thread-safe. */
interface Clock {

  /** Returns nanoseconds since some fixed moment. */
  long nanos();

  /**
   * Waits until a moment, or until {@code stopped} is found to be true, which is looked at now and
   * then and whenever the thread is unparked.
   */
  void waitUntil(long nanos, BooleanSupplier stopped);
}

package org.portolan.bench.load;

import java.util.function.BooleanSupplier;

/** The time source of a run. Thread-safe. */
interface Clock {

  /** Returns nanoseconds since some fixed moment. */
  long nanos();

  /**
   * Waits until a moment, or until {@code stopped} is true. The wait checks {@code stopped} now and
   * then and whenever the thread is unparked.
   */
  void waitUntil(long nanos, BooleanSupplier stopped);
}

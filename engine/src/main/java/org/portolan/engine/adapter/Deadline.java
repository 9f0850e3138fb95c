package org.portolan.engine.adapter;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A deadline after which an action must not be started any more. It passes when the first of two
 * clocks says so: {@link System#nanoTime} stops while the machine is suspended, and the time of day
 * may be put back. If the time of day is put forward, the deadline passes early. Thread-safe.
 */
public final class Deadline {
  private final LongSupplier nanos;
  private final LongSupplier millis;
  private final long endNanos;
  private final long endMillis;

  Deadline(Duration span, LongSupplier nanos, LongSupplier millis) {
    this.nanos = nanos;
    this.millis = millis;
    endNanos = nanos.getAsLong() + span.toNanos();
    endMillis = millis.getAsLong() + span.toMillis();
  }

  /** Returns the deadline at the end of a span that begins now. */
  public static Deadline after(Duration span) {
    return new Deadline(span, System::nanoTime, System::currentTimeMillis);
  }

  public boolean isOver() {
    return isWithin(0);
  }

  /** Returns whether the deadline will have passed after the given number of nanoseconds. */
  public boolean isWithin(long aheadNanos) {
    return nanos.getAsLong() + aheadNanos - endNanos > 0
        || millis.getAsLong() + TimeUnit.NANOSECONDS.toMillis(aheadNanos) > endMillis;
  }
}

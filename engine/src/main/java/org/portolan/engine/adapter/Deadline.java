package org.portolan.engine.adapter;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The end of a span of time after which something must not be done any more. It is over by the
 * first of two clocks: {@link System#nanoTime} stands still while the machine is suspended, and the
 * time of day may be put back. Where the time of day is put forward, it is over early. Thread-safe.
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

  /** Returns the end of a span that begins now. */
  public static Deadline after(Duration span) {
    return new Deadline(span, System::nanoTime, System::currentTimeMillis);
  }

  public boolean isOver() {
    return isWithin(0);
  }

  /** Returns whether it will be over after so many nanoseconds. */
  public boolean isWithin(long aheadNanos) {
    return nanos.getAsLong() + aheadNanos - endNanos > 0
        || millis.getAsLong() + TimeUnit.NANOSECONDS.toMillis(aheadNanos) > endMillis;
  }
}

package org.portolan.data.survival;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The time of all clients of a store, some way back, that can be put forward. Thread-safe. */
final class MovableClock implements InstantSource {
  /** There is so much to be put forward before it comes to the real time. */
  private static final Duration BACK = Duration.ofDays(300);

  private final AtomicLong offsetMillis = new AtomicLong(-BACK.toMillis());

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return of(System.currentTimeMillis());
  }

  /** Returns what a clock that shows the real time would show if it were moved by as much. */
  long of(long realMillis) {
    return realMillis + offsetMillis.get();
  }

  void forward(Duration by) {
    offsetMillis.addAndGet(by.toMillis());
  }
}

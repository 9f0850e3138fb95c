package org.portolan.data.survival;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock of all clients of a store that begins in the past and can be put forward. Thread-safe.
 */
final class MovableClock implements InstantSource {
  /** How far the clock can be put forward before it reaches the real time. */
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

  /** Returns a real time moved by the same offset as this clock. */
  long of(long realMillis) {
    return realMillis + offsetMillis.get();
  }

  void forward(Duration by) {
    offsetMillis.addAndGet(by.toMillis());
  }
}

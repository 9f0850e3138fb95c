package org.portolan.data;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a write that met another is tried again, and how long it waits before: a random time
 * between nothing and a bound that doubles with each attempt (full jitter), so that writers who met
 * once do not meet again.
 *
 * @param attemptsMax the largest number of attempts, the first included
 * @param waitFirst the bound of the first wait
 * @param waitMax the bound that no wait exceeds
 */
public record RetryPolicy(int attemptsMax, Duration waitFirst, Duration waitMax) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(20, Duration.ofMillis(1), Duration.ofMillis(100));

  public RetryPolicy {
    if (attemptsMax < 1 || waitFirst.isNegative() || waitMax.isNegative()) {
      throw new IllegalArgumentException(
          "a write needs at least one attempt and waits that are not negative");
    }
  }

  /** Returns how long to wait after the attempt of this number, counted from 1. */
  public Duration waitAfter(int attempt, RandomGenerator random) {
    long bound = Math.min(waitMax.toNanos(), waitFirst.toNanos() << Math.min(attempt - 1, 30));
    return bound <= 0 ? Duration.ZERO : Duration.ofNanos(random.nextLong(bound + 1));
  }
}

package org.portolan.data;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a write is retried after a conflict, and how long it waits before each retry: a random
 * time between zero and a bound that doubles with each attempt (full jitter), so that the same
 * writers do not conflict again. If conflicting writers queue at a row, only the attempts as the
 * first of the queue count for the wait, and the first of them does not wait. The time in a queue
 * is no attempt.
 *
 * @param attemptsMax the largest number of attempts, the first included
 * @param waitFirst the bound of the first wait
 * @param waitMax the bound that no wait exceeds
 * @param timeMax the time since the first conflict after which no further attempt begins; an
 *     attempt under way is not ended. So a process that was suspended in its first attempt has
 *     others
 */
public record RetryPolicy(int attemptsMax, Duration waitFirst, Duration waitMax, Duration timeMax) {
  /** The longest wait and time that a policy may have. */
  public static final Duration WAIT_LIMIT = Duration.ofHours(1);

  private static final Duration TIME_DEFAULT = Duration.ofMinutes(1);

  /**
   * 40 attempts within a minute, and waits of up to 100 ms. Among 16 simulated processes that all
   * write to one row as fast as they can, one write in a hundred loses 20 attempts, and none of a
   * thousand loses 40.
   */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(40, Duration.ofMillis(1), Duration.ofMillis(100));

  public RetryPolicy {
    if (attemptsMax < 1) {
      throw new IllegalArgumentException("a write needs at least one attempt, not " + attemptsMax);
    }
    checkWait("first", waitFirst);
    checkWait("longest", waitMax);
    if (timeMax.isNegative() || timeMax.compareTo(WAIT_LIMIT) > 0) {
      throw new IllegalArgumentException(
          "the time of a write must be from 0 to " + WAIT_LIMIT + " but is " + timeMax);
    }
  }

  /** Makes a policy that lets a write run again for a minute. */
  public RetryPolicy(int attemptsMax, Duration waitFirst, Duration waitMax) {
    this(attemptsMax, waitFirst, waitMax, TIME_DEFAULT);
  }

  /** Returns this policy with another time. */
  public RetryPolicy within(Duration newTimeMax) {
    return new RetryPolicy(attemptsMax, waitFirst, waitMax, newTimeMax);
  }

  private static void checkWait(String which, Duration wait) {
    if (wait.isNegative() || wait.compareTo(WAIT_LIMIT) > 0) {
      throw new IllegalArgumentException(
          "the " + which + " wait must be from 0 to " + WAIT_LIMIT + " but is " + wait);
    }
  }

  /** Returns how long to wait after the attempt of this number, counted from 1. */
  public Duration waitAfter(int attempt, RandomGenerator random) {
    double doubled = (double) waitFirst.toNanos() * Math.pow(2, attempt - 1);
    long bound = (long) Math.min((double) waitMax.toNanos(), doubled);
    return Duration.ofNanos(random.nextLong(bound + 1));
  }
}

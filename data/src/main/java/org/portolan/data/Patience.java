package org.portolan.data;

import java.time.Duration;
import java.util.function.Supplier;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats work while servers do not answer, for example until one that was killed is up again. The
 * work must be such that doing it twice is doing it once, since a failed attempt may have been
 * done: rows that are put with the same values, while nobody else changes them. Immutable,
 * thread-safe.
 *
 * <p>Not for a flush, which vouches for earlier work: servers that were away may have lost what
 * they had acknowledged, and their next flush says nothing of it.
 *
 * @param most how long it is repeated; zero for never
 * @param repeating is told of each repetition
 */
public record Patience(StoreRuntime runtime, Duration most, Runnable repeating) {
  /** Repeats nothing. */
  public static final Patience NONE = new Patience(StoreRuntime.system(), Duration.ZERO, () -> {});

  private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
  private static final Duration MINUTES = Duration.ofMinutes(5);
  private static final Duration PAUSE_FIRST = Duration.ofMillis(500);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  /** Returns a patience of five minutes, for work that is long to begin anew. */
  public static Patience ofMinutes(StoreRuntime runtime) {
    return new Patience(runtime, MINUTES, () -> {});
  }

  /** Returns {@link #ofMinutes(StoreRuntime)} by the clocks of this machine. */
  public static Patience ofMinutes() {
    return ofMinutes(StoreRuntime.system());
  }

  /** Returns this patience, which tells of each repetition. */
  public Patience telling(Runnable newRepeating) {
    return new Patience(runtime, most, newRepeating);
  }

  /** Does work that returns nothing, as {@link #repeat} does. */
  public void run(Runnable work) {
    Boolean unused =
        repeat(
            () -> {
              work.run();
              return true;
            });
  }

  /**
   * Returns what the work returns. The first failure is logged; every other kind of failure is
   * thrown at once.
   *
   * @throws UnavailableException if the time is over, or the thread is interrupted while it waits
   * @throws OutcomeUnknownException likewise
   */
  public <T> T repeat(Supplier<T> work) {
    Stopwatch time = runtime.stopwatch();
    Duration pause = PAUSE_FIRST;
    while (true) {
      try {
        return work.get();
      } catch (UnavailableException | OutcomeUnknownException e) {
        if (most.isZero() || time.exceeds(most)) {
          throw e;
        }
        if (pause.equals(PAUSE_FIRST)) {
          LOG.warn("trying again for {} s: {}", most.toSeconds(), e.getMessage());
        }
        pauseOr(e, pause);
        repeating.run();
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(PAUSE_MAX) < 0 ? twice : PAUSE_MAX;
      }
    }
  }

  private void pauseOr(EngineException failure, Duration pause) {
    try {
      runtime.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.addSuppressed(e);
      throw failure;
    }
  }
}

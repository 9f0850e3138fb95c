package org.portolan.engine.ignite;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.ignite.client.ClientException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Refuses writes while no more than half of the servers are alive; Ignite itself would go on with
 * the last one. Thread-safe.
 *
 * <p>Before a write the answer of the last second is good enough. After it, and before it is
 * acknowledged, a server is asked again. So what is acknowledged was first held by all owners of
 * its rows, and then a majority was alive in the eyes of a server. A write that meets the fall
 * below the majority half-way may have been made all the same: its outcome is unknown, and those
 * that follow are refused.
 */
final class Majority {
  private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String store;
  private final IntSupplier alive;
  private final AtomicInteger servers;
  private volatile long goodUntil = System.nanoTime();

  /**
   * @param alive asks a server how many are alive
   * @param servers how many there are in the baseline
   */
  Majority(String store, IntSupplier alive, int servers) {
    this.store = store;
    this.alive = alive;
    this.servers = new AtomicInteger(servers);
  }

  /**
   * To be called before anything is changed.
   *
   * @throws ClientException if no server answers
   * @throws UnavailableException if too few servers are alive
   */
  void requireBefore() {
    if (System.nanoTime() - goodUntil < 0) {
      return;
    }
    int seen = alive.getAsInt();
    if (!isMajority(seen)) {
      throw new UnavailableException(
          "refused to write to " + store + ": " + tooFew(seen) + "; nothing was changed");
    }
  }

  /**
   * To be called when a write was made, before it is acknowledged.
   *
   * @throws OutcomeUnknownException if too few servers are alive, or none says how many
   */
  void requireAfter() {
    int seen;
    try {
      seen = alive.getAsInt();
    } catch (ClientException | UnavailableException failure) {
      goodUntil = System.nanoTime();
      throw new OutcomeUnknownException(
          "a write to "
              + store
              + " was made, but no server then said how many are alive: "
              + failure.getMessage(),
          failure);
    }
    if (!isMajority(seen)) {
      throw new OutcomeUnknownException(
          "a write to " + store + " was made, but may not last: " + tooFew(seen));
    }
  }

  private boolean isMajority(int seen) {
    int known = servers.accumulateAndGet(seen, Math::max);
    boolean majority = seen > known / 2;
    goodUntil = System.nanoTime() + (majority ? GOOD_NANOS : 0);
    return majority;
  }

  private String tooFew(int seen) {
    int known = servers.get();
    return "only "
        + seen
        + " of "
        + known
        + " servers are alive, a majority is "
        + (known / 2 + 1)
        + " (if the cluster was made smaller, say servers=N in the URI)";
  }
}

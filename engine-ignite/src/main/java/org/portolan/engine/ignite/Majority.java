package org.portolan.engine.ignite;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.client.ClientException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Refuses writes while no more than half of the servers are alive; Ignite itself would go on with
 * the last one. Thread-safe.
 *
 * <p>Before a write the answer of the last second is good enough. After it, and before it is
 * acknowledged, the server that coordinated it is asked again. So what is acknowledged was first
 * held by all owners of its rows, and then a majority was alive in the eyes of that server. A write
 * that meets the fall below the majority half-way may have been made all the same: its outcome is
 * unknown, and those that follow are refused.
 */
final class Majority {
  private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String store;
  private final AtomicInteger servers;
  private volatile long goodUntil = System.nanoTime();

  /**
   * @param servers how many there are in the baseline
   */
  Majority(String store, int servers) {
    this.store = store;
    this.servers = new AtomicInteger(servers);
  }

  /**
   * To be called before anything is changed.
   *
   * @throws ClientException if the server does not answer
   * @throws UnavailableException if too few servers are alive
   */
  void requireBefore(Connection connection) {
    if (System.nanoTime() - goodUntil < 0) {
      return;
    }
    int alive = connection.serversAlive();
    if (!isMajority(alive)) {
      throw new UnavailableException(
          "refused to write to " + store + ": " + tooFew(alive) + "; nothing was changed");
    }
  }

  /**
   * To be called when a write was made, before it is acknowledged.
   *
   * @throws OutcomeUnknownException if too few servers are alive, or none says how many
   */
  void requireAfter(Connection connection) {
    int alive;
    try {
      alive = connection.serversAlive();
    } catch (ClientException failure) {
      goodUntil = System.nanoTime();
      throw new OutcomeUnknownException(
          "a write to "
              + store
              + " was made, but its server then did not say how many others are alive: "
              + failure.getMessage(),
          failure);
    }
    if (!isMajority(alive)) {
      throw new OutcomeUnknownException(
          "a write to " + store + " was made, but may not last: " + tooFew(alive));
    }
  }

  private boolean isMajority(int alive) {
    int known = servers.accumulateAndGet(alive, Math::max);
    boolean majority = alive > known / 2;
    goodUntil = System.nanoTime() + (majority ? GOOD_NANOS : 0);
    return majority;
  }

  private String tooFew(int alive) {
    int known = servers.get();
    return "only "
        + alive
        + " of "
        + known
        + " servers are alive, a majority is "
        + (known / 2 + 1)
        + " (if the cluster was made smaller, say servers=N in the URI)";
  }
}

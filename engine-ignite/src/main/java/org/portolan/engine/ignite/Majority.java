package org.portolan.engine.ignite;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.ignite.IgniteException;
import org.apache.ignite.client.ClientException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Refuses writes while no more than half of the baseline is alive; Ignite itself would go on with
 * the last server, and after a split of the network with both sides. Thread-safe.
 *
 * <p>What counts are servers of the baseline, which is the same on both sides of a split, that two
 * see alive: the client node, whose side the transactions are made on, and a server of that side.
 * The client node alone hears of a death a moment after the servers, a server alone may be on the
 * other side.
 *
 * <p>Before a write the answer of the last second is good enough. After it, and before it is
 * acknowledged, a server is asked again. So what is acknowledged was first held by all owners of
 * its rows, and then a majority was alive in the eyes of both. A write that meets the fall below
 * the majority half-way may have been made all the same: its outcome is unknown, and those that
 * follow are refused. A process that was suspended may send a write on an old answer, but does not
 * acknowledge it: the answer after the write is always a new one.
 */
final class Majority {
  private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String store;
  private final Cluster cluster;
  private final AtomicInteger servers;
  private volatile long goodUntil = System.nanoTime();

  /** What is asked. */
  interface Cluster {
    /** Returns the consistent ids of the baseline. */
    Set<String> baseline();

    /** Returns what the client node sees. */
    ServersSeen here();

    /**
     * Asks a server what it sees.
     *
     * @param wanted which server to ask if it answers, by its consistent id
     * @throws ClientException if no server answers
     */
    ServersSeen there(Predicate<String> wanted);
  }

  /**
   * @param servers how many there are in the baseline at least
   */
  Majority(String store, Cluster cluster, int servers) {
    this.store = store;
    this.cluster = cluster;
    this.servers = new AtomicInteger(servers);
  }

  /**
   * To be called before anything is changed.
   *
   * @throws ClientException if no server answers
   * @throws IgniteException if the client node is cut off
   * @throws UnavailableException if too few servers are alive
   */
  void requireBefore() {
    if (System.nanoTime() - goodUntil < 0) {
      return;
    }
    String lacking = lacking();
    if (lacking != null) {
      throw new UnavailableException(
          "refused to write to " + store + ": " + lacking + "; nothing was changed");
    }
  }

  /**
   * To be called when a write was made, before it is acknowledged.
   *
   * @throws OutcomeUnknownException if too few servers are alive, or none says how many
   */
  void requireAfter() {
    String lacking;
    try {
      lacking = lacking();
    } catch (ClientException | IgniteException | UnavailableException failure) {
      goodUntil = System.nanoTime();
      throw new OutcomeUnknownException(
          "a write to "
              + store
              + " was made, but no server then said how many are alive: "
              + failure.getMessage(),
          failure);
    }
    if (lacking != null) {
      throw new OutcomeUnknownException(
          "a write to " + store + " was made, but may not last: " + lacking);
    }
  }

  /** Returns why there is no majority, null if there is one. */
  private String lacking() {
    goodUntil = System.nanoTime();
    Set<String> baseline = cluster.baseline();
    int known = servers.accumulateAndGet(baseline.size(), Math::max);
    Set<String> alive = new HashSet<>(cluster.here().servers());
    ServersSeen there = cluster.there(alive::contains);
    if (!there.by().map(alive::contains).orElse(false)) {
      return "the server that answers ("
          + there.by().orElse("?")
          + ") is not among those that the client node of this process sees ("
          + String.join(", ", alive)
          + "): the network between the servers is split, or that server has just joined or left";
    }
    alive.retainAll(there.servers());
    alive.retainAll(baseline);
    if (alive.size() <= known / 2) {
      return "only "
          + alive.size()
          + " of "
          + known
          + " servers of the baseline are alive, a majority is "
          + (known / 2 + 1)
          + " (if the cluster was made smaller, add servers=N to the URI)";
    }
    goodUntil = System.nanoTime() + GOOD_NANOS;
    return null;
  }
}

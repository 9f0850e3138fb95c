package org.portolan.engine.ignite;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.ignite.IgniteException;
import org.apache.ignite.client.ClientException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Refuses writes while no more than half of the baseline is alive. Ignite itself would go on with a
 * single server, and after a split of the network on both sides. Thread-safe.
 *
 * <p>A server counts if it is in the baseline, which is the same on both sides of a split, and if
 * two nodes see it alive: the client node, on whose side the transactions are made, and a server of
 * that side. One of these two nodes is not enough: the client node notices a death a moment after
 * the servers do, and a server may be on the other side.
 *
 * <p>Before a write, an answer of the last second is good enough. After the write, and before it is
 * acknowledged, a server is asked again. So all owners of its rows have an acknowledged write, and
 * after that both nodes saw a majority alive. If the majority is lost during a write, the write may
 * have been made nevertheless: its outcome is unknown, and later writes are refused. A process that
 * was suspended may send a write on an old answer, but it does not acknowledge it: the answer after
 * the write is always a new one.
 */
final class Majority {
  private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PATIENCE_MS = 50;

  private final String store;
  private final Cluster cluster;
  private final AtomicInteger servers;
  private final SharedAnswer<Optional<String>> lackingNow =
      new SharedAnswer<>(() -> Optional.ofNullable(lacking()), PATIENCE_MS);
  private volatile long goodUntil = System.nanoTime();

  /** The questions to the cluster. */
  interface Cluster {
    /** Returns the consistent ids of the baseline. */
    Set<String> baseline();

    /** Returns the servers that the client node sees alive. */
    ServersSeen here();

    /**
     * Asks a server which servers it sees alive.
     *
     * @param wanted accepts the servers to prefer, by their consistent ids
     * @throws ClientException if no server answers
     */
    ServersSeen there(Predicate<String> wanted);
  }

  /**
   * @param servers the least number of servers in the baseline
   */
  Majority(String store, Cluster cluster, int servers) {
    this.store = store;
    this.cluster = cluster;
    this.servers = new AtomicInteger(servers);
  }

  /**
   * Requires a majority; call this before anything is changed.
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
   * Requires a majority; call this after a write, before it is acknowledged. Writes that end at the
   * same time ask together.
   *
   * @throws OutcomeUnknownException if too few servers are alive, or no server reports how many
   */
  void requireAfter() {
    Optional<String> lacking;
    try {
      lacking = lackingNow.get();
    } catch (ClientException | IgniteException | UnavailableException failure) {
      goodUntil = System.nanoTime();
      throw new OutcomeUnknownException(
          "a write to "
              + store
              + " was made, but then no server reported how many servers are alive: "
              + failure.getMessage(),
          failure);
    }
    if (lacking.isPresent()) {
      throw new OutcomeUnknownException(
          "a write to " + store + " was made, but may not last: " + lacking.get());
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

package org.portolan.engine.ignite;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.ignite.IgniteException;
import org.apache.ignite.IgniteIllegalStateException;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.UnavailableException;

/**
 * The statistics of a store's caches on each server, which servers send to all nodes with their
 * heartbeats. Ignite keeps them only if they are switched on: the first {@link #read} switches them
 * on, and {@link #close} switches off those that were off.
 */
final class IgniteMetrics implements ServerMetrics, AutoCloseable {
  /** Ignite's own interval of the heartbeats, {@code metricsUpdateFrequency}. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);

  private final IgniteUri uri;
  private final ClientNode node;
  private final Supplier<Collection<String>> caches;
  private final Set<String> switchedOn = new HashSet<>();

  /**
   * @param caches returns the names of the store's current caches
   */
  IgniteMetrics(IgniteUri uri, ClientNode node, Supplier<Collection<String>> caches) {
    this.uri = uri;
    this.node = node;
    this.caches = caches;
  }

  @Override
  public String describe() {
    return "rows read and written in the caches of each server, by its own statistics, which are"
        + " switched on while they are sampled: a write counts on every server that applied it";
  }

  @Override
  public Set<Figure> counted() {
    return Set.of(Figure.READS, Figure.WRITES);
  }

  @Override
  public Duration age() {
    return HEARTBEAT;
  }

  @Override
  public synchronized List<Server> read() {
    try {
      Collection<String> present = caches.get();
      switchedOn.addAll(node.countFrom(present));
      return node.counters(present, new HashSet<>(uri.addresses()));
    } catch (IgniteException | IgniteIllegalStateException failure) {
      throw new UnavailableException(
          "cannot read the counters of the servers of "
              + uri.text()
              + ": "
              + Failures.abbreviated(failure),
          failure);
    }
  }

  /** Switches off the statistics that were off at first, if the cluster is reachable. */
  @Override
  public synchronized void close() {
    if (!switchedOn.isEmpty()) {
      try {
        node.countNoMore(switchedOn);
      } catch (IgniteException | IgniteIllegalStateException | UnavailableException notReached) {
        // The statistics stay on. They cost little, and the next measurement finds them on.
        switchedOn.clear();
      }
    }
  }
}

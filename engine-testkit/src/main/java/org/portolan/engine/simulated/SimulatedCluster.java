package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;

/**
 * The servers of an engine, in memory, and the events that can happen to them: restarts, moves of
 * regions, full disks, losses of unsynced writes. Clients get the same answers as from servers of
 * this {@link Kind}, and calls fail in the same ways. Thread-safe.
 *
 * <p>There are two ways to use it:
 *
 * <ul>
 *   <li>{@link #calm}: a cluster for ordinary tests, in real time. No call fails or takes time, and
 *       the clients ({@link Client#calm}) pass the contract suite. It is the only engine in memory
 *       with transactions over several rows ({@link Kind#STORE}, {@link Kind#EMBEDDED}).
 *   <li>{@link #of}: the cluster of a simulation. A {@link Scheduler} runs all threads one at a
 *       time, in virtual time, and the seed of {@link Choices} decides every interleaving and every
 *       fault, so each failure can be repeated. All code that runs there must take time, locks,
 *       waits and threads from the scheduler; the clients are {@link SimulatedClient}s.
 * </ul>
 */
public final class SimulatedCluster {
  /** The kind of servers. */
  public enum Kind {
    /** Like HBase, see {@link RowServers}. */
    ROWS,
    /** Like Cassandra, see {@link RowServers}. */
    COLUMNS,
    /** Like Ignite, see {@link Grid}. */
    STORE,
    /** Like RocksDB, in one process at a time, see {@link Embedded}. */
    EMBEDDED
  }

  private final Kind kind;
  private final Servers servers;

  private SimulatedCluster(Kind kind, Surroundings surroundings, Limits limits) {
    this.kind = kind;
    this.servers =
        switch (kind) {
          case ROWS, COLUMNS -> new RowServers(kind, surroundings, limits);
          case STORE -> new Grid(surroundings, limits);
          case EMBEDDED -> new Embedded(surroundings, limits);
        };
  }

  /**
   * Returns an empty cluster of a simulation. Its calls take virtual time, so only threads of the
   * scheduler may use it.
   */
  public static SimulatedCluster of(Kind kind, Scheduler scheduler, Choices choices) {
    return new SimulatedCluster(
        kind, Surroundings.simulated(scheduler, choices.of("servers")), Limits.SMALL);
  }

  /**
   * Returns an empty cluster without a scheduler, in which nothing fails or takes time.
   *
   * @param random decides where the kind of servers leaves a choice
   */
  public static SimulatedCluster calm(Kind kind, RandomGenerator random) {
    return new SimulatedCluster(kind, Surroundings.calm(random), Limits.LARGE);
  }

  /**
   * Like {@link #calm(Kind, RandomGenerator)}, with the limits of a real engine.
   *
   * @param limits an engine's capabilities, of which only the limits are taken
   */
  public static SimulatedCluster calm(Kind kind, RandomGenerator random, Capabilities limits) {
    return new SimulatedCluster(
        kind,
        Surroundings.calm(random),
        new Limits(
            limits.keyBytesMax(),
            limits.valueBytesMax(),
            Math.toIntExact(limits.transactionBytesMax())));
  }

  public Kind kind() {
    return kind;
  }

  public Capabilities capabilities() {
    return servers.capabilities();
  }

  /**
   * Returns a client of a process.
   *
   * @throws org.portolan.engine.UnavailableException if the store is {@code EMBEDDED}, and a client
   *     of a living process is open
   */
  public Engine connect(Client client) {
    return servers.connect(client);
  }

  /** Returns a client that only reads, besides those of the processes. */
  public Engine observe(Client client) {
    return servers.observe(client);
  }

  /** Takes a region from its server for a while. Returns whether there are regions. */
  public boolean moveRegion(int region, long millis) {
    return servers.moveRegion(region, millis);
  }

  /**
   * Restarts a server: it is down for a while and may forget unsynced writes, see {@link #losses}.
   */
  public void restart(int server, long millis) {
    servers.restart(server, millis);
  }

  /**
   * Fills disks for a while: their servers take no changes but still answer reads.
   *
   * @param chosen the servers, a bit for each
   */
  public void fillDisks(int chosen, long millis) {
    servers.machines().fill(chosen, millis);
  }

  /** Makes room on all disks. */
  public void makeRoom() {
    servers.machines().makeRoom();
  }

  /** Returns the unsynced writes that servers have forgotten. */
  public Losses losses() {
    return servers.losses();
  }

  /** Merges the copies of each row, and forgets removals that are older than the given life. */
  public int compact(long lifeMillis) {
    return servers.compact(lifeMillis);
  }
}

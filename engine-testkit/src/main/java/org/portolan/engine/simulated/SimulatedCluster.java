package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;

/** The servers of an engine, in memory, and the events that can happen to them. Thread-safe. */
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

  /** Returns an empty cluster of a simulation. */
  public static SimulatedCluster of(Kind kind, Scheduler scheduler, Choices choices) {
    return new SimulatedCluster(
        kind, Surroundings.simulated(scheduler, choices.of("servers")), Limits.SMALL);
  }

  /** Returns an empty cluster without a scheduler, in which nothing fails or takes time. */
  public static SimulatedCluster calm(Kind kind, RandomGenerator random) {
    return new SimulatedCluster(kind, Surroundings.calm(random), Limits.LARGE);
  }

  public Kind kind() {
    return kind;
  }

  public Capabilities capabilities() {
    return servers.capabilities();
  }

  /** Returns a client of a process. */
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

package org.portolan.engine.simulated;

import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;

/** The servers of one kind of cluster, and the events that can happen to them. */
interface Servers {
  Capabilities capabilities();

  /** Returns a client of a process. */
  Engine connect(Client client);

  /** Returns a client that only reads, besides those of the processes. */
  default Engine observe(Client client) {
    return connect(client);
  }

  /** Restarts a server. */
  void restart(int server, long millis);

  /** Takes a region from its server for a while. Returns whether there are regions. */
  default boolean moveRegion(int region, long millis) {
    return false;
  }

  /** Forgets removals that are older than the given life. Returns how many. */
  default int compact(long lifeMillis) {
    return 0;
  }

  Machines machines();

  Losses losses();
}

package org.portolan.engine.simulated;

import java.util.Arrays;
import org.portolan.engine.fixture.Place;

/** The machines of servers: which of them are down, and whose disks are full. Thread-safe. */
final class Machines {
  private static final int REGIONS = 4;

  private final Surroundings surroundings;
  private final long[] downUntilMillis;
  private final long[] fullUntilMillis;
  private final long[] regionDownUntilMillis = new long[REGIONS];

  Machines(int servers, Surroundings surroundings) {
    this.surroundings = surroundings;
    this.downUntilMillis = new long[servers];
    this.fullUntilMillis = new long[servers];
  }

  /** Returns all servers, a bit for each. */
  int all() {
    return (1 << downUntilMillis.length) - 1;
  }

  /** Returns the servers that are up. */
  int up() {
    return past(downUntilMillis);
  }

  /** Returns the servers whose disks have room. */
  int withRoom() {
    return past(fullUntilMillis);
  }

  boolean isFull(int server) {
    return (withRoom() >> server & 1) == 0;
  }

  private synchronized int past(long[] untilMillis) {
    int servers = 0;
    for (int server = 0; server < untilMillis.length; server++) {
      if (untilMillis[server] <= surroundings.nowMillis()) {
        servers |= 1 << server;
      }
    }
    return servers;
  }

  /** Takes a server down for a while. */
  synchronized void restart(int server, long millis) {
    downUntilMillis[server] = surroundings.nowMillis() + millis;
  }

  /** Fills the disks of servers for a while. */
  synchronized void fill(int servers, long millis) {
    for (int server = 0; server < fullUntilMillis.length; server++) {
      if ((servers >> server & 1) != 0) {
        fullUntilMillis[server] = surroundings.nowMillis() + millis;
      }
    }
  }

  /** Makes room on all disks. */
  synchronized void makeRoom() {
    Arrays.fill(fullUntilMillis, 0);
  }

  synchronized void moveRegion(int region, long millis) {
    regionDownUntilMillis[region % REGIONS] = surroundings.nowMillis() + millis;
  }

  /** Returns the time until which no majority of the servers is up; 0 if one is up. */
  synchronized long majorityDownUntilMillis() {
    int servers = downUntilMillis.length;
    if (2 * Integer.bitCount(up()) > servers) {
      return 0;
    }
    long[] sorted = downUntilMillis.clone();
    Arrays.sort(sorted);
    return sorted[servers / 2];
  }

  /** Returns the time until which no server serves a region. */
  synchronized long regionDownUntilMillis(int region) {
    return Math.max(
        regionDownUntilMillis[region], downUntilMillis[region % downUntilMillis.length]);
  }

  /** Returns the region of a row. */
  static int region(Place place) {
    byte[] key = place.key().toArray();
    int sum = 0;
    for (byte each : key) {
      sum = sum * 31 + each;
    }
    return Math.floorMod(sum, REGIONS);
  }
}

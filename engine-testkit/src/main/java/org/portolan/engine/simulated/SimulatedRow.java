package org.portolan.engine.simulated;

import java.util.function.Predicate;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.types.Tuple;

/** A row on all servers that have a copy of it. */
final class SimulatedRow {
  private final Tuple key;
  private final ReplicaRow[] replicas;
  private ReplicaRow synced;

  SimulatedRow(Tuple key, int copies) {
    this.key = key;
    this.replicas = new ReplicaRow[copies];
    for (int copy = 0; copy < copies; copy++) {
      replicas[copy] = new ReplicaRow(key);
    }
  }

  ReplicaRow replica(int number) {
    return replicas[number];
  }

  /** Returns some families as a read of several copies sees them. Stale copies stay stale. */
  MemoryRow read(int among, Predicate<String> families) {
    if (replicas.length == 1) {
      return replicas[0].row();
    }
    ReplicaRow merged = new ReplicaRow(key);
    for (int number = 0; number < replicas.length; number++) {
      if ((among >> number & 1) != 0) {
        merged.merge(replicas[number], families);
      }
    }
    return merged.row();
  }

  /** Keeps the synced state before an unsynced change. Returns whether everything was synced. */
  boolean beforeUnsynced() {
    if (synced != null) {
      return false;
    }
    synced = replicas[0].copy();
    return true;
  }

  void sync() {
    synced = null;
  }

  /** Removes the content of a family from all copies. */
  void forget(String family) {
    for (ReplicaRow replica : replicas) {
      replica.forget(family);
    }
    if (synced != null) {
      synced.forget(family);
    }
  }

  /** Restores the synced state. */
  void forgetUnsynced() {
    if (synced != null) {
      replicas[0] = synced;
      synced = null;
    }
  }

  /** Merges all copies and forgets old removals. Returns how many. */
  int compact(long beforeMillis) {
    for (ReplicaRow first : replicas) {
      for (ReplicaRow second : replicas) {
        first.merge(second, family -> true);
      }
    }
    int purged = 0;
    for (ReplicaRow replica : replicas) {
      purged += replica.purge(beforeMillis);
    }
    if (synced != null) {
      synced.purge(beforeMillis);
    }
    return purged;
  }
}

package org.portolan.bench.load;

import java.util.Optional;
import org.portolan.data.ConflictStatistics;

/** Counters that only rise, read at one moment: what was used between two is their difference. */
record Marks(Optional<ConflictStatistics> conflicts, long processorNanos, long collectionMillis) {
  static Marks take(Workload workload, MachineUse machine) {
    return new Marks(workload.conflicts(), machine.processNanos(), MachineUse.collectionMillis());
  }
}

package org.portolan.bench.load;

import java.util.Optional;
import org.portolan.data.ConflictStatistics;

/** Counters that only rise, read at one moment. The use between two moments is the difference. */
record Marks(Optional<ConflictStatistics> conflicts, long processorNanos, long collectionMillis) {
  static Marks take(Workload workload, MachineUse machine) {
    return new Marks(workload.conflicts(), machine.processNanos(), MachineUse.collectionMillis());
  }
}

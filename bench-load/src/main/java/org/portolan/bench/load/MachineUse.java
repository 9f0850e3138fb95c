package org.portolan.bench.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.portolan.bench.api.Machine;

/** The load of the processors: by the whole machine and by this process. */
final class MachineUse {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final Optional<OperatingSystemMXBean> system = Machine.system();
  private long processNanos = processNanos();
  private long nanos = System.nanoTime();

  /**
   * Shares of all processors since the last call, 0 to 1; negative if unknown.
   *
   * @param machine by all processes
   * @param process by this process
   */
  record Shares(double machine, double process) {}

  Shares sinceLast() {
    if (system.isEmpty()) {
      return new Shares(-1, -1);
    }
    long processNow = processNanos();
    long now = System.nanoTime();
    double share = (double) (processNow - processNanos) / Math.max(1, now - nanos) / PROCESSORS;
    processNanos = processNow;
    nanos = now;
    return new Shares(known(system.get().getCpuLoad()), known(share));
  }

  /** Returns a share within its limits; some Java releases report NaN for an unknown load. */
  private static double known(double share) {
    return share >= 0 ? Math.min(1, share) : -1;
  }

  /** Returns the processor time of this process so far; negative if unknown. */
  long processNanos() {
    return system.map(OperatingSystemMXBean::getProcessCpuTime).orElse(-1L);
  }

  /** Returns the time of garbage collections so far. */
  static long collectionMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(millis -> millis > 0)
        .sum();
  }
}

package org.portolan.bench.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The load of the processors: by the whole machine and by this process. */
final class MachineUse {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final OperatingSystemMXBean system =
      ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean found
          ? found
          : null;
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
    if (system == null) {
      return new Shares(-1, -1);
    }
    long processNow = processNanos();
    long now = System.nanoTime();
    double share = (double) (processNow - processNanos) / Math.max(1, now - nanos) / PROCESSORS;
    processNanos = processNow;
    nanos = now;
    return new Shares(known(system.getCpuLoad()), known(share));
  }

  /** Returns a share within its limits; some Java releases report NaN for an unknown load. */
  private static double known(double share) {
    return share >= 0 ? Math.min(1, share) : -1;
  }

  /** Returns the processor time of this process so far; negative if unknown. */
  long processNanos() {
    return system == null ? -1 : system.getProcessCpuTime();
  }

  /** Returns the time of garbage collections so far. */
  static long collectionMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(millis -> millis > 0)
        .sum();
  }
}

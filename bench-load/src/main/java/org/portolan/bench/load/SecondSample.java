package org.portolan.bench.load;

import org.portolan.bench.api.Spelled;

/**
 * The operations of all kinds that ended in one second of a run. Latencies are in nanoseconds, 0 if
 * none ended.
 *
 * @param second since the beginning of the run, warm-up included: 0 is the first
 * @param failed outcomes that are failures: wrong data, timeouts, unknown, errors
 * @param other outcomes that are neither: not found, conflicts
 * @param busyWorkers the number of operations under way at its end
 * @param machineLoad the share of all processors that was busy, 0 to 1; negative if unknown
 * @param processLoad the share of all processors that this process used; negative if unknown
 */
public record SecondSample(
    int second,
    Phase phase,
    long ok,
    long failed,
    long other,
    long responseMean,
    long responseMedian,
    long response95,
    long response99,
    long responseMax,
    long serviceMedian,
    long service99,
    long lag99,
    int busyWorkers,
    double machineLoad,
    double processLoad) {

  /** The part of the run in which a second begins. */
  public enum Phase implements Spelled {
    WARM_UP,
    MEASURED,
    /** After the measured time: operations that were due before it ended. */
    DRAIN
  }

  /** Returns the number of operations that ended, whatever their outcome. */
  public long ended() {
    return ok + failed + other;
  }
}

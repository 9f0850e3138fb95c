package org.portolan.bench.load;

import org.portolan.bench.api.Spelled;

/**
 * What ended in one second of a run, of all kinds of operations. Latencies are in nanoseconds, 0
 * where nothing ended.
 *
 * @param second since the beginning of the run, warm-up included: 0 is the first
 * @param failed outcomes that are failures: wrong data, timeouts, unknown, errors
 * @param other outcomes that are neither: not found, conflicts
 * @param busyWorkers how many operations were under way at its end
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

  /** Which part of a run a second lies in, by its beginning. */
  public enum Phase implements Spelled {
    WARM_UP,
    MEASURED,
    /** After the measured time: operations that were due before it ended. */
    DRAIN
  }

  /** Returns how many operations ended, whatever their outcome. */
  public long ended() {
    return ok + failed + other;
  }
}

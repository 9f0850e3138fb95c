package org.portolan.bench.load;

/**
 * What ended in one second of a run, of all kinds of operations. Latencies are in nanoseconds, 0
 * where nothing ended.
 *
 * @param second since the beginning of the run, warm-up included: 0 is the first
 * @param warmUp whether it lies in the warm-up (in part)
 * @param failed outcomes that are failures: wrong data, timeouts, unknown, errors
 * @param other outcomes that are neither: not found, conflicts
 * @param busyWorkers how many operations were under way at its end
 * @param machineLoad the share of all processors that was busy, 0 to 1; negative if unknown
 * @param processLoad the share of all processors that this process used; negative if unknown
 */
public record SecondSample(
    int second,
    boolean warmUp,
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
    double processLoad) {}

package org.portolan.bench.load;

/**
 * The resources that the generator's process used while it measured.
 *
 * @param processorSeconds of the whole process; negative if unknown
 * @param collectionSeconds spent in garbage collections
 * @param dispatchLate99 the 99th percentile, in nanoseconds, of the lateness with which free
 *     workers started operations: the generator's own error
 * @param busyShare the share of operations, 0 to 1, that came due when all workers were busy
 */
public record ClientUse(
    double processorSeconds, double collectionSeconds, long dispatchLate99, double busyShare) {}

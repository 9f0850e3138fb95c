package org.portolan.bench.load;

/**
 * A key on which operations conflicted.
 *
 * @param conflicts the count, at most {@code error} too high
 * @param error the most by which the count may be too high: keys are counted in bounded memory
 */
public record HotKey(String key, long conflicts, long error) {}

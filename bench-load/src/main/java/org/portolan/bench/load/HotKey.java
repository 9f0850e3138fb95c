package org.portolan.bench.load;

/**
 * A key that operations conflicted on.
 *
 * @param conflicts how often, at most {@code error} too many
 * @param error by how much it may be too many: keys are counted in bounded memory
 */
public record HotKey(String key, long conflicts, long error) {}

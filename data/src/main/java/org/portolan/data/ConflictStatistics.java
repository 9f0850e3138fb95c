package org.portolan.data;

import java.util.List;
import java.util.Map;

/**
 * What became of the writes of a store object so far.
 *
 * @param commits writes that were committed
 * @param retries attempts that met others and were tried again, by where they met
 * @param aborts writes given up after the last attempt, by where they met
 * @param hotKeys the keys met on most often, most first: at most {@value #HOT_KEYS_MAX}
 */
public record ConflictStatistics(
    long commits,
    Map<ConflictCause, Long> retries,
    Map<ConflictCause, Long> aborts,
    List<HotKey> hotKeys) {
  public static final int HOT_KEYS_MAX = 20;

  /** A row and how often writers met on it. */
  public record HotKey(String key, long conflicts) {}
}

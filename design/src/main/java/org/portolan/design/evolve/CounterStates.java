package org.portolan.design.evolve;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.design.CounterDesign;

/**
 * How the counters of a store are read whose shards have changed while applications went on. The
 * value of a counter is the sum of the shards that are read and its remainder. Additions go to the
 * shards of the design in force. Immutable.
 *
 * @param shards how many shards are read while a change is under way, by the names of the counters
 *     whose shards it changes: as many as the larger one of both designs has
 * @param remainders what counters have beside the shards that are read, where that is not zero:
 *     what lies in shards that they had once. Names that the design does not have mean nothing
 */
public record CounterStates(Map<String, Integer> shards, Map<String, Long> remainders) {
  /** Those of a store whose counters never changed while applications went on. */
  public static final CounterStates NONE = new CounterStates(Map.of(), Map.of());

  public CounterStates {
    shards = sortedShards(shards);
    remainders = sortedRemainders(remainders);
  }

  /** Returns an immutable copy in the order of the names. */
  static Map<String, Integer> sortedShards(Map<String, Integer> shards) {
    shards.forEach(
        (counter, number) -> {
          if (number < 1 || number > CounterDesign.SHARDS_MAX) {
            throw new IllegalArgumentException(
                "1 to "
                    + CounterDesign.SHARDS_MAX
                    + " shards are read, but "
                    + number
                    + " of counter '"
                    + counter
                    + "'");
          }
        });
    return Collections.unmodifiableMap(new TreeMap<>(shards));
  }

  /** Returns an immutable copy in the order of the names, without those that are zero. */
  static Map<String, Long> sortedRemainders(Map<String, Long> remainders) {
    Map<String, Long> sorted = new TreeMap<>(remainders);
    sorted.values().removeIf(remainder -> remainder == 0);
    return Collections.unmodifiableMap(sorted);
  }

  /** Returns how many shards of a counter are read. */
  public int shards(CounterDesign counter) {
    return Math.max(counter.shards(), shards.getOrDefault(counter.name(), 1));
  }

  /** Returns what a counter has beside the shards that are read. */
  public long remainder(CounterDesign counter) {
    return remainders.getOrDefault(counter.name(), 0L);
  }
}

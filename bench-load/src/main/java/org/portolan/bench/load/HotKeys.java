package org.portolan.bench.load;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most frequent keys, in bounded memory: Space-Saving (Metwally, Agrawal, El Abbadi 2005). A
 * key that is more frequent than one in {@value #KEYS_MAX} is certainly included. Thread-safe.
 */
public final class HotKeys {
  static final int KEYS_MAX = 1_000;
  private static final int KEY_LENGTH_MAX = 300;

  private final Map<String, Count> counts = new HashMap<>();

  private static final class Count {
    private long count;
    private final long error;

    private Count(long count, long error) {
      this.count = count;
      this.error = error;
    }
  }

  /** Returns a key as it is counted: a long one is cut. */
  static String kept(String key) {
    return key.length() <= KEY_LENGTH_MAX ? key : key.substring(0, KEY_LENGTH_MAX) + "...";
  }

  /** Counts a key once more. */
  public synchronized void add(String key) {
    String kept = kept(key);
    Count count = counts.get(kept);
    if (count != null) {
      count.count++;
    } else if (counts.size() < KEYS_MAX) {
      counts.put(kept, new Count(1, 0));
    } else {
      Map.Entry<String, Count> least =
          counts.entrySet().stream()
              .min(Comparator.comparingLong(entry -> entry.getValue().count))
              .orElseThrow();
      counts.remove(least.getKey());
      long error = least.getValue().count;
      counts.put(kept, new Count(error + 1, error));
    }
  }

  /** Returns the keys with the highest counts, highest first. */
  public synchronized List<HotKey> hottest(int keysMax) {
    return counts.entrySet().stream()
        .map(entry -> new HotKey(entry.getKey(), entry.getValue().count, entry.getValue().error))
        .sorted(Comparator.comparingLong(HotKey::conflicts).reversed().thenComparing(HotKey::key))
        .limit(keysMax)
        .toList();
  }
}

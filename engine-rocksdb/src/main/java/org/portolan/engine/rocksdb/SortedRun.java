package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pairs of one column family that wait in memory, in the order in which they came. Thread-safe. */
final class SortedRun {
  private List<Pair> pairs = new ArrayList<>();
  private long bytes;

  /** A key and its value. */
  record Pair(byte[] key, byte[] value) {
    int bytes() {
      return key.length + value.length;
    }
  }

  private final Object lock = new Object();

  /** Adds a pair; returns how many bytes wait. */
  long add(Pair pair) {
    synchronized (lock) {
      pairs.add(pair);
      bytes += pair.bytes();
      return bytes;
    }
  }

  long bytes() {
    synchronized (lock) {
      return bytes;
    }
  }

  /** Returns the pairs that wait, and begins anew. */
  List<Pair> take() {
    synchronized (lock) {
      List<Pair> taken = pairs;
      pairs = new ArrayList<>();
      bytes = 0;
      return taken;
    }
  }

  /** Sorts pairs by their keys; of those with the same key, the last one stays. */
  static List<Pair> sorted(List<Pair> pairs) {
    // Stable, and fast if they are in order already.
    pairs.sort((one, other) -> Arrays.compareUnsigned(one.key(), other.key()));
    List<Pair> distinct = new ArrayList<>(pairs.size());
    for (int place = 0; place < pairs.size(); place++) {
      boolean last =
          place == pairs.size() - 1
              || !Arrays.equals(pairs.get(place).key(), pairs.get(place + 1).key());
      if (last) {
        distinct.add(pairs.get(place));
      }
    }
    return distinct;
  }
}

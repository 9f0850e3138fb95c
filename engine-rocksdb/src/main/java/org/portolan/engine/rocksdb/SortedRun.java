package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts of one column family that wait in memory, in the order in which they came. Thread-safe. */
final class SortedRun {
  private final Object lock = new Object();
  private List<Write> puts = new ArrayList<>();
  private long bytes;

  /** Adds a put; returns how many bytes wait. */
  long add(Write put) {
    synchronized (lock) {
      puts.add(put);
      bytes += put.bytes();
      return bytes;
    }
  }

  long bytes() {
    synchronized (lock) {
      return bytes;
    }
  }

  /** Returns the puts that wait, and begins anew. */
  List<Write> take() {
    synchronized (lock) {
      List<Write> taken = puts;
      puts = new ArrayList<>();
      bytes = 0;
      return taken;
    }
  }

  /** Sorts puts by their keys; of those with the same key, the last one stays. */
  static List<Write> sorted(List<Write> puts) {
    // Stable, and fast if they are in order already.
    puts.sort((one, other) -> Arrays.compareUnsigned(one.key(), other.key()));
    List<Write> distinct = new ArrayList<>(puts.size());
    for (int place = 0; place < puts.size(); place++) {
      boolean last =
          place == puts.size() - 1
              || !Arrays.equals(puts.get(place).key(), puts.get(place + 1).key());
      if (last) {
        distinct.add(puts.get(place));
      }
    }
    return distinct;
  }
}

package org.portolan.wiki.load;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A set of ids. Ids that follow each other closely, as those of a wiki do, take about a bit each,
 * ids far apart eight bytes: at most 80 MB for ten million. Not thread-safe.
 */
final class SeenIds {
  private static final int BLOCK_BITS = 16;
  private static final int SORTED_MAX = 1 << (BLOCK_BITS - 6);

  private final Map<Long, Block> blocks = new HashMap<>();
  private long lastNumber = -1;
  private Block last;

  /** Adds an id; returns whether it was new. */
  boolean add(long id) {
    long number = id >>> BLOCK_BITS;
    if (number != lastNumber) {
      last = blocks.computeIfAbsent(number, absent -> new Block());
      lastNumber = number;
    }
    return last.add((int) (id & ((1 << BLOCK_BITS) - 1)));
  }

  /** The ids of a block: sorted while they are few, then as bits. */
  private static final class Block {
    private char[] sorted = new char[4];
    private int count;
    private long[] bits;

    boolean add(int low) {
      if (bits == null && count == SORTED_MAX) {
        bits = new long[1 << (BLOCK_BITS - 6)];
        for (int i = 0; i < count; i++) {
          set(sorted[i]);
        }
        sorted = null;
      }
      return bits == null ? insert((char) low) : set(low);
    }

    private boolean set(int low) {
      long bit = 1L << (low & 63);
      boolean fresh = (bits[low >>> 6] & bit) == 0;
      bits[low >>> 6] |= bit;
      return fresh;
    }

    private boolean insert(char low) {
      int at = Arrays.binarySearch(sorted, 0, count, low);
      if (at >= 0) {
        return false;
      }
      if (count == sorted.length) {
        sorted = Arrays.copyOf(sorted, 2 * count);
      }
      int place = -at - 1;
      System.arraycopy(sorted, place, sorted, place + 1, count - place);
      sorted[place] = low;
      count++;
      return true;
    }
  }
}

package org.portolan.data.internal.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The order in which a list is read: that of its keys, or the opposite one. "Behind" a key is what
 * is read after it.
 */
public record ReadOrder(KeyCodec codec, boolean backwards) {

  public int compare(Tuple left, Tuple right) {
    return backwards ? codec.compare(right, left) : codec.compare(left, right);
  }

  /**
   * Returns a number whose unsigned order is that of keys; equal for keys whose first eight encoded
   * bytes are equal.
   */
  public long firstBytes(Tuple key) {
    long first = codec.firstBytes(key);
    return backwards ? ~first : first;
  }

  /** Returns what is left of a range behind a key. */
  public KeyRange behind(KeyRange range, Tuple key) {
    return backwards ? range.before(key) : range.after(key);
  }

  /** Returns a list, which ascends by key, in the order of reading. */
  public <T> List<T> ofAscending(List<T> ascending) {
    if (!backwards) {
      return ascending;
    }
    List<T> descending = new ArrayList<>(ascending);
    Collections.reverse(descending);
    return descending;
  }

  /** Returns the number of the first entry of a list that is behind a key. */
  public <T> int start(List<T> ordered, Function<? super T, Tuple> key, Optional<Tuple> after) {
    int from = 0;
    int to = after.isEmpty() ? 0 : ordered.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(key.apply(ordered.get(middle)), after.get()) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Returns the part of a range up to a key, with it. */
  public KeyRange upTo(KeyRange range, Tuple key) {
    return backwards
        ? new KeyRange(key, true, range.to(), range.toInclusive())
        : new KeyRange(range.from(), range.fromInclusive(), key, true);
  }
}

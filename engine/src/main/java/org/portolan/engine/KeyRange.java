package org.portolan.engine;

import java.util.Objects;
import org.portolan.types.Tuple;

/**
 * A range of keys in ascending key order. A bound may be the leading part of a key; it then means
 * all keys that begin with it. For example, {@code (a)} inclusive to {@code (a)} inclusive is every
 * key that begins with {@code a}. An empty tuple is no bound.
 */
public record KeyRange(Tuple from, boolean fromInclusive, Tuple to, boolean toInclusive) {
  public static final KeyRange ALL = new KeyRange(Tuple.EMPTY, true, Tuple.EMPTY, true);

  public KeyRange {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }

  /** Returns the range of all keys that begin with {@code leading}. */
  public static KeyRange startingWith(Tuple leading) {
    return new KeyRange(leading, true, leading, true);
  }

  /** Returns this range without the keys up to and including {@code key}. */
  public KeyRange after(Tuple key) {
    return new KeyRange(key, false, to, toInclusive);
  }

  /** Returns this range without the keys from {@code key} on. */
  public KeyRange before(Tuple key) {
    return new KeyRange(from, fromInclusive, key, false);
  }
}

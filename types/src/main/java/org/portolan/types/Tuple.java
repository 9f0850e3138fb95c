package org.portolan.types;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * An immutable sequence of scalar values, null allowed: a composite key, the value under which an
 * index finds its members, or the leading part of either. Equality is by value. Thread-safe.
 */
public record Tuple(List<Object> values) {
  public static final Tuple EMPTY = new Tuple(List.of());

  public Tuple {
    // The copy of an array that already belongs to a tuple would only cost.
    values = values instanceof ImmutableValues ? values : new ImmutableValues(values.toArray());
  }

  /** Returns the tuple of the values of an array that nobody will change. */
  static Tuple owning(Object[] values) {
    return new Tuple(new ImmutableValues(values));
  }

  public static Tuple of(Object... values) {
    return new Tuple(Arrays.asList(values));
  }

  public int size() {
    return values.size();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Returns the value at {@code position}, which may be null. */
  public Object get(int position) {
    return values.get(position);
  }

  /** Returns the value at {@code position} as text. */
  public String text(int position) {
    return (String) values.get(position);
  }

  /** Returns this tuple followed by {@code other}. */
  public Tuple append(Tuple other) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    Object[] all = new Object[size() + other.size()];
    for (int position = 0; position < all.length; position++) {
      all[position] = position < size() ? get(position) : other.get(position - size());
    }
    return owning(all);
  }

  /** Returns the values from {@code start} (inclusive) to {@code end} (exclusive). */
  public Tuple slice(int start, int end) {
    Objects.checkFromToIndex(start, end, values.size());
    Object[] part = new Object[end - start];
    for (int position = start; position < end; position++) {
      part[position - start] = values.get(position);
    }
    return owning(part);
  }

  /** Returns the values in readable form, for example {@code (Main Page, 17)}. */
  @Override
  public String toString() {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
  }
}

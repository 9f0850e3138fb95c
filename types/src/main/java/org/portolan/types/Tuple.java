package org.portolan.types;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An immutable sequence of scalar values, null allowed: a composite key, the value under which an
 * index finds its members, or the leading part of either. Equality is by value. Thread-safe.
 */
public record Tuple(List<Object> values) {
  public static final Tuple EMPTY = new Tuple(List.of());

  public Tuple {
    values = Collections.unmodifiableList(new ArrayList<>(values));
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
    List<Object> all = new ArrayList<>(values.size() + other.values.size());
    all.addAll(values);
    all.addAll(other.values);
    return new Tuple(all);
  }

  /** Returns the values from {@code start} (inclusive) to {@code end} (exclusive). */
  public Tuple slice(int start, int end) {
    return new Tuple(values.subList(start, end));
  }

  /** Returns the values in readable form, for example {@code (Main Page, 17)}. */
  @Override
  public String toString() {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
  }
}

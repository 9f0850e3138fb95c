package org.portolan.types;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/** An immutable list of values, null allowed, in one array: each key of a row read has one. */
final class ImmutableValues extends AbstractList<Object> implements RandomAccess {
  private final Object[] values;

  /**
   * @param values taken over without a copy
   */
  ImmutableValues(Object[] values) {
    this.values = values;
  }

  @Override
  public Object get(int index) {
    return values[index];
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public Object[] toArray() {
    return Arrays.copyOf(values, values.length, Object[].class);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ImmutableValues list
        ? Arrays.equals(values, list.values)
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}

package org.portolan.types;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;

/** An immutable set of scalars in ascending order, in one array. */
final class AscendingSet extends AbstractSet<Object> {
  private final ScalarType element;
  private final List<Object> values;

  private AscendingSet(ScalarType element, Object[] values) {
    this.element = element;
    this.values = Arrays.asList(values);
  }

  /** Takes over {@code values}, checked elements in any order, with repetitions or without. */
  static AscendingSet of(ScalarType element, Object[] values) {
    if (!isAscending(element, values)) {
      Arrays.sort(values, (left, right) -> Values.compare(element, left, right));
      int count = 0;
      for (Object value : values) {
        if (count == 0 || Values.compare(element, values[count - 1], value) != 0) {
          values[count++] = value;
        }
      }
      return new AscendingSet(element, Arrays.copyOf(values, count));
    }
    return new AscendingSet(element, values);
  }

  /** Whether each value is greater than the one before. */
  static boolean isAscending(ScalarType element, Object[] values) {
    for (int index = 1; index < values.length; index++) {
      if (Values.compare(element, values[index - 1], values[index]) >= 0) {
        return false;
      }
    }
    return true;
  }

  ScalarType element() {
    return element;
  }

  @Override
  public boolean contains(Object value) {
    if (!element.kind().javaClass().isInstance(value)) {
      return false;
    }
    int low = 0;
    int high = values.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Values.compare(element, values.get(middle), value);
      if (order == 0) {
        // Decimals of different scale compare alike but are not equal.
        return values.get(middle).equals(value);
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  @Override
  public Iterator<Object> iterator() {
    Iterator<Object> iterator = values.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return iterator.hasNext();
      }

      @Override
      public Object next() {
        return iterator.next();
      }
    };
  }

  @Override
  public Spliterator<Object> spliterator() {
    return values.spliterator();
  }

  @Override
  public int size() {
    return values.size();
  }
}

package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Operations on ascending lists without repetitions; each takes linear time. */
final class SortedElements {
  /** So few changes are looked up; comparing every element would take most of a write's time. */
  private static final int LOOKED_UP_MAX = 8;

  private SortedElements() {}

  /** Returns the union of a list and some additions, without some removals. */
  static List<Object> changed(
      List<?> all, List<?> added, List<?> removed, Comparator<Object> order) {
    if (added.size() + removed.size() <= LOOKED_UP_MAX) {
      return changedByPlace(all, added, removed, order);
    }
    return union(List.of(without(all, removed, order), added), order);
  }

  private static List<Object> changedByPlace(
      List<?> all, List<?> added, List<?> removed, Comparator<Object> order) {
    List<Object> changed = new ArrayList<>(all.size() + added.size());
    changed.addAll(all);
    for (Object element : removed) {
      int place = Collections.binarySearch(changed, element, order);
      if (place >= 0) {
        changed.remove(place);
      }
    }
    for (Object element : added) {
      int place = Collections.binarySearch(changed, element, order);
      if (place < 0) {
        changed.add(-place - 1, element);
      }
    }
    return changed;
  }

  /** Returns the elements of {@code all} that are not in {@code removed}. */
  static List<Object> without(List<?> all, List<?> removed, Comparator<Object> order) {
    List<Object> kept = new ArrayList<>(all.size());
    int position = 0;
    for (Object element : all) {
      while (position < removed.size() && order.compare(removed.get(position), element) < 0) {
        position++;
      }
      if (position == removed.size() || order.compare(removed.get(position), element) != 0) {
        kept.add(element);
      }
    }
    return kept;
  }

  /** Returns the elements that are in any of the lists. */
  static List<Object> union(List<? extends List<?>> lists, Comparator<Object> order) {
    if (lists.size() == 2) {
      return union(lists.get(0), lists.get(1), order);
    }
    PriorityQueue<Position> positions =
        new PriorityQueue<>((left, right) -> order.compare(left.element(), right.element()));
    int size = 0;
    for (List<?> list : lists) {
      size += list.size();
      if (!list.isEmpty()) {
        positions.add(new Position(list, 0));
      }
    }
    List<Object> union = new ArrayList<>(size);
    while (!positions.isEmpty()) {
      Position first = positions.poll();
      Object element = first.element();
      if (union.isEmpty() || order.compare(union.get(union.size() - 1), element) != 0) {
        union.add(element);
      }
      if (first.position() + 1 < first.list().size()) {
        positions.add(new Position(first.list(), first.position() + 1));
      }
    }
    return union;
  }

  private static List<Object> union(List<?> left, List<?> right, Comparator<Object> order) {
    List<Object> union = new ArrayList<>(left.size() + right.size());
    int rightPosition = 0;
    for (Object element : left) {
      while (rightPosition < right.size() && order.compare(right.get(rightPosition), element) < 0) {
        union.add(right.get(rightPosition++));
      }
      if (rightPosition < right.size() && order.compare(right.get(rightPosition), element) == 0) {
        rightPosition++;
      }
      union.add(element);
    }
    union.addAll(right.subList(rightPosition, right.size()));
    return union;
  }

  private record Position(List<?> list, int position) {
    Object element() {
      return list.get(position);
    }
  }
}

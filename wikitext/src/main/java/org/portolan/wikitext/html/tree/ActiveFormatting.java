package org.portolan.wikitext.html.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * HTML5's list of active formatting elements: those that go on in the next block although the block
 * around them has ended. Null is a marker, set where a cell or a caption begins.
 */
final class ActiveFormatting {
  /** HTML5 keeps no more elements that are equal in name and attributes. */
  private static final int EQUALS_MAX = 3;

  private final List<Element> entries = new ArrayList<>();

  void mark() {
    entries.add(null);
  }

  void clearToMarker() {
    while (!entries.isEmpty() && entries.remove(entries.size() - 1) != null) {}
  }

  void push(Element element) {
    int equal = 0;
    int earliest = -1;
    for (int i = entries.size() - 1; i >= 0 && entries.get(i) != null; i--) {
      var entry = entries.get(i);
      if (entry.tag() == element.tag() && entry.attributes.equals(element.attributes)) {
        equal++;
        earliest = i;
      }
    }
    if (equal >= EQUALS_MAX) {
      entries.remove(earliest);
    }
    entries.add(element);
  }

  /** Returns the last element of this name behind the last marker, or null. */
  Element last(Tag tag) {
    for (int i = entries.size() - 1; i >= 0 && entries.get(i) != null; i--) {
      if (entries.get(i).tag() == tag) {
        return entries.get(i);
      }
    }
    return null;
  }

  int size() {
    return entries.size();
  }

  Element get(int index) {
    return entries.get(index);
  }

  void set(int index, Element element) {
    entries.set(index, element);
  }

  void insert(int index, Element element) {
    entries.add(index, element);
  }

  int indexOf(Element element) {
    return entries.lastIndexOf(element);
  }

  void remove(Element element) {
    int index = indexOf(element);
    if (index >= 0) {
      entries.remove(index);
    }
  }
}

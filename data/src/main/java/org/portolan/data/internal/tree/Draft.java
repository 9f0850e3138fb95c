package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.types.Tuple;

/** A node that a write may change. Used by one thread. */
final class Draft {
  final String id;
  int height;
  Object low;
  Object high;

  /** The elements of a leaf, or the {@link Child}ren of an inner node. */
  List<Object> entries;

  Growth growth = Growth.ANYWHERE;
  boolean changed;

  /** Whether it has fewer entries than before. */
  boolean shrunk;

  /** A child of an inner node, with its low fence, which is null for the first of a level. */
  record Child(Object low, String id) {}

  Draft(String id, int height, Object low, Object high, List<?> entries) {
    this.id = id;
    this.height = height;
    this.low = low;
    this.high = high;
    this.entries = new ArrayList<>(entries);
  }

  static Draft of(Node node) {
    List<Object> entries = new ArrayList<>(node.elements());
    for (int number = 0; number < node.children().size(); number++) {
      entries.add(new Child(node.childLow(number), node.childId(number)));
    }
    return new Draft(node.id(), node.height(), node.low(), node.high(), entries);
  }

  boolean isLeaf() {
    return height == 0;
  }

  Child child(int number) {
    return (Child) entries.get(number);
  }

  /** Replaces the entries, and notes on which side the node has grown. */
  void change(List<Object> now, Growth side) {
    shrunk |= now.size() < entries.size();
    growth = side;
    entries = now;
    changed = true;
  }

  Node node(TreeSchema tree, Tuple value) {
    if (isLeaf()) {
      return new Node(tree, value, id, 0, low, high, entries, List.of(), List.of());
    }
    List<Object> separators = new ArrayList<>(entries.size());
    List<Object> children = new ArrayList<>(entries.size());
    for (int number = 0; number < entries.size(); number++) {
      if (number > 0) {
        separators.add(child(number).low());
      }
      children.add(child(number).id());
    }
    return new Node(tree, value, id, height, low, high, List.of(), separators, children);
  }
}

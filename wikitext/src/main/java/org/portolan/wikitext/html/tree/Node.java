package org.portolan.wikitext.html.tree;

/** An element or a text, in its parent's list of children. */
public abstract sealed class Node permits Element, Text {
  Element parent;
  Node previous;
  Node next;

  /** Whether the node was moved out of a table in which it cannot stand. */
  boolean fostered;

  /** Returns the node that follows in the same parent, or null. */
  public final Node next() {
    return next;
  }

  final void detach() {
    if (parent == null) {
      return;
    }
    if (previous == null) {
      parent.first = next;
    } else {
      previous.next = next;
    }
    if (next == null) {
      parent.last = previous;
    } else {
      next.previous = previous;
    }
    parent = null;
    previous = null;
    next = null;
  }
}

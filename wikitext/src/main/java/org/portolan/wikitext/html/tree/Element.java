package org.portolan.wikitext.html.tree;

import java.util.List;

/** An element with its children. */
public final class Element extends Node {
  private final Tag tag;
  List<String> attributes;
  Node first;
  Node last;

  /** Notes of {@link LooseText}. */
  boolean containsBlock;

  boolean containsLoose;

  Element(Tag tag, List<String> attributes) {
    this.tag = tag;
    this.attributes = attributes;
  }

  public Tag tag() {
    return tag;
  }

  /** Returns the attributes' names and values in turn. */
  public List<String> attributes() {
    return attributes;
  }

  /** Returns the value of an attribute, or null. */
  public String attribute(String name) {
    for (int i = 0; i < attributes.size(); i += 2) {
      if (attributes.get(i).equals(name)) {
        return attributes.get(i + 1);
      }
    }
    return null;
  }

  /** Replaces the attributes; they are not checked again. */
  public void attributes(List<String> names) {
    attributes = names;
  }

  /** Returns the first child, or null. */
  public Node first() {
    return first;
  }

  Element copy() {
    return new Element(tag, attributes);
  }

  void append(Node child) {
    insert(child, null);
  }

  /** Makes a node the child in front of another, or the last child if that is null. */
  void insert(Node child, Node before) {
    child.detach();
    child.parent = this;
    child.next = before;
    child.previous = before == null ? last : before.previous;
    if (child.previous == null) {
      first = child;
    } else {
      child.previous.next = child;
    }
    if (before == null) {
      last = child;
    } else {
      before.previous = child;
    }
  }

  void moveChildren(Element to) {
    while (first != null) {
      to.append(first);
    }
  }

  @Override
  public String toString() {
    return "<" + tag + ">";
  }
}

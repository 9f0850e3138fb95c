package org.portolan.wikitext.html.tree;

import java.util.ArrayList;
import java.util.List;
import org.portolan.wikitext.limit.Allowance;

/**
 * HTML5's stack of open elements, and the questions that its rules ask of it. The lowest element is
 * the body, and it is never closed. The allowance bounds the depth, and so the cost of each
 * question.
 */
final class OpenElements {
  private final List<Element> stack = new ArrayList<>();
  private final Allowance allowance;

  OpenElements(Element body, Allowance allowance) {
    this.allowance = allowance;
    stack.add(body);
  }

  Element current() {
    return stack.get(stack.size() - 1);
  }

  Element get(int index) {
    return stack.get(index);
  }

  int size() {
    return stack.size();
  }

  void push(Element element) {
    stack.add(element);
    allowance.depth(stack.size() - 1);
  }

  Element pop() {
    return stack.size() > 1 ? stack.remove(stack.size() - 1) : stack.get(0);
  }

  int indexOf(Element element) {
    return stack.lastIndexOf(element);
  }

  void remove(Element element) {
    stack.remove(element);
  }

  void set(int index, Element element) {
    stack.set(index, element);
  }

  void insert(int index, Element element) {
    stack.add(index, element);
    allowance.depth(stack.size() - 1);
  }

  /** Closes elements up to and including the uppermost of this name. */
  void popThrough(Tag tag) {
    while (stack.size() > 1 && pop().tag() != tag) {}
  }

  void popThrough(Element element) {
    while (stack.size() > 1 && pop() != element) {}
  }

  /** Closes the elements above the uppermost of these. */
  void clearTo(Tag... context) {
    while (stack.size() > 1 && !isAny(current().tag(), context)) {
      pop();
    }
  }

  /** Closes elements whose end tags may be missing, except those of one name. */
  void closeImplied(Tag except) {
    while (current().tag().is(Tag.IMPLIED_END) && current().tag() != except) {
      pop();
    }
  }

  boolean inScope(Tag tag) {
    for (int i = stack.size() - 1; i > 0; i--) {
      var open = stack.get(i).tag();
      if (open == tag) {
        return true;
      }
      if (open.is(Tag.SCOPE)) {
        return false;
      }
    }
    return false;
  }

  boolean headingInScope() {
    for (int i = stack.size() - 1; i > 0 && !stack.get(i).tag().is(Tag.SCOPE); i--) {
      if (stack.get(i).tag().is(Tag.HEADING)) {
        return true;
      }
    }
    return false;
  }

  boolean inItemScope(Tag tag) {
    for (int i = stack.size() - 1; i > 0; i--) {
      var open = stack.get(i).tag();
      if (open == tag) {
        return true;
      }
      if (open.is(Tag.SCOPE) || open == Tag.UL || open == Tag.OL) {
        return false;
      }
    }
    return false;
  }

  boolean inTableScope(Tag tag) {
    for (int i = stack.size() - 1; i > 0; i--) {
      var open = stack.get(i).tag();
      if (open == tag) {
        return true;
      }
      if (open == Tag.TABLE) {
        return false;
      }
    }
    return false;
  }

  /** Returns the uppermost open part of a table: a cell, row, group, caption or table; or null. */
  Tag tablePart() {
    for (int i = stack.size() - 1; i > 0; i--) {
      var open = stack.get(i).tag();
      if (open.is(Tag.TABLE_PART) || open == Tag.TABLE) {
        return open;
      }
    }
    return null;
  }

  static boolean isAny(Tag tag, Tag... others) {
    for (var other : others) {
      if (tag == other) {
        return true;
      }
    }
    return false;
  }

  /** Ends an element without rules of its own, unless a block is open in it. */
  void endOther(Tag tag) {
    for (int i = stack.size() - 1; i > 0; i--) {
      var element = stack.get(i);
      if (element.tag() == tag) {
        closeImplied(tag);
        popThrough(element);
        return;
      }
      if (element.tag().is(Tag.SPECIAL)) {
        return;
      }
    }
  }
}

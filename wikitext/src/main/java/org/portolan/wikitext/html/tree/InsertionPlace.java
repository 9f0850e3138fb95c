package org.portolan.wikitext.html.tree;

import java.util.List;
import org.portolan.wikitext.limit.Allowance;

/**
 * Puts elements and text into the tree: at the end of the current element, or, while fostering, in
 * front of the table in which they may not stand.
 */
final class InsertionPlace {
  private final OpenElements open;
  private final Allowance allowance;

  /** The length of the HTML so far: a formatting element may be copied into thousands of blocks. */
  private long chars;

  private boolean fostering;

  InsertionPlace(OpenElements open, Allowance allowance) {
    this.open = open;
    this.allowance = allowance;
  }

  void foster(boolean now) {
    fostering = now;
  }

  static boolean isTableContext(Tag tag) {
    return tag == Tag.TABLE || tag == Tag.TBODY || tag == Tag.TR;
  }

  void insertText(CharSequence text, int from, int to) {
    chars += to - from;
    allowance.html(chars);
    var parent = parent();
    var before = before(parent);
    var previous = before == null ? parent.last : before.previous;
    if (previous instanceof Text last && last.fostered == fostering) {
      last.characters.append(text, from, to);
      return;
    }
    var node = new Text();
    node.characters.append(text, from, to);
    node.fostered = fostering;
    parent.insert(node, before);
  }

  /** Returns the element for new content: with foster parenting, the one around the table. */
  private Element parent() {
    var current = open.current();
    if (!fostering || !isTableContext(current.tag())) {
      return current;
    }
    int table = lastTable();
    var parent = open.get(table).parent;
    return parent != null ? parent : open.get(table - 1);
  }

  private Node before(Element parent) {
    if (!fostering || !isTableContext(open.current().tag())) {
      return null;
    }
    var table = open.get(lastTable());
    return table.parent == parent ? table : null;
  }

  private int lastTable() {
    for (int i = open.size() - 1; i > 0; i--) {
      if (open.get(i).tag() == Tag.TABLE) {
        return i;
      }
    }
    return 0;
  }

  Element insert(Tag tag, List<String> attributes) {
    var element = new Element(tag, attributes);
    insert(element);
    return element;
  }

  void insert(Element element) {
    count(element);
    var parent = parent();
    element.fostered = fostering;
    parent.insert(element, before(parent));
    if (!element.tag().is(Tag.VOID)) {
      open.push(element);
    }
  }

  void count(Element element) {
    chars += element.tag().name.length() + 2;
    allowance.html(chars);
  }

  /** Inserts a node where a misnested formatting element needs it. */
  void insertInto(Element ancestor, Node node) {
    if (isTableContext(ancestor.tag())) {
      var table = open.get(lastTable());
      if (table.parent != null) {
        table.parent.insert(node, table);
        return;
      }
    }
    ancestor.append(node);
  }
}

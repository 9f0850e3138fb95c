package org.portolan.wikitext.expand;

import java.util.Map;
import org.portolan.wikitext.site.Title;

/** A page while its text is expanded: its title and the arguments that it was given. */
final class Frame {
  /** An argument, expanded when it is first asked for, in the text that gives it. */
  static final class Value {
    private final Node node;
    private final Frame giver;
    private final boolean named;
    private String text;

    Value(Node node, Frame giver, boolean named) {
      this.node = node;
      this.giver = giver;
      this.named = named;
    }

    String text(Expansion expansion) {
      if (text == null) {
        var expanded = expansion.text(node, giver);
        text = named ? expanded.trim() : expanded;
      }
      return text;
    }
  }

  private final Title title;
  private final Frame includer;
  private final Map<String, Value> values;

  /**
   * @param includer the page that includes this one, or null
   */
  Frame(Title title, Frame includer, Map<String, Value> values) {
    this.title = title;
    this.includer = includer;
    this.values = values;
  }

  Title title() {
    return title;
  }

  boolean included() {
    return includer != null;
  }

  /** Returns null if the argument was not given. */
  Value value(String name) {
    return values.get(name);
  }

  /**
   * Returns whether this page or one that includes it, however indirectly, has this title. The
   * outermost page does not count: it may include itself once.
   */
  boolean within(String full) {
    for (var frame = this; frame.includer != null; frame = frame.includer) {
      if (frame.title.full().equals(full)) {
        return true;
      }
    }
    return false;
  }
}

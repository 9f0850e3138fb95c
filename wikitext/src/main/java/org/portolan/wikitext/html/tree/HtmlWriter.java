package org.portolan.wikitext.html.tree;

import java.util.List;
import org.portolan.wikitext.limit.Allowance;

/** Writes a tree as HTML that every parser reads as the same tree. */
public final class HtmlWriter {
  /** What is not written as it stands in the tree. */
  public interface Places {
    /** Called before the start tag of each element is written. */
    void before(Element element, StringBuilder html);

    /**
     * Called for a link to a page of this wiki, in place of its {@code href}. The start tag is
     * open: the rest of the attributes follows.
     */
    void link(String page, String fragment, StringBuilder html);
  }

  private final StringBuilder html = new StringBuilder();
  private final Places places;
  private final Allowance allowance;

  private HtmlWriter(Places places, Allowance allowance) {
    this.places = places;
    this.allowance = allowance;
  }

  /** Returns the HTML of a root's children. */
  public static StringBuilder write(Element root, Places places, Allowance allowance) {
    var writer = new HtmlWriter(places, allowance);
    writer.children(root);
    return writer.html;
  }

  private void children(Element parent) {
    for (var node = parent.first; node != null; node = node.next) {
      if (node instanceof Element element) {
        element(element);
      } else if (node instanceof Text text) {
        text(text.characters);
      }
    }
  }

  private void element(Element element) {
    allowance.html(html.length());
    places.before(element, html);
    if (element.tag() == Tag.TOC) {
      return;
    }
    html.append('<').append(element.tag().name);
    attributes(element.attributes);
    html.append('>');
    if (element.tag() == Tag.PRE
        && element.first instanceof Text text
        && text.characters.length() > 0
        && text.characters.charAt(0) == '\n') {
      // A parser drops the first line break.
      html.append('\n');
    }
    if (!element.tag().is(Tag.VOID)) {
      children(element);
      html.append("</").append(element.tag().name).append('>');
    }
  }

  private void attributes(List<String> attributes) {
    String page = null;
    String fragment = "";
    for (int i = 0; i < attributes.size(); i += 2) {
      if (attributes.get(i).equals("page")) {
        page = attributes.get(i + 1);
      } else if (attributes.get(i).equals("fragment")) {
        fragment = attributes.get(i + 1);
      }
    }
    if (page != null) {
      places.link(page, fragment, html);
    }
    for (int i = 0; i < attributes.size(); i += 2) {
      var name = attributes.get(i);
      if (name.equals("page") || name.equals("fragment")) {
        continue;
      }
      html.append(' ').append(name).append("=\"");
      Entities.escape(html, attributes.get(i + 1));
      html.append('"');
    }
  }

  private void text(CharSequence text) {
    allowance.html(html.length() + text.length());
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      switch (letter) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        default -> {
          if (Entities.isWritable(letter)) {
            html.append(letter);
          }
        }
      }
    }
  }
}

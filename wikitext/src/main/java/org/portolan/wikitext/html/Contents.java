package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.portolan.wikitext.html.tree.Element;
import org.portolan.wikitext.html.tree.Entities;
import org.portolan.wikitext.html.tree.HtmlWriter;
import org.portolan.wikitext.html.tree.Tag;
import org.portolan.wikitext.html.tree.Text;

/** Gives the headings of a tree their ids, and makes its table of contents. */
final class Contents implements HtmlWriter.Places {
  private static final int HEADINGS_MIN = 4;
  private static final int HEADINGS_MAX = 1_000;

  /** The markup of a heading that its entry keeps, as MediaWiki's does. */
  private static final Set<String> KEPT = Set.of("b", "bdi", "i", "q", "s", "strike", "sub", "sup");

  private final Page page;
  private final Anchors anchors = new Anchors();
  private final List<Hypertext.Link> links;

  /** The HTML of the entries, one for each heading. */
  private final List<String> entries = new ArrayList<>();

  private Element first;
  private boolean written;

  Contents(Page page, List<Hypertext.Link> links) {
    this.page = page;
    this.links = links;
  }

  /** Finds the headings under a root, in order. */
  void read(Element root) {
    for (var node = root.first(); node != null; node = node.next()) {
      if (node instanceof Element element) {
        if (element.tag().is(Tag.HEADING)) {
          heading(element);
        } else {
          read(element);
        }
      }
    }
  }

  private void heading(Element element) {
    page.allowance.step();
    var text = new StringBuilder();
    collect(element, text);
    var id = anchors.unique(text.toString().strip());
    int level = element.tag().name.charAt(1) - '0';
    var attributes = new ArrayList<>(List.of("id", id));
    for (int i = 0; i < element.attributes().size(); i += 2) {
      if (!element.attributes().get(i).equals("id")) {
        attributes.addAll(element.attributes().subList(i, i + 2));
      }
    }
    element.attributes(attributes);
    page.found.headings.add(new Heading(level, id, text.toString().strip()));
    if (entries.size() < HEADINGS_MAX) {
      var entry = new StringBuilder();
      entry(element, entry);
      entries.add(entry.toString().strip());
    }
    if (first == null) {
      first = element;
    }
  }

  private static void collect(Element element, StringBuilder text) {
    for (var node = element.first(); node != null; node = node.next()) {
      if (node instanceof Text part) {
        text.append(part.characters());
      } else if (node instanceof Element child && !isMark(child)) {
        collect(child, text);
      }
    }
  }

  private static void entry(Element element, StringBuilder html) {
    for (var node = element.first(); node != null; node = node.next()) {
      if (node instanceof Text part) {
        Entities.escape(html, part.characters());
      } else if (node instanceof Element child && !isMark(child)) {
        var name = child.tag().name;
        boolean kept = KEPT.contains(name);
        html.append(kept ? "<" + name + ">" : "");
        entry(child, html);
        html.append(kept ? "</" + name + ">" : "");
      }
    }
  }

  /** The mark of a reference is no part of a heading's text. */
  private static boolean isMark(Element element) {
    return element.tag() == Tag.SUP && "reference".equals(element.attribute("class"));
  }

  private boolean isWanted() {
    var switches = page.switches;
    int count = page.found.headings.size();
    return count > 0
        && (switches.contentsPlaced
            || switches.contentsForced
            || (count >= HEADINGS_MIN && !switches.contentsRefused));
  }

  @Override
  public void before(Element element, StringBuilder html) {
    boolean place = page.switches.contentsPlaced ? element.tag() == Tag.TOC : element == first;
    if (place && !written && isWanted()) {
      written = true;
      table(html);
    }
  }

  @Override
  public void link(String title, String fragment, StringBuilder html) {
    links.add(new Hypertext.Link(html.length(), title, fragment));
  }

  private void table(StringBuilder nav) {
    var title = page.messages.of("contents");
    nav.append("<nav class=\"toc\" aria-label=\"");
    Entities.escape(nav, title);
    nav.append("\"><h2");
    if (page.foreignMessages()) {
      nav.append(" lang=\"").append(page.messages.language()).append('"');
    }
    nav.append('>');
    Entities.escape(nav, title);
    nav.append("</h2>");
    var open = new ArrayList<Integer>();
    var headings = page.found.headings;
    for (int number = 0; number < entries.size(); number++) {
      var each = headings.get(number);
      while (open.size() > 1 && open.get(open.size() - 2) >= each.level()) {
        open.remove(open.size() - 1);
        nav.append("</li></ol>");
      }
      int last = open.size() - 1;
      if (open.isEmpty() || open.get(last) < each.level()) {
        open.add(each.level());
        nav.append("<ol>");
      } else {
        // A level between those of this list and the list around it belongs to this list.
        open.set(last, each.level());
        nav.append("</li>");
      }
      nav.append("<li><a href=\"#");
      Entities.escape(nav, Anchors.encodedId(each.id()));
      nav.append("\">");
      nav.append(entries.get(number)).append("</a>");
    }
    nav.append("</li></ol>".repeat(open.size())).append("</nav>");
  }
}

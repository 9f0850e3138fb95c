package org.portolan.wikitext.html.study;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * The structure of a piece of HTML, as a text that can be compared. Both sides are read by an HTML5
 * parser. What stays: the elements and their nesting, the text, {@code colspan} and {@code
 * rowspan}, and where links lead. What goes:
 *
 * <ul>
 *   <li>all other attributes: classes, ids, titles, styles and the rest of presentation
 *   <li>the links to edit a section, the table of contents, comments, {@code link}, {@code meta}
 *       and {@code style}
 *   <li>elements around a heading or its text that have no content besides it
 *   <li>runs of white space become one space, and none stays beside a block's edge; a no-break
 *       space counts as a space
 *   <li>the address of a page of the wiki, or of its edit form, becomes the page's title; a link
 *       that leads to a part of the page becomes "#"
 *   <li>a picture, and what stands in its place if the file is missing, become one empty element
 *   <li>empty elements that MediaWiki marks as to be hidden
 * </ul>
 */
final class Structure {
  private static final Set<String> INLINE =
      Set.of(
          "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em",
          "font", "i", "ins", "kbd", "mark", "media", "q", "rb", "rp", "rt", "rtc", "ruby", "s",
          "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
          "wbr");

  private final StringBuilder out = new StringBuilder();
  private boolean spaceBefore;

  private Structure() {}

  static String of(String html) {
    var body = Jsoup.parseBodyFragment(html).body();
    body.select("img, video, audio, .mw-broken-media, .file-stand-in")
        .forEach(each -> each.replaceWith(new Element("media")));
    body.select(
            "h1 span:empty, h2 span:empty, h3 span:empty, h4 span:empty, h5 span:empty, h6 span:empty, "
                + ".mw-editsection, .toc, #toc, .mw-empty-elt, link, meta, style, nav, "
                + ".mw-parser-output > .mw-references-wrap")
        .forEach(each -> each.remove());
    body.select(".mw-parser-output, .mw-heading, .mw-headline, .mw-references-wrap")
        .forEach(each -> each.unwrap());
    var structure = new Structure();
    structure.children(body, false);
    return structure.out.toString().strip();
  }

  private void children(Element parent, boolean pre) {
    for (Node node : parent.childNodes()) {
      if (node instanceof TextNode text) {
        text(text.getWholeText(), pre);
      } else if (node instanceof Element element) {
        element(element, pre);
      }
    }
  }

  private void element(Element element, boolean pre) {
    var name = element.tagName();
    boolean block = !INLINE.contains(name);
    if (block) {
      edge();
    } else {
      flushSpace();
    }
    out.append('<').append(name);
    for (var key : new String[] {"colspan", "rowspan"}) {
      if (element.hasAttr(key)) {
        out.append(' ').append(key).append('=').append(element.attr(key));
      }
    }
    if (element.hasAttr("href")) {
      out.append(' ').append(target(element.attr("href")));
    }
    out.append('>');
    if (block) {
      edge();
    }
    if (!name.equals("br") && !name.equals("hr") && !name.equals("media") && !name.equals("wbr")) {
      children(element, pre || name.equals("pre"));
      if (block) {
        edge();
      }
      out.append("</").append(name).append('>');
    }
    if (block) {
      edge();
    }
  }

  private void edge() {
    spaceBefore = false;
    if (out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
  }

  private void flushSpace() {
    if (spaceBefore && out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
      out.append(' ');
    }
    spaceBefore = false;
  }

  private void text(String text, boolean pre) {
    if (pre) {
      out.append(text.stripTrailing().replace('\u00A0', ' '));
      spaceBefore = !text.isEmpty() && Character.isWhitespace(text.charAt(text.length() - 1));
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (Character.isWhitespace(letter) || letter == '\u00A0') {
        spaceBefore = true;
      } else {
        flushSpace();
        out.append(letter);
      }
    }
  }

  private static String target(String href) {
    if (href.startsWith("#")) {
      return "#";
    }
    for (var start : new String[] {"/wiki/", "./", "/index.php?title="}) {
      if (href.startsWith(start)) {
        var page = href.substring(start.length());
        int upload = page.indexOf("Special:Upload&wpDestFile=");
        if (upload >= 0) {
          page = "File:" + page.substring(upload + "Special:Upload&wpDestFile=".length());
        }
        return decoded(page.split(start.startsWith("/index") ? "[&#]" : "[?#]", 2)[0])
            .replace('_', ' ');
      }
    }
    if (href.startsWith("http://example.com/images/")) {
      return "File:" + decoded(href.substring(href.lastIndexOf('/') + 1)).replace('_', ' ');
    }
    return decoded(href);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }
}

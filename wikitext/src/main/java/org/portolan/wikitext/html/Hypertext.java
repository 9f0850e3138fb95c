package org.portolan.wikitext.html;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Safe HTML, divided at its links to pages of this wiki: how such a link is written depends on
 * whether its page exists, and that may change while the text stays. Immutable.
 */
public final class Hypertext {
  /** Writes links to pages of this wiki. */
  @FunctionalInterface
  public interface LinkWriter {
    /**
     * Appends the attributes that make a link, with a space in front of each, escaped.
     *
     * @param title the full title of the page
     * @param fragment "#" and the id of a part, or empty; it needs no escaping
     */
    void write(String title, String fragment, StringBuilder html);
  }

  record Link(int place, String title, String fragment) {}

  private final String html;
  private final List<Link> links;
  private final Set<String> titles = new LinkedHashSet<>();
  private final int length;

  /**
   * @param html the HTML without the attributes that links add
   * @param links the links in the order of their places in {@code html}
   */
  Hypertext(String html, List<Link> links) {
    this.html = html;
    this.links = List.copyOf(links);
    links.forEach(link -> titles.add(link.title()));
    // A title is written twice, once as an address.
    long attributes = links.stream().mapToLong(link -> 64 + 2L * link.title().length()).sum();
    this.length = (int) Math.min(Integer.MAX_VALUE, html.length() + attributes);
  }

  /** Returns HTML that has no links to pages of this wiki; the caller vouches that it is safe. */
  public static Hypertext withoutLinks(String html) {
    return new Hypertext(html, List.of());
  }

  /** Returns the pages of this wiki that the text leads to, in order; virtual ones too. */
  public Set<String> titles() {
    return Collections.unmodifiableSet(titles);
  }

  /** Returns the HTML with its links. */
  public String html(LinkWriter writer) {
    var result = new StringBuilder(length());
    int from = 0;
    for (var link : links) {
      result.append(html, from, link.place());
      writer.write(link.title(), link.fragment(), result);
      from = link.place();
    }
    return result.append(html, from, html.length()).toString();
  }

  /** Returns the approximate number of characters of {@link #html}. */
  public int length() {
    return length;
  }
}

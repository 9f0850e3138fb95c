package org.portolan.wiki.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/**
 * Safe HTML split at its local links, so that links to missing pages can be marked at any time
 * without parsing again. Immutable.
 */
public final class LinkedHtml {
  private static final Pattern LOCAL = Pattern.compile("<a href=\"/wiki/([^\"?#]+)(#[^\"]*)?\"");

  private record Link(String title, String fragment) {}

  private final List<String> pieces;
  private final List<Link> links;
  private final Set<String> titles;

  private LinkedHtml(List<String> pieces, List<Link> links) {
    this.pieces = List.copyOf(pieces);
    this.links = List.copyOf(links);
    this.titles = new LinkedHashSet<>();
    links.forEach(link -> titles.add(link.title()));
  }

  static LinkedHtml of(String html, SiteInfo site) {
    var pieces = new ArrayList<String>();
    var links = new ArrayList<Link>();
    var matcher = LOCAL.matcher(html);
    int start = 0;
    while (matcher.find()) {
      Optional<Title> title = TitlePath.decode(matcher.group(1)).flatMap(site::title);
      if (title.isEmpty() || title.get().namespace() < 0) {
        continue;
      }
      pieces.add(html.substring(start, matcher.start()));
      String fragment = matcher.group(2);
      links.add(new Link(title.get().full(), fragment == null ? "" : fragment));
      start = matcher.end();
    }
    pieces.add(html.substring(start));
    return new LinkedHtml(pieces, links);
  }

  /** Returns the pages of this wiki that the text links to, in order. */
  public Set<String> titles() {
    return java.util.Collections.unmodifiableSet(titles);
  }

  /** Returns the HTML; links to the {@code missing} pages lead to their edit forms. */
  public String html(Set<String> missing) {
    var html = new StringBuilder(length());
    for (int i = 0; i < links.size(); i++) {
      Link link = links.get(i);
      html.append(pieces.get(i));
      String path = TitlePath.encode(link.title());
      if (missing.contains(link.title())) {
        html.append("<a class=\"missing\" rel=\"nofollow\" href=\"/edit/").append(path);
        html.append("\" title=\"").append(Html.escape(link.title())).append(" (not written yet)\"");
      } else {
        html.append("<a href=\"/wiki/").append(path).append(link.fragment()).append('"');
      }
    }
    return html.append(pieces.get(pieces.size() - 1)).toString();
  }

  /** Returns the approximate number of characters of {@link #html}. */
  public int length() {
    int length = 0;
    for (String each : pieces) {
      length += each.length();
    }
    return length + links.size() * 64;
  }
}

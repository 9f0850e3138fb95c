package org.portolan.wiki.render;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives the headings of a sanitised page their ids, and the page its table of contents, if it has
 * at least four headings or its text requests one.
 */
final class Contents {
  /** The class of the element in the place of {@code __TOC__}. */
  static final String PLACE = "contents-here";

  private static final int HEADINGS_MIN = 4;
  private static final int HEADINGS_MAX = 1_000;
  private static final Pattern HEADING =
      Pattern.compile(
          "<h([1-6])><span class=\"mw-headline\" id=\"([^\"]*)\">(.*?)</span></h\\1>",
          Pattern.DOTALL);
  private static final Pattern PLACE_ELEMENT =
      Pattern.compile("<div class=\"" + PLACE + "\">\\s*" + PLACE + "\\s*</div>");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  private record Heading(int level, String id, String text) {}

  private Contents() {}

  static String insert(String html, boolean refused, boolean placed) {
    var headings = new ArrayList<Heading>();
    Matcher matcher = HEADING.matcher(html);
    var result = new StringBuilder(html.length() + 1_000);
    int first = -1;
    while (matcher.find()) {
      // Only the title of the page is a heading of the first level.
      int level = Math.max(2, Integer.parseInt(matcher.group(1)));
      String id = matcher.group(2);
      headings.add(new Heading(level, id, TAG.matcher(matcher.group(3)).replaceAll("").strip()));
      matcher.appendReplacement(result, "");
      if (first < 0) {
        first = result.length();
      }
      result.append("<h").append(level).append(" id=\"").append(id).append("\">");
      result.append(matcher.group(3)).append("</h").append(level).append(">");
    }
    matcher.appendTail(result);
    boolean wanted = placed || (!refused && headings.size() >= HEADINGS_MIN);
    String contents = wanted && !headings.isEmpty() ? table(headings) : "";
    Matcher place = PLACE_ELEMENT.matcher(result);
    if (place.find()) {
      return result.replace(place.start(), place.end(), contents).toString();
    }
    return first < 0 ? result.toString() : result.insert(first, contents).toString();
  }

  private static String table(List<Heading> headings) {
    var nav = new StringBuilder("<nav class=\"toc\" aria-label=\"Contents\">");
    nav.append("<h2 lang=\"en\">Contents</h2>");
    var open = new ArrayList<Integer>();
    for (Heading each : headings.subList(0, Math.min(headings.size(), HEADINGS_MAX))) {
      while (open.size() > 1 && open.get(open.size() - 1) > each.level()) {
        open.remove(open.size() - 1);
        nav.append("</li></ol>");
      }
      if (open.isEmpty() || open.get(open.size() - 1) < each.level()) {
        open.add(each.level());
        nav.append("<ol>");
      } else {
        nav.append("</li>");
      }
      nav.append("<li><a href=\"#").append(each.id()).append("\">");
      nav.append(each.text()).append("</a>");
    }
    return nav.append("</li></ol>".repeat(open.size())).append("</nav>").toString();
  }
}

package org.portolan.wiki.render;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.owasp.html.AttributePolicy;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * The HTML of a page that may reach a browser. All other HTML is removed: scripts, styles, forms,
 * frames, images, event handlers, and addresses that are neither local nor http(s). Classes and ids
 * are restricted, so that a page cannot imitate a part of the site's own frame.
 */
final class HtmlPolicy {
  private static final Set<String> CLASSES =
      Set.of(
          "wikitable",
          "infobox",
          "navbox",
          "references",
          "reference",
          "error",
          "notrun",
          "selflink",
          "filebox",
          "filecaption",
          "mw-headline",
          "nowrap",
          "note",
          "math",
          "source",
          "sortable",
          "left",
          "right",
          "center",
          Contents.PLACE);

  private static final Pattern ID = Pattern.compile("(?!site-)[\\p{L}\\p{N}_.:-]{1,300}");
  private static final Pattern COUNT = Pattern.compile("[0-9]{1,4}");
  private static final Pattern ALIGNMENT = Pattern.compile("(?i)left|right|center|justify");
  private static final Pattern VERTICAL = Pattern.compile("(?i)top|middle|bottom|baseline");
  private static final Pattern SCOPE = Pattern.compile("(?i)row|col|rowgroup|colgroup");
  private static final Pattern DIRECTION = Pattern.compile("(?i)ltr|rtl|auto");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,4}");

  private static final AttributePolicy KNOWN_CLASSES =
      (element, attribute, value) -> {
        String kept =
            Stream.of(value.split("\\s+"))
                .filter(CLASSES::contains)
                .collect(Collectors.joining(" "));
        return kept.isEmpty() ? null : kept;
      };

  private static final PolicyFactory POLICY =
      new HtmlPolicyBuilder()
          .allowElements(
              "p",
              "br",
              "hr",
              "div",
              "span",
              "h1",
              "h2",
              "h3",
              "h4",
              "h5",
              "h6",
              "b",
              "i",
              "strong",
              "em",
              "u",
              "s",
              "strike",
              "del",
              "ins",
              "small",
              "big",
              "sub",
              "sup",
              "code",
              "pre",
              "tt",
              "kbd",
              "samp",
              "var",
              "cite",
              "abbr",
              "q",
              "blockquote",
              "center",
              "ul",
              "ol",
              "li",
              "dl",
              "dt",
              "dd",
              "ruby",
              "rt",
              "rp",
              "table",
              "caption",
              "thead",
              "tbody",
              "tfoot",
              "tr",
              "th",
              "td",
              "bdi",
              "wbr")
          .allowElements(HtmlPolicy::link, "a")
          .allowUrlProtocols("http", "https")
          .allowAttributes("href")
          .matching(HtmlPolicy::harmlessAddress)
          .onElements("a")
          .allowAttributes("class")
          .matching(KNOWN_CLASSES)
          .onElements("div", "span", "table", "ol", "ul", "sup", "strong", "pre", "tr", "td", "th")
          .allowAttributes("id")
          .matching(ID)
          .onElements(
              "h1", "h2", "h3", "h4", "h5", "h6", "span", "div", "sup", "li", "table", "cite", "p")
          .allowAttributes("colspan", "rowspan")
          .matching(COUNT)
          .onElements("td", "th")
          .allowAttributes("scope")
          .matching(SCOPE)
          .onElements("th")
          .allowAttributes("align")
          .matching(ALIGNMENT)
          .onElements("td", "th", "tr", "table", "div", "p", "caption")
          .allowAttributes("valign")
          .matching(VERTICAL)
          .onElements("td", "th", "tr")
          .allowAttributes("start", "value")
          .matching(COUNT)
          .onElements("ol", "li")
          .allowAttributes("dir")
          .matching(DIRECTION)
          .globally()
          .allowAttributes("lang")
          .matching(LANGUAGE)
          .globally()
          .allowAttributes("title")
          .onElements("abbr", "span")
          .toFactory();

  private HtmlPolicy() {}

  /** Returns well-formed HTML that contains only allowed elements and attributes. */
  static String sanitize(String html) {
    return POLICY.sanitize(html);
  }

  /** Browsers interpret backslashes and control characters differently. */
  private static final Predicate<String> DOUBTFUL =
      Pattern.compile("[\\\\\\p{Cntrl}]|^\\s*/\\s+/").asPredicate();

  private static boolean isExternal(String address) {
    String lower = address.strip().toLowerCase(Locale.ROOT);
    return lower.startsWith("http:") || lower.startsWith("https:") || lower.startsWith("//");
  }

  private static boolean harmlessAddress(String address) {
    return !DOUBTFUL.test(address);
  }

  /** Marks links that leave the site. */
  private static String link(String element, List<String> attributes) {
    int at = attributes.indexOf("href");
    if (at >= 0 && isExternal(attributes.get(at + 1))) {
      attributes.add("class");
      attributes.add("external");
      attributes.add("rel");
      attributes.add("nofollow noopener");
    }
    return element;
  }
}

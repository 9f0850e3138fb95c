package org.portolan.wikitext.html.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The attributes that an element may have, and their values. What is not listed here is dropped: no
 * event handler, no address outside of {@link SafeUrl}, no style outside of {@link SafeStyle}, and
 * no class or id with which a page could imitate the site's own frame. Used for one page.
 */
final class SafeAttributes {
  private static final Set<String> CLASSES =
      words(
          """
          wikitable prettytable standard infobox navbox references reference error notrun selflink mw-headline nowrap note
          math source sortable left right center external missing extiw file file-box file-icon
          file-stand-in mw-empty-elt
          mw-halign-left mw-halign-right mw-halign-center mw-halign-none mw-image-border gallery
          gallerybox gallerycaption gallerytext thumb poem mw-collapsible mw-collapsed toccolours
          plainlinks plainlist hlist hatnote thumbinner thumbcaption tright tleft floatright floatleft
          mw-magiclink reference-text mw-cite-backlink noprint metadata vcard geography
          """);

  private static final String OWN_ID_PREFIX = "site-";
  private static final int MEMO_MAX = 1_000;
  private static final int TEXT_LENGTH_MAX = 1_000;
  private static final int ID_LENGTH_MAX = 300;
  private static final int NUMBER_LENGTH_MAX = 4;

  private static final Set<String> DIRECTIONS = words("ltr rtl auto");
  private static final Set<String> ALIGNMENTS = words("left right center justify char");
  private static final Set<String> VERTICAL = words("top middle bottom baseline");
  private static final Set<String> TYPES = words("1 a A i I disc circle square none");

  /** The attributes of single elements, besides those that all have. */
  private static final Map<String, Set<String>> ATTRIBUTES = new HashMap<>();

  static {
    var cell = "align valign bgcolor width height colspan rowspan nowrap abbr scope headers";
    allow("td", cell);
    allow("th", cell);
    allow("tr", "align valign bgcolor");
    allow("tbody", "align valign");
    allow("table", "align bgcolor width border cellpadding cellspacing rules frame summary");
    allow("caption", "align");
    allow("ol", "start type reversed");
    allow("ul", "type");
    allow("li", "value type");
    allow("br", "clear");
    allow("hr", "width size align noshade");
    allow("font", "size color face");
    allow("del", "datetime");
    allow("ins", "datetime");
    allow("time", "datetime");
    allow("data", "value");
    allow("a", "href rel page fragment");
    for (var name : List.of("div", "p", "h1", "h2", "h3", "h4", "h5", "h6")) {
      allow(name, "align");
    }
  }

  private final Map<String, Optional<String>> styles = new HashMap<>();
  private final Map<String, Optional<String>> classes = new HashMap<>();

  private static void allow(String element, String names) {
    ATTRIBUTES.put(element, words(names));
  }

  private static Set<String> words(String text) {
    return Set.copyOf(List.of(text.strip().split("\\s+")));
  }

  /** Returns the attributes that stay, names and values in turn; of equal names the last. */
  List<String> of(Tag tag, List<String> attributes) {
    if (attributes.isEmpty()) {
      return List.of();
    }
    var kept = new ArrayList<String>(attributes.size() + 2);
    for (int i = 0; i < attributes.size(); i += 2) {
      var name = attributes.get(i);
      var value = value(tag, name, attributes.get(i + 1));
      if (value == null) {
        continue;
      }
      int earlier = place(kept, name);
      if (earlier < 0) {
        kept.add(name);
        kept.add(value);
      } else {
        kept.set(earlier + 1, value);
      }
    }
    if (tag == Tag.A) {
      int href = place(kept, "href");
      if (href >= 0 && SafeUrl.isExternal(kept.get(href + 1))) {
        kept.add("rel");
        kept.add("nofollow noopener");
      }
    }
    return kept;
  }

  private static int place(List<String> attributes, String name) {
    for (int i = 0; i < attributes.size(); i += 2) {
      if (attributes.get(i).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The rows of a table have the same few styles and classes. */
  private static String memo(
      Map<String, Optional<String>> values, String written, UnaryOperator<String> safe) {
    var known = values.get(written);
    if (known == null) {
      known = Optional.ofNullable(safe.apply(written));
      if (values.size() < MEMO_MAX) {
        values.put(written, known);
      }
    }
    return known.orElse(null);
  }

  private String value(Tag tag, String name, String value) {
    return switch (name) {
      case "class" -> memo(classes, value, SafeAttributes::classes);
      case "id" -> id(value);
      case "style" -> memo(styles, value, SafeStyle::of);
      case "lang" -> isWord(value, "-") ? value : null;
      case "dir" -> DIRECTIONS.contains(value) ? value : null;
      case "title" -> value.length() <= TEXT_LENGTH_MAX ? value : null;
      default ->
          ATTRIBUTES.getOrDefault(tag.name, Set.of()).contains(name) ? ownValue(name, value) : null;
    };
  }

  private static String ownValue(String name, String value) {
    boolean allowed =
        switch (name) {
          case "href" -> SafeUrl.isAllowed(value);
          case "align" -> ALIGNMENTS.contains(value);
          case "valign" -> VERTICAL.contains(value);
          case "colspan", "rowspan", "border", "cellpadding", "cellspacing", "start", "size" ->
              isNumber(value, "+-");
          case "width", "height" -> isNumber(value, "px%");
          case "bgcolor", "color" -> isWord(value, "#");
          case "type" -> TYPES.contains(value);
          case "rel" -> false;
          case "page", "fragment" -> true;
          case "face", "abbr", "summary", "headers", "value", "datetime" ->
              value.length() <= TEXT_LENGTH_MAX;
          default -> isWord(value, "-");
        };
    return allowed ? value : null;
  }

  private static String classes(String value) {
    var kept = new StringBuilder();
    for (var each : value.split("\\s+", -1)) {
      if (CLASSES.contains(each)) {
        kept.append(kept.length() == 0 ? "" : " ").append(each);
      }
    }
    return kept.length() == 0 ? null : kept.toString();
  }

  private static String id(String value) {
    var id = value.strip().replace(' ', '_');
    if (id.isEmpty()
        || id.length() > ID_LENGTH_MAX
        || id.regionMatches(true, 0, OWN_ID_PREFIX, 0, OWN_ID_PREFIX.length())) {
      return null;
    }
    for (int i = 0; i < id.length(); i++) {
      char letter = id.charAt(i);
      if (letter <= ' ' || "<>\"'`=\\&".indexOf(letter) >= 0 || letter == 0x7F) {
        return null;
      }
    }
    return id;
  }

  private static boolean isNumber(String value, String others) {
    int digits = 0;
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      if (letter >= '0' && letter <= '9') {
        digits++;
      } else if (others.indexOf(letter) < 0) {
        return false;
      }
    }
    return digits > 0 && digits <= NUMBER_LENGTH_MAX && value.length() <= NUMBER_LENGTH_MAX + 2;
  }

  private static boolean isWord(String value, String others) {
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      boolean plain = letter < 0x80 && Character.isLetterOrDigit(letter);
      if (!plain && others.indexOf(letter) < 0) {
        return false;
      }
    }
    return value.length() <= 40;
  }
}

package org.portolan.bench.workload.trace;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.bench.api.Spelled;
import org.portolan.wiki.render.TitlePath;

/**
 * A request of a trace that can be replayed, because it concerns a page.
 *
 * @param millis since 1970
 * @param title as requested, with spaces for underscores
 * @param text the saved text, if the trace has it
 */
record PageRequest(long millis, Kind kind, String title, Optional<String> text) {

  /** The kind of request. */
  enum Kind implements Spelled {
    VIEW,
    HISTORY,
    /** A page is opened for editing; its save, if any, is a separate request. */
    FORM,
    EDIT
  }

  /** The reasons to drop a request. */
  enum Dropped {
    OTHER_HOST("another site"),
    STATIC("images, styles, scripts"),
    SPECIAL("special pages, searches among them"),
    OTHER_ACTION("other actions on pages"),
    NO_TITLE("no title"),
    SAMPLED("left out by sampling");

    private final String description;

    Dropped(String description) {
      this.description = description;
    }

    String description() {
      return description;
    }
  }

  /** Either a request or the reason to drop it. */
  record Decision(Optional<PageRequest> request, Dropped dropped) {
    static Decision keep(PageRequest request) {
      return new Decision(Optional.of(request), null);
    }

    static Decision drop(Dropped reason) {
      return new Decision(Optional.empty(), reason);
    }
  }

  /** The names of MediaWiki's namespace of special pages in the most requested languages. */
  private static final Set<String> SPECIAL =
      Set.of(
          "special",
          "especial",
          "spezial",
          "spécial",
          "speciale",
          "speciaal",
          "specjalna",
          "служебная",
          "特別",
          "special-",
          "specială",
          "özel",
          "מיוחד",
          "خاص");

  private static final String WIKI = "/wiki/";

  /**
   * Decides whether to replay a line.
   *
   * @param host the host whose requests are kept; empty for every host
   */
  static Decision of(TraceLine line, String host) {
    String url = line.url();
    int scheme = url.indexOf("://");
    String path = url;
    if (scheme > 0) {
      int slash = url.indexOf('/', scheme + 3);
      String named = slash < 0 ? url.substring(scheme + 3) : url.substring(scheme + 3, slash);
      if (!host.isEmpty() && !named.equalsIgnoreCase(host)) {
        return Decision.drop(Dropped.OTHER_HOST);
      }
      path = slash < 0 ? "/" : url.substring(slash);
    }
    return ofPath(line, path.startsWith("/") ? path : "/" + path);
  }

  private static Decision ofPath(TraceLine line, String path) {
    int fragment = path.indexOf('#');
    String address = fragment < 0 ? path : path.substring(0, fragment);
    int question = address.indexOf('?');
    String place = question < 0 ? address : address.substring(0, question);
    Map<String, String> query = query(question < 0 ? "" : address.substring(question + 1));
    String title;
    if (place.startsWith(WIKI)) {
      title = place.substring(WIKI.length());
    } else if (place.equals("/w/index.php") || place.equals("/index.php")) {
      title = query.getOrDefault("title", "");
    } else {
      return Decision.drop(Dropped.STATIC);
    }
    return ofTitle(line, decoded(title), query);
  }

  private static Decision ofTitle(TraceLine line, String title, Map<String, String> query) {
    int colon = title.indexOf(':');
    if (query.containsKey("search")
        || (colon > 0 && SPECIAL.contains(title.substring(0, colon).toLowerCase(Locale.ROOT)))) {
      return Decision.drop(Dropped.SPECIAL);
    }
    if (title.isEmpty()) {
      return Decision.drop(Dropped.NO_TITLE);
    }
    if (title.equals("-")) {
      // Styles and scripts that MediaWiki 1.11 made from a user's settings.
      return Decision.drop(Dropped.STATIC);
    }
    Kind kind;
    if (line.save()) {
      kind = Kind.EDIT;
    } else if (query.containsKey("diff")) {
      return Decision.drop(Dropped.OTHER_ACTION);
    } else {
      switch (query.getOrDefault("action", "view")) {
        case "view", "purge", "render", "print" -> kind = Kind.VIEW;
        case "history" -> kind = Kind.HISTORY;
        case "edit" -> kind = Kind.FORM;
        // MediaWiki's own styles and scripts are pages that are requested raw.
        case "raw" -> {
          return Decision.drop(Dropped.STATIC);
        }
        default -> {
          return Decision.drop(Dropped.OTHER_ACTION);
        }
      }
    }
    return Decision.keep(new PageRequest(line.millis(), kind, title, line.text()));
  }

  private static Map<String, String> query(String text) {
    Map<String, String> query = new HashMap<>();
    for (String pair : text.replace("&amp;", "&").split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        query.put(pair.substring(0, equals), pair.substring(equals + 1).replace('+', ' '));
      }
    }
    return query;
  }

  /** A title that is not encoded as UTF-8 stays as it is: it names some page all the same. */
  private static String decoded(String title) {
    return TitlePath.decode(title).orElse(title).replace('_', ' ').strip();
  }
}

package org.portolan.wikitext.site;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Normal forms of titles, following MediaWiki's {@code MediaWikiTitleCodec::splitTitleString} step
 * by step. Linear in the length of the text; a title in normal form costs one scan and no copy
 * beyond the result.
 */
final class TitleParser {
  private static final int BYTES_MAX = 255;

  /** Longer texts cannot become a title, however much of them is white space or encoding. */
  private static final int WRITTEN_CHARACTERS_MAX = 4_096;

  private static final Set<String> DOTTED_I_LANGUAGES = Set.of("tr", "az", "kaa");

  private final Map<Integer, Namespace> byId = new HashMap<>();
  private final Map<String, Namespace> byName = new HashMap<>();
  private final boolean dottedCapitalI;

  TitleParser(List<Namespace> namespaces, String language) {
    dottedCapitalI = DOTTED_I_LANGUAGES.contains(language);
    for (var namespace : namespaces) {
      if (byId.put(namespace.id(), namespace) != null) {
        throw new IllegalArgumentException(
            "namespace numbers must differ but " + namespace.id() + " is given twice");
      }
    }
    // Local names come first: if a wiki uses "Project" for another namespace, its own name counts.
    for (var namespace : namespaces) {
      byName.putIfAbsent(key(namespace.name()), namespace);
    }
    for (var namespace : namespaces) {
      namespace.aliases().forEach(alias -> byName.putIfAbsent(key(alias), namespace));
      var canonical = KnownNames.CANONICAL.get(namespace.id());
      if (canonical != null) {
        byName.putIfAbsent(key(canonical), namespace);
      }
    }
    byName.remove("");
  }

  Namespace namespace(int id) {
    return byId.get(id);
  }

  /**
   * @param literally whether the title belongs to a page that is known to exist: then nothing is
   *     decoded and no prefix leads to another wiki
   */
  Optional<Title> parse(String written, int defaultNamespace, boolean literally) {
    if (written.length() > WRITTEN_CHARACTERS_MAX) {
      return Optional.empty();
    }
    var text = Spacing.normal(literally ? written : Encodings.decode(written));
    int id = defaultNamespace;
    if (text.startsWith(":")) {
      id = Namespace.ARTICLE;
      text = text.substring(1).strip();
    }
    int colon = text.indexOf(':');
    if (colon > 0) {
      var prefix = key(text.substring(0, colon).strip());
      var named = byName.get(prefix);
      if (named != null) {
        id = named.id();
        text = text.substring(colon + 1).strip();
        if (id == Namespace.TALK && startsWithPrefix(text)) {
          // "Talk:File:x" would collide with "File talk:x".
          return Optional.empty();
        }
      } else if (!literally && KnownNames.leadsElsewhere(prefix)) {
        return Optional.empty();
      }
    }
    int fragment = text.indexOf('#');
    if (fragment >= 0) {
      text = text.substring(0, fragment).strip();
    }
    if (text.isEmpty() || text.charAt(0) == ':' || !Legality.legal(text, literally)) {
      return Optional.empty();
    }
    var namespace = byId.get(id);
    if (namespace == null || namespace.capitalized()) {
      text = capitalized(text);
    }
    if (Legality.utf8Length(text) > BYTES_MAX) {
      return Optional.empty();
    }
    boolean bare = namespace == null || namespace.name().isEmpty();
    return Optional.of(new Title(id, bare ? text : namespace.name() + ":" + text));
  }

  /**
   * Returns a link to another wiki in normal form: "fr:Page" of ":FR:Page#History"; empty if it
   * leads nowhere else.
   */
  Optional<String> parseElsewhere(String written) {
    if (written.length() > WRITTEN_CHARACTERS_MAX) {
      return Optional.empty();
    }
    var text = Spacing.normal(Encodings.decode(written));
    if (text.startsWith(":")) {
      text = text.substring(1).strip();
    }
    int colon = text.indexOf(':');
    if (colon <= 0) {
      return Optional.empty();
    }
    var prefix = key(text.substring(0, colon).strip());
    if (byName.containsKey(prefix) || !KnownNames.leadsElsewhere(prefix)) {
      return Optional.empty();
    }
    var rest = text.substring(colon + 1).strip();
    int fragment = rest.indexOf('#');
    if (fragment >= 0) {
      rest = rest.substring(0, fragment).strip();
    }
    return Optional.of(prefix + ":" + rest);
  }

  private boolean startsWithPrefix(String text) {
    int colon = text.indexOf(':');
    if (colon <= 0) {
      return false;
    }
    var prefix = key(text.substring(0, colon).strip());
    return byName.containsKey(prefix) || KnownNames.leadsElsewhere(prefix);
  }

  private String capitalized(String text) {
    int first = text.codePointAt(0);
    if (first < 0x80 && !Character.isLowerCase(first)) {
      return text;
    }
    int upper =
        first == 'i' && dottedCapitalI
            ? 'İ'
            // Georgian has capitals since Unicode 11 but no wiki begins its titles with them.
            : first >= 0x10D0 && first <= 0x10FF ? first : Character.toUpperCase(first);
    if (upper == first) {
      return text;
    }
    return new StringBuilder(text.length() + 1)
        .appendCodePoint(upper)
        .append(text, Character.charCount(first), text.length())
        .toString();
  }

  private static String key(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC)
        .replace('_', ' ')
        .toLowerCase(Locale.ROOT);
  }
}

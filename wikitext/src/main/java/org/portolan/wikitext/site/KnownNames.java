package org.portolan.wikitext.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names that MediaWiki knows without a dump: the canonical English namespaces, the older local
 * names of the file namespace, and the prefixes that lead to other wikis. A dump contains neither
 * aliases nor the interwiki table, so these names replace both.
 */
final class KnownNames {
  /** The English name of each namespace that MediaWiki itself or its usual extensions define. */
  static final Map<Integer, String> CANONICAL =
      Map.ofEntries(
          Map.entry(-2, "Media"),
          Map.entry(-1, "Special"),
          Map.entry(1, "Talk"),
          Map.entry(2, "User"),
          Map.entry(3, "User talk"),
          Map.entry(4, "Project"),
          Map.entry(5, "Project talk"),
          Map.entry(6, "File"),
          Map.entry(7, "File talk"),
          Map.entry(8, "MediaWiki"),
          Map.entry(9, "MediaWiki talk"),
          Map.entry(10, "Template"),
          Map.entry(11, "Template talk"),
          Map.entry(12, "Help"),
          Map.entry(13, "Help talk"),
          Map.entry(14, "Category"),
          Map.entry(15, "Category talk"),
          Map.entry(828, "Module"),
          Map.entry(829, "Module talk"));

  /** MediaWiki's own older names for the file namespace, by language. */
  private static final Map<String, String> FILE_ALIASES =
      Map.ofEntries(
          Map.entry("ca", "Imatge"),
          Map.entry("cs", "Obrázek"),
          Map.entry("da", "Billede"),
          Map.entry("de", "Bild"),
          Map.entry("es", "Imagen"),
          Map.entry("it", "Immagine"),
          Map.entry("ja", "画像"),
          Map.entry("lv", "Attēls"),
          Map.entry("nl", "Afbeelding"),
          Map.entry("pl", "Grafika"),
          Map.entry("pt", "Imagem"),
          Map.entry("ru", "Изображение"),
          Map.entry("sv", "Bild"));

  private KnownNames() {}

  /** Returns whether a prefix, in lower case, leads away from this wiki. */
  static boolean leadsElsewhere(String prefix) {
    return OtherWikiPrefixes.LANGUAGES.contains(prefix)
        || OtherWikiPrefixes.SISTERS.containsKey(prefix)
        || OtherWikiPrefixes.SCHEMES.contains(prefix);
  }

  /** Returns the other names of a namespace in a wiki of this language, besides {@code name}. */
  static List<String> aliases(int id, String name, String language) {
    var aliases = new ArrayList<String>();
    var canonical = CANONICAL.get(id);
    if (canonical != null && !canonical.equals(name)) {
      aliases.add(canonical);
    }
    if (id == Namespace.FILE) {
      aliases.add("Image");
      var older = FILE_ALIASES.get(language.toLowerCase(Locale.ROOT));
      if (older != null && !older.equals(name)) {
        aliases.add(older);
      }
    } else if (id == Namespace.FILE + 1) {
      aliases.add("Image talk");
    }
    return List.copyOf(aliases);
  }
}

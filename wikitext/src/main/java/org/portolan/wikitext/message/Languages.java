package org.portolan.wikitext.message;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The languages whose sentences a reader of another language understands best. */
final class Languages {
  /** The last language of every chain; it has every sentence. */
  static final String LAST = "en";

  private static final Map<String, String> FALLBACKS =
      Map.ofEntries(
          Map.entry("ltg", "lv"),
          Map.entry("sgs", "lt"),
          Map.entry("als", "gsw"),
          Map.entry("gsw", "de"),
          Map.entry("bar", "de"),
          Map.entry("dsb", "hsb"),
          Map.entry("frr", "de"),
          Map.entry("hsb", "de"),
          Map.entry("ksh", "de"),
          Map.entry("lb", "de"),
          Map.entry("nds", "de"),
          Map.entry("pdc", "de"),
          Map.entry("pdt", "nds"),
          Map.entry("pfl", "de"),
          Map.entry("stq", "de"),
          Map.entry("vmf", "de"),
          Map.entry("bm", "fr"),
          Map.entry("br", "fr"),
          Map.entry("ff", "fr"),
          Map.entry("frc", "fr"),
          Map.entry("frp", "fr"),
          Map.entry("gcr", "fr"),
          Map.entry("ht", "fr"),
          Map.entry("ln", "fr"),
          Map.entry("mg", "fr"),
          Map.entry("pcd", "fr"),
          Map.entry("sg", "fr"),
          Map.entry("ty", "fr"),
          Map.entry("wa", "fr"),
          Map.entry("wo", "fr"),
          Map.entry("co", "it"),
          Map.entry("egl", "it"),
          Map.entry("eml", "it"),
          Map.entry("fur", "it"),
          Map.entry("lij", "it"),
          Map.entry("lmo", "it"),
          Map.entry("nap", "it"),
          Map.entry("pms", "it"),
          Map.entry("rgn", "it"),
          Map.entry("scn", "it"),
          Map.entry("vec", "it"));

  private static final Pattern TAG = Pattern.compile("[a-z]{2,8}(-[a-z0-9]{1,8}){0,4}");

  private Languages() {}

  /**
   * Returns a language and those that stand in for it, the best first, as MediaWiki's fallback
   * chains are: "ltg", "lv", "en". A tag with a region or a script is followed by its language.
   */
  static List<String> chain(String tag) {
    var chain = new LinkedHashSet<String>();
    var lower = tag.toLowerCase(Locale.ROOT);
    var language = TAG.matcher(lower).matches() ? lower : null;
    while (language != null && chain.add(language)) {
      int dash = language.lastIndexOf('-');
      language = dash > 0 ? language.substring(0, dash) : FALLBACKS.get(language);
    }
    chain.add(LAST);
    return new ArrayList<>(chain);
  }
}

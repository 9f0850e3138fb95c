package org.portolan.wiki.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A link that shows a file: {@code [[File:Chart.jpg|thumb|200px|A chart]]}. The wiki stores no
 * files, so only three things matter: the name, the caption, and whether the link is a separate
 * block.
 */
record FileLink(String name, Optional<String> caption, boolean block) {
  private static final Set<String> BLOCKS = Set.of("thumb", "thumbnail", "frame", "framed", "mini");
  private static final Set<String> PLACES =
      Set.of(
          "left",
          "right",
          "center",
          "centre",
          "none",
          "border",
          "frameless",
          "upright",
          "baseline",
          "sub",
          "super",
          "top",
          "text-top",
          "middle",
          "bottom",
          "text-bottom");
  private static final Pattern SIZE = Pattern.compile("(\\d+)?(x\\d+)?\\s*(px|pix|pts)*");
  private static final Pattern SETTING =
      Pattern.compile(
          "(alt|link|page|lang|class|upright|thumb|thumbnail|start|end)\\s*=.*", Pattern.DOTALL);

  static FileLink parse(String raw) {
    List<String> parts = split(raw);
    boolean block = false;
    Optional<String> caption = Optional.empty();
    for (String part : parts.subList(1, parts.size())) {
      String option = part.strip().toLowerCase(Locale.ROOT);
      if (BLOCKS.contains(option)) {
        block = true;
      } else if (!option.isEmpty()
          && !PLACES.contains(option)
          && !SIZE.matcher(option).matches()
          && !SETTING.matcher(option).matches()) {
        caption = Optional.of(part.strip());
      }
    }
    return new FileLink(parts.get(0).strip(), caption, block);
  }

  /** Splits at the bars outside of links and templates. */
  private static List<String> split(String raw) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < raw.length(); i++) {
      char letter = raw.charAt(i);
      if (letter == '[' || letter == '{') {
        depth++;
      } else if (letter == ']' || letter == '}') {
        depth--;
      } else if (letter == '|' && depth <= 0) {
        parts.add(raw.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(raw.substring(start));
    return parts;
  }
}

package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.wikitext.expand.Expanded;
import org.portolan.wikitext.expand.Strip;

/** Only takes comments and extension tags out of a text; expands nothing. */
public final class StandInExpander {
  private static final Pattern TAG =
      Pattern.compile(
          "<!--.*?(-->|\\z)|<(nowiki|pre|ref|references|gallery|poem|math|syntaxhighlight|source)"
              + "((?:\\s[^>]*?)?)(/>|>(.*?)</\\2\\s*>)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern ATTRIBUTE =
      Pattern.compile("([\\w-]+)\\s*=\\s*(\"([^\"]*)\"|'([^']*)'|([^\\s\"']+))");

  private StandInExpander() {}

  public static Expanded expand(String text) {
    var strips = new ArrayList<Strip>();
    var out = strip(text, strips);
    return new Expanded(out, strips, Map.of(), Set.of(), Optional.empty(), Optional.empty());
  }

  private static String strip(String text, List<Strip> strips) {
    var matcher = TAG.matcher(text);
    var out = new StringBuilder();
    while (matcher.find()) {
      if (matcher.group(2) == null) {
        matcher.appendReplacement(out, "");
        continue;
      }
      var attributes = new LinkedHashMap<String, String>();
      var each = ATTRIBUTE.matcher(matcher.group(3));
      while (each.find()) {
        var value = each.group(3) != null ? each.group(3) : each.group(4);
        attributes.put(
            each.group(1).toLowerCase(Locale.ROOT), value != null ? value : each.group(5));
      }
      var tag = matcher.group(2).toLowerCase(Locale.ROOT);
      boolean wikitext = Set.of("ref", "references", "gallery", "poem").contains(tag);
      var body = matcher.group(5);
      var inner = body == null ? null : wikitext ? strip(body, strips) : body;
      strips.add(new Strip(tag, attributes, Optional.ofNullable(inner)));
      matcher.appendReplacement(out, Matcher.quoteReplacement(Strip.marker(strips.size() - 1)));
    }
    return matcher.appendTail(out).toString();
  }
}

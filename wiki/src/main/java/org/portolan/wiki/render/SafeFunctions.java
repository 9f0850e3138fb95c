package org.portolan.wiki.render;

import info.bliki.wiki.model.IWikiModel;
import info.bliki.wiki.template.AbstractTemplateFunction;
import info.bliki.wiki.template.ITemplateFunction;
import java.util.List;
import java.util.Map;

/**
 * Safe versions of parser functions; the parser's own versions would run programs or fill the
 * memory.
 */
final class SafeFunctions {
  private static final int PADDED_CHARS_MAX = 500;

  static final Map<String, ITemplateFunction> BY_NAME =
      Map.of(
          "#invoke", new NotRun(),
          "padleft", new Pad(true),
          "padright", new Pad(false));

  private SafeFunctions() {}

  /** Modules are programs; they are shown by name and not run. */
  private static final class NotRun extends AbstractTemplateFunction {
    @Override
    public String parseFunction(
        List<String> parts, IWikiModel model, char[] source, int begin, int end, boolean subst) {
      String name =
          parts.isEmpty() ? "" : parts.get(0).strip().replaceAll("[^\\p{L}\\p{N} _/-]", "");
      return "<span class=\"notrun\">module " + name + " (not run)</span>";
    }
  }

  /** Like MediaWiki's, which stops at 500 characters. */
  private static final class Pad extends AbstractTemplateFunction {
    private final boolean left;

    Pad(boolean left) {
      this.left = left;
    }

    @Override
    public String parseFunction(
        List<String> parts, IWikiModel model, char[] source, int begin, int end, boolean subst) {
      String text = parts.isEmpty() ? "" : parseTrim(parts.get(0), model);
      String padding = parts.size() > 2 ? parseTrim(parts.get(2), model) : "0";
      int length = parts.size() > 1 ? length(parseTrim(parts.get(1), model)) : 0;
      if (padding.isEmpty() || length <= text.length()) {
        return text;
      }
      int missing = length - text.length();
      String pad = padding.repeat(missing / padding.length() + 1).substring(0, missing);
      return left ? pad + text : text + pad;
    }

    private static int length(String written) {
      try {
        return Math.min(Integer.parseInt(written), PADDED_CHARS_MAX);
      } catch (NumberFormatException e) {
        return 0;
      }
    }
  }
}

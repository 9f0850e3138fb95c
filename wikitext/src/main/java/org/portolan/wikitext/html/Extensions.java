package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.wikitext.expand.Strip;
import org.portolan.wikitext.html.tree.Entities;
import org.portolan.wikitext.html.tree.Tag;

/** What stands in the page for the extension tags of a text. */
final class Extensions {
  private final Page page;
  private final Draft draft;

  Extensions(Page page) {
    this.page = page;
    this.draft = page.draft;
  }

  /** Appends a tag's draft. A tag that says nothing to a reader, or that is not known, vanishes. */
  void append(StringBuilder out, Strip strip) {
    page.allowance.step();
    var body = strip.body().orElse("");
    switch (strip.tag()) {
      case "nowiki" -> draft.append(out, new Token.Raw(Entities.decoded(body)));
      case "pre" -> preformatted(out, strip.attributes(), withoutNowiki(body));
      case "syntaxhighlight", "source" -> source(out, strip.attributes(), body);
      case "math", "chem", "ce", "hiero", "score", "timeline" -> code(out, body);
      case "ref" -> page.references.mark(out, strip);
      case "references" -> page.references.list(out, strip);
      case "gallery" -> gallery(out, strip);
      case "poem" -> poem(out, strip);
      case Strip.LANGUAGE -> language(out, strip);
      default -> {}
    }
  }

  /**
   * Adds a link to the same page in another language, for which nothing stands in the text. What is
   * no language of this wiki's table stays as it was written.
   */
  private void language(StringBuilder out, Strip strip) {
    var prefix = strip.attributes().getOrDefault("prefix", "");
    var title = strip.body().orElse("");
    var map = page.context.interwiki();
    if (map.languages().contains(prefix) || map.own().contains(prefix)) {
      page.found.put(page.found.languages, prefix, title);
    } else {
      draft.append(out, new Token.Raw("{{" + Strip.LANGUAGE + ":" + prefix + "|" + title + "}}"));
    }
  }

  private void gallery(StringBuilder out, Strip strip) {
    page.enter();
    var body = WrittenTags.read(page, strip.body().orElse(""));
    var gallery = new Images(page).gallery(body, strip.attributes());
    page.leave();
    draft.append(out, new Token.Nested(gallery, true));
  }

  private void preformatted(StringBuilder out, Map<String, String> attributes, String body) {
    var pre = new StringBuilder();
    draft.append(pre, new Token.Open(Tag.PRE, pairs(attributes)));
    var text = body.startsWith("\n") ? body.substring(1) : body;
    if ("wikitext".equals(attributes.get("format"))) {
      pre.append(page.half(text));
    } else {
      draft.append(pre, new Token.Raw(Entities.decoded(text)));
    }
    draft.close(pre, Tag.PRE);
    draft.append(out, new Token.Nested(pre.toString(), true));
  }

  private static List<String> pairs(Map<String, String> attributes) {
    var pairs = new ArrayList<String>();
    attributes.forEach(
        (name, value) -> {
          pairs.add(name);
          pairs.add(Entities.decoded(value));
        });
    return pairs;
  }

  private void source(StringBuilder out, Map<String, String> attributes, String body) {
    if (attributes.containsKey("inline")) {
      code(out, body);
      return;
    }
    var pre = new StringBuilder();
    draft.open(pre, Tag.PRE, "class", "source");
    int start = 0;
    while (start < body.length() && body.charAt(start) == '\n') {
      start++;
    }
    draft.append(pre, new Token.Raw(body.substring(start).stripTrailing()));
    draft.close(pre, Tag.PRE);
    draft.append(out, new Token.Nested(pre.toString(), true));
  }

  private void code(StringBuilder out, String body) {
    draft.open(out, Tag.CODE);
    draft.append(out, new Token.Raw(body.strip()));
    draft.close(out, Tag.CODE);
  }

  private void poem(StringBuilder out, Strip strip) {
    var lines = new StringBuilder();
    for (var line : trimmed(strip.body().orElse("")).split("\n", -1)) {
      page.allowance.step();
      lines.append(lines.length() == 0 ? "" : "<br>\n");
      int indent = 0;
      while (indent < line.length() && " :".indexOf(line.charAt(indent)) >= 0) {
        lines.append(line.charAt(indent) == ' ' ? "&nbsp;" : "&nbsp;&nbsp;&nbsp;&nbsp;");
        indent++;
      }
      lines.append(line.startsWith("----") ? "<hr>" : line.substring(indent));
    }
    var poem = new StringBuilder();
    var attributes = new ArrayList<>(List.of("class", "poem"));
    attributes.addAll(pairs(strip.attributes()));
    draft.append(poem, new Token.Open(Tag.DIV, attributes));
    draft.open(poem, Tag.P);
    poem.append(page.half(lines.toString()));
    draft.close(poem, Tag.P);
    draft.close(poem, Tag.DIV);
    draft.append(out, new Token.Nested(poem.toString(), true));
  }

  private static String trimmed(String body) {
    int from = body.startsWith("\n") ? 1 : 0;
    int end = body.endsWith("\n") && body.length() > from ? body.length() - 1 : body.length();
    return body.substring(from, end);
  }

  /** In preformatted text these tags mean nothing but are not shown. */
  private static String withoutNowiki(String body) {
    return body.contains("nowiki>") ? body.replaceAll("(?i)</?nowiki>", "") : body;
  }
}

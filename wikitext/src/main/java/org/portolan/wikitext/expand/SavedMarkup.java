package org.portolan.wikitext.expand;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.portolan.wikitext.limit.Allowance;

/**
 * The last step before a text is saved: signatures, and links without a label. Markers of strips
 * are stepped over, and replaced by the source that they stand for.
 */
final class SavedMarkup {
  private final Surroundings surroundings;
  private final PageFacts page;
  private final Allowance allowance;

  SavedMarkup(Surroundings surroundings, PageFacts page, Allowance allowance) {
    this.surroundings = surroundings;
    this.page = page;
    this.allowance = allowance;
  }

  /** Returns whether a text may have anything that changes when it is saved. */
  static boolean isIn(String text) {
    return text.contains("~~~")
        || text.contains("|]]")
        || text.contains("[[|")
        || Functions.mayAskForCopy(text.toLowerCase(Locale.ROOT));
  }

  String write(Expanded copied) {
    var labelled = new LinkLabels(page.title().full(), allowance).write(signed(copied.text()));
    return withSources(labelled, copied.strips());
  }

  /** Three tildes mean the author, four the author and the time, five the time. */
  private String signed(String text) {
    int at = text.indexOf("~~~");
    if (at < 0) {
      return text;
    }
    var author = Escapes.wikitext(page.user());
    var time = time();
    var signed = new StringBuilder(text.length() + 64);
    int from = 0;
    while (at >= 0) {
      allowance.step();
      signed.append(text, from, at);
      int count = 3;
      while (count < 5 && text.startsWith("~", at + count)) {
        count++;
      }
      int length = signed.length();
      signed.append(count == 5 ? "" : author).append(count == 4 ? " " : "");
      signed.append(count == 3 ? "" : time);
      allowance.expanded(signed.length() - length);
      from = at + count;
      at = text.indexOf("~~~", from);
    }
    return signed.append(text, from, text.length()).toString();
  }

  private String time() {
    var format = surroundings.messages().of("signature.time");
    return new TimeFormat(format, page.revised().atZone(ZoneOffset.UTC), surroundings.language())
        .write();
  }

  private String withSources(String text, List<Strip> strips) {
    int at = text.indexOf(Strip.MARK);
    if (at < 0) {
      return text;
    }
    var out = new StringBuilder(text.length());
    append(text, strips, out);
    return out.toString();
  }

  private void append(String text, List<Strip> strips, StringBuilder out) {
    int from = 0;
    int at = text.indexOf(Strip.MARK);
    while (at >= 0) {
      allowance.step();
      out.append(text, from, at);
      int end = text.indexOf(Strip.MARK, at + 1);
      int length = out.length();
      source(strips.get(Integer.parseInt(text.substring(at + 1, end))), strips, out);
      allowance.expanded(out.length() - length);
      from = end + 1;
      at = text.indexOf(Strip.MARK, from);
    }
    out.append(text, from, text.length());
  }

  private void source(Strip strip, List<Strip> strips, StringBuilder out) {
    if (strip.tag().equals(Strip.SOURCE)) {
      out.append(strip.body().orElseThrow());
      return;
    }
    // Made by a function; its body may have markers of earlier strips only.
    out.append('<').append(strip.tag());
    strip
        .attributes()
        .forEach(
            (name, value) ->
                out.append(' ').append(name).append("=\"").append(Escapes.html(value)).append('"'));
    if (strip.body().isEmpty()) {
      out.append("/>");
      return;
    }
    append(strip.body().get(), strips, out.append('>'));
    out.append("</").append(strip.tag()).append('>');
  }
}

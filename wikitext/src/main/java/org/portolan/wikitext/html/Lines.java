package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Tag;

/** The pass for what takes a whole line: headings and rules; and for switches like "__TOC__". */
final class Lines {
  private static final int RULE_LENGTH_MIN = 4;
  private static final int LEVEL_MAX = 6;

  private final Page page;
  private final StringBuilder out;

  private Lines(Page page, int length) {
    this.page = page;
    this.out = new StringBuilder(length + 64);
  }

  static String read(Page page, String text) {
    var lines = new Lines(page, text.length());
    return lines.run(lines.withoutSwitches(text));
  }

  private String withoutSwitches(String text) {
    int at = text.indexOf("__");
    if (at < 0) {
      return text;
    }
    var rest = new StringBuilder(text.length());
    int from = 0;
    while (at >= 0) {
      page.allowance.step();
      int end = Switches.end(text, at);
      if (end > 0) {
        rest.append(text, from, at);
        from = end;
        if (page.switches.take(Switches.word(text, at, end))) {
          page.draft.open(rest, Tag.TOC);
        }
      }
      at = text.indexOf("__", end > 0 ? end : at + 1);
    }
    return rest.append(text, from, text.length()).toString();
  }

  private String run(String text) {
    int from = 0;
    while (from <= text.length()) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end;
      if (from < end && line(text, from, end)) {
        end = afterBlankLines(text, end);
      }
      if (end < text.length()) {
        out.append('\n');
      }
      from = end + 1;
    }
    return out.toString();
  }

  /** Returns the end of the last blank line after a heading's: MediaWiki takes them with it. */
  private static int afterBlankLines(String text, int headingEnd) {
    int end = headingEnd;
    int at = headingEnd;
    while (at < text.length() && Attributes.isSpace(text.charAt(at))) {
      end = text.charAt(at) == '\n' ? at : end;
      at++;
    }
    return at == text.length() ? at : end;
  }

  /** Returns whether the line is a heading. */
  private boolean line(String text, int from, int end) {
    char first = text.charAt(from);
    if (first == '-') {
      int dashes = run(text, from, end, '-');
      if (dashes >= RULE_LENGTH_MIN) {
        page.draft.open(out, Tag.HR);
        out.append(text, from + dashes, end);
        return false;
      }
    } else if (first == '=' && heading(text, from, end)) {
      return true;
    }
    out.append(text, from, end);
    return false;
  }

  private boolean heading(String text, int from, int lineEnd) {
    int end = lineEnd;
    while (end > from && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
      end--;
    }
    int closing = 0;
    while (closing < end - from && text.charAt(end - 1 - closing) == '=') {
      closing++;
    }
    int length = end - from;
    int level = Math.min(LEVEL_MAX, Math.min(run(text, from, end, '='), closing));
    if (length <= 2 * level) {
      // Only equals signs: the one in the middle is the text.
      level = Math.min(LEVEL_MAX, (length - 1) / 2);
    }
    if (level < 1) {
      return false;
    }
    page.allowance.step();
    var tag = Tag.heading(level);
    page.draft.open(out, tag);
    out.append(text.substring(from + level, end - level).strip());
    page.draft.close(out, tag);
    return true;
  }

  private static int run(String text, int from, int end, char letter) {
    int at = from;
    while (at < end && text.charAt(at) == letter) {
      at++;
    }
    return at - from;
  }
}

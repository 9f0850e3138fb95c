package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Tag;

/**
 * The lists of {@link Blocks}. Each letter of a line's prefix is a level; levels that a line shares
 * with the line before go on.
 */
final class Lists {
  private final Page page;
  private final Draft draft;
  private final StringBuilder out;

  /** The open levels: '*', '#', ':' or ';' for each. */
  private final StringBuilder open = new StringBuilder();

  Lists(Page page, StringBuilder out) {
    this.page = page;
    this.draft = page.draft;
    this.out = out;
  }

  boolean isOpen() {
    return open.length() > 0;
  }

  static int prefixLength(String text, int from, int end) {
    int at = from;
    while (at < end && "*#:;".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at - from;
  }

  /** Writes a line whose prefix ends at {@code start}. */
  void item(String text, int from, int start, int end) {
    int length = start - from;
    int common = 0;
    while (common < Math.min(length, open.length())
        && isSame(open.charAt(common), text.charAt(from + common))) {
      common++;
    }
    while (open.length() > common) {
      endLevel();
    }
    if (common > 0) {
      // Either the next item of the list, or a deeper list in the item that is open.
      char letter = text.charAt(from + common - 1);
      if (common == length) {
        nextItem(common - 1, letter);
      } else if (open.charAt(common - 1) != letter) {
        nextItem(common - 1, letter);
      }
    }
    int at = common == length && text.charAt(start - 1) == ';' ? term(text, start, end) : start;
    for (int i = common; i < length; i++) {
      begin(text.charAt(from + i));
      if (text.charAt(from + i) == ';') {
        at = term(text, at, end);
      }
    }
    out.append(text, at, end);
  }

  /** Writes a term and begins its definition, if a colon follows; returns where the rest begins. */
  private int term(String text, int from, int end) {
    int colon = Definitions.colon(draft, text, from, end);
    if (colon < 0) {
      return from;
    }
    out.append(text, from, colon);
    nextItem(open.length() - 1, ':');
    return colon + 1;
  }

  private static boolean isSame(char one, char other) {
    return one == other || (isDefinition(one) && isDefinition(other));
  }

  private static boolean isDefinition(char letter) {
    return letter == ':' || letter == ';';
  }

  private void begin(char letter) {
    open.append(letter);
    page.allowance.depth(open.length());
    draft.open(out, list(letter));
    draft.open(out, itemOf(letter));
  }

  private void nextItem(int level, char letter) {
    draft.close(out, itemOf(open.charAt(level)));
    out.append('\n');
    draft.open(out, itemOf(letter));
    open.setCharAt(level, letter);
  }

  private void endLevel() {
    int last = open.length() - 1;
    char letter = open.charAt(last);
    draft.close(out, itemOf(letter));
    draft.close(out, list(letter));
    out.append('\n');
    open.setLength(last);
  }

  void end() {
    while (isOpen()) {
      endLevel();
    }
  }

  private static Tag list(char letter) {
    return letter == '*' ? Tag.UL : letter == '#' ? Tag.OL : Tag.DL;
  }

  private static Tag itemOf(char letter) {
    return letter == ':' ? Tag.DD : letter == ';' ? Tag.DT : Tag.LI;
  }
}

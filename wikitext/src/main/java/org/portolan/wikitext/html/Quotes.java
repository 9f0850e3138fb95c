package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import org.portolan.wikitext.html.tree.Tag;

/**
 * The pass for apostrophes: two make italic, three bold, five both. Each line is balanced by
 * itself. If a line has an odd number of both bold and italic marks, one of the bold marks must be
 * an apostrophe and an italic mark: the first behind a word of one letter, else the first behind a
 * longer word, else the first behind a space.
 */
final class Quotes {
  private final Page page;
  private final StringBuilder out;

  /**
   * Of each run in the line: its start, its length in the text, and as how many marks it counts.
   */
  private final List<int[]> runs = new ArrayList<>();

  private Quotes(Page page, int length) {
    this.page = page;
    this.out = new StringBuilder(length + length / 8);
  }

  static String read(Page page, String text) {
    return text.contains("''") ? new Quotes(page, text.length()).run(text) : text;
  }

  private String run(String text) {
    int from = 0;
    while (from <= text.length()) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end;
      line(text, from, end);
      if (end < text.length()) {
        out.append('\n');
      }
      from = end + 1;
    }
    return out.toString();
  }

  private void line(String text, int from, int end) {
    page.allowance.step();
    findRuns(text, from, end);
    if (runs.isEmpty()) {
      out.append(text, from, end);
      return;
    }
    balance(text, from);
    write(text, from, end);
  }

  private void findRuns(String text, int from, int end) {
    runs.clear();
    int at = text.indexOf("''", from);
    while (at >= 0 && at < end) {
      int stop = at;
      while (stop < end && text.charAt(stop) == '\'') {
        stop++;
      }
      int length = stop - at;
      int marks = length == 4 ? 3 : Math.min(5, length);
      runs.add(new int[] {stop - marks, marks, marks});
      at = text.indexOf("''", stop);
    }
  }

  private void balance(String text, int from) {
    int bold = 0;
    int italic = 0;
    for (var run : runs) {
      bold += run[2] == 3 || run[2] == 5 ? 1 : 0;
      italic += run[2] == 2 || run[2] == 5 ? 1 : 0;
    }
    if (bold % 2 == 0 || italic % 2 == 0) {
      return;
    }
    int[] afterLetter = null;
    int[] afterWord = null;
    int[] afterSpace = null;
    for (var run : runs) {
      if (run[2] != 3) {
        continue;
      }
      char before = run[0] > from ? text.charAt(run[0] - 1) : '\0';
      char second = run[0] > from + 1 ? text.charAt(run[0] - 2) : '\0';
      if (before == ' ') {
        afterSpace = afterSpace == null ? run : afterSpace;
      } else if (second == ' ') {
        afterLetter = afterLetter == null ? run : afterLetter;
      } else {
        afterWord = afterWord == null ? run : afterWord;
      }
    }
    var changed = afterLetter != null ? afterLetter : afterWord != null ? afterWord : afterSpace;
    if (changed != null) {
      // One apostrophe becomes text, two remain a mark.
      changed[0]++;
      changed[1]--;
      changed[2] = 2;
    }
  }

  private void write(String text, int from, int end) {
    boolean bold = false;
    boolean italic = false;
    boolean boldOutside = false;
    // The start of content behind a mark of both, whose order is not known yet.
    int both = -1;
    int copied = from;
    for (var run : runs) {
      out.append(text, copied, run[0]);
      copied = run[0] + run[1];
      if (both >= 0) {
        boldOutside = run[2] == 2;
        openBoth(both, boldOutside);
        bold = true;
        italic = true;
        both = -1;
      }
      switch (run[2]) {
        case 2 -> {
          italic = !italic;
          toggle(Tag.I, italic, Tag.B, bold && !boldOutside);
          boldOutside = bold;
        }
        case 3 -> {
          bold = !bold;
          toggle(Tag.B, bold, Tag.I, italic && boldOutside);
          boldOutside = bold && !italic;
        }
        default -> {
          if (!bold && !italic) {
            both = out.length();
          } else {
            endOrSwap(bold, italic, boldOutside);
            boolean swap = bold != italic;
            boolean wasBold = bold;
            bold = swap && !wasBold;
            italic = swap && wasBold;
            boldOutside = bold;
          }
        }
      }
    }
    out.append(text, copied, end);
    if (both >= 0 && out.length() > both) {
      openBoth(both, true);
      bold = true;
      italic = true;
      boldOutside = true;
    }
    endAll(bold, italic, boldOutside);
  }

  private void openBoth(int at, boolean boldOutside) {
    var first = boldOutside ? Tag.B : Tag.I;
    var second = boldOutside ? Tag.I : Tag.B;
    var marks =
        page.draft.mark(new Token.Open(first, List.of()))
            + page.draft.mark(new Token.Open(second, List.of()));
    out.insert(at, marks);
  }

  /** Opens or closes a tag; to close it, another inside of it is closed and opened again. */
  private void toggle(Tag tag, boolean open, Tag inner, boolean innerOpen) {
    if (open) {
      page.draft.open(out, tag);
      return;
    }
    if (innerOpen) {
      page.draft.close(out, inner);
    }
    page.draft.close(out, tag);
    if (innerOpen) {
      page.draft.open(out, inner);
    }
  }

  /** Five marks end both, or end the one that is open and begin the other. */
  private void endOrSwap(boolean bold, boolean italic, boolean boldOutside) {
    endAll(bold, italic, boldOutside);
    if (bold != italic) {
      page.draft.open(out, bold ? Tag.I : Tag.B);
    }
  }

  private void endAll(boolean bold, boolean italic, boolean boldOutside) {
    if (italic && boldOutside) {
      page.draft.close(out, Tag.I);
    }
    if (bold) {
      page.draft.close(out, Tag.B);
    }
    if (italic && !boldOutside) {
      page.draft.close(out, Tag.I);
    }
  }
}

package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Tag;

/**
 * The last pass over the text: paragraphs, lists and preformatted lines. It goes line by line, and
 * the tags in a line decide whether paragraphs may begin in it or after it.
 */
final class Blocks {
  /** What an open element of this pass is. */
  private enum Section {
    NONE,
    PARAGRAPH,
    PREFORMATTED
  }

  /** What an empty line has left to be written in front of the next text. */
  private enum Pending {
    NOTHING,
    BEGIN,
    END_AND_BEGIN
  }

  private final Page page;
  private final Draft draft;
  private final StringBuilder out;
  private final Lists lists;
  private final LineTags tags;

  private Section section = Section.NONE;
  private Pending pending = Pending.NOTHING;

  /** Whether the line is inside of a block, where no paragraphs are made. */
  private boolean inBlock;

  private boolean inPre;
  private boolean inQuotation;

  private Blocks(Page page, int length) {
    this.page = page;
    this.draft = page.draft;
    this.out = new StringBuilder(length + length / 4);
    this.lists = new Lists(page, out);
    this.tags = new LineTags(page.draft);
  }

  /**
   * @param lineStart whether the text begins a line, so that its first line may be a list
   */
  static String read(Page page, String text, boolean lineStart) {
    return new Blocks(page, text.length()).run(text, lineStart);
  }

  private String run(String text, boolean lineStart) {
    int from = 0;
    boolean start = lineStart;
    while (from <= text.length()) {
      int end = text.indexOf('\n', from);
      boolean last = end < 0;
      end = last ? text.length() : end;
      page.allowance.step();
      line(text, from, end, start, last);
      start = true;
      from = end + 1;
    }
    lists.end();
    endSection();
    return out.toString();
  }

  private void line(String text, int from, int end, boolean start, boolean last) {
    tags.read(text, from, end);
    int prefix = inPre || !start ? 0 : Lists.prefixLength(text, from, end);
    boolean listBefore = lists.isOpen();
    if (prefix > 0) {
      endSection();
      pending = Pending.NOTHING;
      inPre = inPre || tags.opensPre;
      lists.item(text, from, from + prefix, end);
      if (tags.closesPre) {
        inPre = false;
      }
      if (!last) {
        out.append('\n');
      }
      return;
    }
    if (listBefore) {
      lists.end();
    }
    text(text, from, end, last);
  }

  private void text(String text, int from, int end, boolean last) {
    int start = from;
    if (tags.stopsParagraph || tags.allowsParagraph) {
      pending = Pending.NOTHING;
      endSection();
      inPre = (inPre && !tags.closesPre) || (tags.opensPre && !tags.closesPre);
      inQuotation = tags.quotation == null ? inQuotation : tags.quotation;
      inBlock = !tags.allowsParagraph;
    } else if (!inBlock && !inPre) {
      boolean blank = isBlank(text, from, end);
      boolean space = from < end && text.charAt(from) == ' ';
      if (space && !inQuotation && (section == Section.PREFORMATTED || !blank)) {
        if (section != Section.PREFORMATTED) {
          pending = Pending.NOTHING;
          endSection();
          draft.open(out, Tag.PRE);
          section = Section.PREFORMATTED;
        }
        start++;
      } else if (blank) {
        emptyLine();
      } else {
        textLine();
      }
    }
    if (pending == Pending.NOTHING) {
      out.append(text, start, end);
      if (!last) {
        out.append('\n');
      }
    }
  }

  private void emptyLine() {
    if (pending != Pending.NOTHING) {
      writePending();
      draft.open(out, Tag.BR);
    } else if (section == Section.PARAGRAPH) {
      pending = Pending.END_AND_BEGIN;
    } else {
      endSection();
      pending = Pending.BEGIN;
    }
  }

  private void textLine() {
    if (pending != Pending.NOTHING) {
      writePending();
    } else if (section != Section.PARAGRAPH) {
      endSection();
      draft.open(out, Tag.P);
      section = Section.PARAGRAPH;
    }
  }

  private void writePending() {
    if (pending == Pending.END_AND_BEGIN) {
      draft.close(out, Tag.P);
    }
    draft.open(out, Tag.P);
    pending = Pending.NOTHING;
    section = Section.PARAGRAPH;
  }

  private void endSection() {
    if (section != Section.NONE) {
      draft.close(out, section == Section.PARAGRAPH ? Tag.P : Tag.PRE);
      section = Section.NONE;
    }
  }

  private static boolean isBlank(String text, int from, int end) {
    for (int i = from; i < end; i++) {
      if (!Attributes.isSpace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}

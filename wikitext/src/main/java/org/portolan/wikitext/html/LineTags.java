package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Tag;

/** What the tags in one line mean for the paragraphs in it and after it. */
final class LineTags {
  private final Draft draft;

  private int next;

  /** Whether the line has a tag that lets no paragraph be around or in what follows. */
  boolean stopsParagraph;

  /** Whether the line has a tag after which paragraphs may begin. */
  boolean allowsParagraph;

  boolean opensPre;
  boolean closesPre;

  /** Whether a quotation is open at the line's end; null if the line has no tag of one. */
  Boolean quotation;

  LineTags(Draft draft) {
    this.draft = draft;
  }

  void read(String text, int from, int end) {
    stopsParagraph = false;
    allowsParagraph = false;
    opensPre = false;
    closesPre = false;
    quotation = null;
    for (next = Math.max(next, from); next < end; next += Draft.LENGTH) {
      // Found once and kept: a line without tags must not search the rest of the text again.
      if (next >= text.length() || text.charAt(next) != Draft.MARK) {
        int found = text.indexOf(Draft.MARK, next);
        next = found < 0 ? Integer.MAX_VALUE - Draft.LENGTH : found;
        if (next >= end) {
          return;
        }
      }
      token(draft.at(text, next));
    }
  }

  private void token(Token token) {
    if (token instanceof Token.Open open) {
      tag(open.tag(), true);
    } else if (token instanceof Token.Close close) {
      tag(close.tag(), false);
    } else if (token instanceof Token.Nested nested) {
      if (nested.block()) {
        stopsParagraph = true;
        allowsParagraph = true;
        return;
      }
      // The text of a link is a part of the line.
      var inner = nested.draft();
      int at = inner.indexOf(Draft.MARK);
      while (at >= 0) {
        token(draft.at(inner, at));
        at = inner.indexOf(Draft.MARK, at + Draft.LENGTH);
      }
    }
  }

  private void tag(Tag tag, boolean opening) {
    if (tag == Tag.PRE) {
      opensPre |= opening;
      closesPre |= !opening;
    } else if (tag == Tag.BLOCKQUOTE) {
      quotation = opening;
    }
    if (tag.is(Tag.BLOCK)) {
      stopsParagraph |= opening;
      allowsParagraph |= !opening;
    } else if (tag.is(Tag.CELL)) {
      stopsParagraph |= !opening;
      allowsParagraph |= opening;
    } else if (tag.is(Tag.STOP)) {
      stopsParagraph = true;
    } else if (tag.is(Tag.FREE)) {
      allowsParagraph = true;
    }
  }
}

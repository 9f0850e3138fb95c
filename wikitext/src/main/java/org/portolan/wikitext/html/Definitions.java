package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Tag;

/** The colon between a term and its definition. */
final class Definitions {
  private Definitions() {}

  /** Returns the place of the first colon outside of all elements, or -1. */
  static int colon(Draft draft, String text, int from, int end) {
    int depth = 0;
    for (int i = from; i < end; i++) {
      char letter = text.charAt(i);
      if (letter == Draft.MARK) {
        var token = draft.at(text, i);
        if (token instanceof Token.Open open && !open.tag().is(Tag.VOID)) {
          depth++;
        } else if (token instanceof Token.Close && depth > 0) {
          depth--;
        }
        i += Draft.LENGTH - 1;
      } else if (letter == ':' && depth == 0) {
        return i;
      }
    }
    return -1;
  }
}

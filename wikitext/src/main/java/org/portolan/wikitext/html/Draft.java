package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import org.portolan.wikitext.html.tree.Tag;

/**
 * The tokens of one page. A draft is a text in which three characters stand for a token: {@link
 * #MARK} and two from the private use area. Everything else in it is text that an author wrote, or
 * markup that is not read yet. So a pass never mistakes HTML for text or text for HTML, looks at an
 * attribute no more, and steps over a whole element at once.
 */
final class Draft {
  static final char MARK = '\u0001';

  /** The length of a token in a draft. */
  static final int LENGTH = 3;

  private static final char DIGIT = '\uE000';
  private static final int BASE = 6_400;

  private final List<Token> tokens = new ArrayList<>();

  /** Returns the characters that stand for a token. */
  String mark(Token token) {
    int index = tokens.size();
    tokens.add(token);
    return new String(
        new char[] {MARK, (char) (DIGIT + index / BASE), (char) (DIGIT + index % BASE)});
  }

  void append(StringBuilder draft, Token token) {
    int index = tokens.size();
    tokens.add(token);
    draft.append(MARK);
    draft.append((char) (DIGIT + index / BASE)).append((char) (DIGIT + index % BASE));
  }

  void open(StringBuilder draft, Tag tag, String... attributes) {
    append(draft, new Token.Open(tag, List.of(attributes)));
  }

  void close(StringBuilder draft, Tag tag) {
    append(draft, new Token.Close(tag));
  }

  /** Returns the token whose mark is at this place. */
  Token at(CharSequence draft, int place) {
    int high = draft.charAt(place + 1) - DIGIT;
    return tokens.get(high * BASE + draft.charAt(place + 2) - DIGIT);
  }

  /** Returns the text of a draft: without tags, literal text included. */
  String text(CharSequence draft) {
    var text = new StringBuilder(draft.length());
    for (int i = 0; i < draft.length(); i++) {
      char letter = draft.charAt(i);
      if (letter != MARK) {
        text.append(letter);
        continue;
      }
      if (at(draft, i) instanceof Token.Raw raw) {
        text.append(raw.text());
      }
      i += LENGTH - 1;
    }
    return text.toString();
  }
}

package org.portolan.wikitext.html;

import java.util.List;
import java.util.Locale;
import org.portolan.wikitext.expand.Strip;
import org.portolan.wikitext.html.tree.Tag;

/**
 * The first pass: HTML tags that an author may write, and the markers of extension tags, become
 * tokens. All other angle brackets stay text.
 */
final class WrittenTags {
  private static final int NAME_LENGTH_MAX = 10;

  private final Page page;
  private final String text;
  private final StringBuilder out;

  private WrittenTags(Page page, String text) {
    this.page = page;
    this.text = text;
    this.out = new StringBuilder(text.length() + 16);
  }

  static String read(Page page, String text) {
    return new WrittenTags(page, text).run();
  }

  private String run() {
    int copied = 0;
    int i = 0;
    while (i < text.length()) {
      char letter = text.charAt(i);
      if (letter >= ' ' && letter != '<' && letter != Strip.MARK && letter != '\uFFFE') {
        i++;
        continue;
      }
      if (letter == '\n' || letter == '\t') {
        i++;
        continue;
      }
      out.append(text, copied, i);
      page.allowance.step();
      if (letter == '<') {
        i = tag(i);
      } else if (letter == Strip.MARK) {
        i = strip(i);
      } else {
        // A control character, which no HTML may contain.
        i++;
      }
      copied = i;
    }
    return copied == 0 ? text : out.append(text, copied, text.length()).toString();
  }

  private int strip(int at) {
    int end = text.indexOf(Strip.MARK, at + 1);
    int index = number(text, at + 1, end);
    if (index < 0 || index >= page.source.strips().size()) {
      return at + 1;
    }
    page.extensions.append(out, page.source.strips().get(index));
    return end + 1;
  }

  static int number(CharSequence text, int from, int to) {
    if (to <= from || to - from > 9) {
      return -1;
    }
    int number = 0;
    for (int i = from; i < to; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      number = number * 10 + digit - '0';
    }
    return number;
  }

  /** Reads the tag at this bracket and returns its end; if it is none, the bracket is text. */
  private int tag(int at) {
    int nameStart = at + 1;
    boolean closing = nameStart < text.length() && text.charAt(nameStart) == '/';
    if (closing) {
      nameStart++;
    }
    int nameEnd = nameStart;
    int last = Math.min(text.length(), nameStart + NAME_LENGTH_MAX);
    while (nameEnd < last && isLetterOrDigit(text.charAt(nameEnd))) {
      nameEnd++;
    }
    var tag =
        nameEnd == nameStart
            ? null
            : Tag.of(text.substring(nameStart, nameEnd).toLowerCase(Locale.ROOT));
    int end = tag == null || !tag.is(Tag.WRITTEN) ? -1 : tagEnd(nameEnd);
    if (end < 0 || !endsName(nameEnd)) {
      out.append('<');
      return at + 1;
    }
    boolean selfClosing = text.charAt(end - 1) == '/';
    if (closing) {
      page.draft.close(out, tag);
    } else {
      var attributes = text.substring(nameEnd, selfClosing ? Math.max(nameEnd, end - 1) : end);
      page.draft.append(out, new Token.Open(tag, read(attributes)));
      if (selfClosing && !tag.is(Tag.VOID) && !mayBeSingle(tag)) {
        page.draft.close(out, tag);
      }
    }
    return end + 1;
  }

  private static boolean mayBeSingle(Tag tag) {
    return tag == Tag.LI || tag == Tag.DT || tag == Tag.DD;
  }

  private boolean endsName(int at) {
    char letter = text.charAt(at);
    return letter == '>' || letter == '/' || Attributes.isSpace(letter);
  }

  private int tagEnd(int from) {
    for (int i = from; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '>') {
        return i;
      }
      if (letter == '<') {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isLetterOrDigit(char letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9');
  }

  private List<String> read(String attributes) {
    return Attributes.read(plain(attributes));
  }

  /** Replaces the markers in a text by their literal text. */
  private String plain(String marked) {
    int at = marked.indexOf(Strip.MARK);
    if (at < 0) {
      return marked;
    }
    var plain = new StringBuilder();
    int from = 0;
    while (at >= 0) {
      plain.append(marked, from, at);
      int end = marked.indexOf(Strip.MARK, at + 1);
      int index = number(marked, at + 1, end);
      if (index >= 0 && index < page.source.strips().size()) {
        var strip = page.source.strips().get(index);
        if (strip.tag().equals("nowiki")) {
          plain.append(strip.body().orElse(""));
        }
        from = end + 1;
      } else {
        from = at + 1;
      }
      at = marked.indexOf(Strip.MARK, from);
    }
    return plain.append(marked, from, marked.length()).toString();
  }
}

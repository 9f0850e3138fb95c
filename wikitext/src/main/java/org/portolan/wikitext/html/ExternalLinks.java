package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Entities;
import org.portolan.wikitext.html.tree.SafeUrl;
import org.portolan.wikitext.html.tree.Tag;

/**
 * The pass for addresses: in brackets, with a text or numbered; and alone in the text. Also the
 * magic links ISBN, RFC and PMID.
 */
final class ExternalLinks {
  private final Page page;
  private final Draft draft;
  private final String text;
  private final StringBuilder out;
  private final boolean bare;
  private int noBracketBefore = -1;

  private ExternalLinks(Page page, String text, boolean bare) {
    this.page = page;
    this.bare = bare;
    this.draft = page.draft;
    this.text = text;
    this.out = new StringBuilder(text.length() + 16);
  }

  static String read(Page page, String text) {
    return new ExternalLinks(page, text, true).run();
  }

  /** Reads only the links in brackets. */
  static String readBracketed(Page page, String text) {
    return new ExternalLinks(page, text, false).run();
  }

  private String run() {
    int copied = 0;
    int i = 0;
    while (i < text.length()) {
      char letter = text.charAt(i);
      int end = -1;
      if (letter == Draft.MARK) {
        i += Draft.LENGTH;
        continue;
      } else if (letter == '[') {
        out.append(text, copied, i);
        copied = i;
        end = bracketed(i);
      } else if (bare && isLetter(letter) && isBoundary(i)) {
        int word = i;
        while (word < text.length() && isWord(text.charAt(word))) {
          word++;
        }
        out.append(text, copied, i);
        copied = i;
        if (word < text.length() && text.charAt(word) == ':') {
          end = bare(i);
        } else if (word - i == 3 || word - i == 4) {
          end = MagicLinks.read(page, out, text, i, word);
        }
        if (end < 0) {
          i = word;
          continue;
        }
      }
      if (end < 0) {
        i++;
      } else {
        page.allowance.step();
        copied = end;
        i = end;
      }
    }
    return copied == 0 && out.length() == 0
        ? text
        : out.append(text, copied, text.length()).toString();
  }

  private boolean isBoundary(int at) {
    return at == 0 || !isWord(text.charAt(at - 1)) || isTokenEnd(at);
  }

  /** The last character of a token is from the private use area, which counts as no letter. */
  private boolean isTokenEnd(int at) {
    return at >= Draft.LENGTH && text.charAt(at - Draft.LENGTH) == Draft.MARK;
  }

  private static boolean isLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  }

  static boolean isWord(char letter) {
    return isLetter(letter)
        || (letter >= '0' && letter <= '9')
        || letter == '_'
        || (letter >= 0x80 && Character.isLetterOrDigit(letter));
  }

  /** Reads "[address text]" and returns its end, or -1. */
  private int bracketed(int at) {
    int start = at + 1;
    int scheme = text.startsWith("//", start) ? 2 : SafeUrl.schemeLength(text, start);
    if (scheme == 0) {
      return -1;
    }
    int end = urlEnd(start + scheme);
    if (end == start + scheme) {
      return -1;
    }
    int textStart = end;
    while (textStart < text.length() && isBlank(text.charAt(textStart))) {
      textStart++;
    }
    int close = closing(textStart);
    if (close < 0) {
      return -1;
    }
    var content = text.substring(textStart, close);
    var address = address(start, end);
    page.found.add(page.found.externalLinks, address);
    if (content.isEmpty()) {
      draft.open(out, Tag.A, "href", address, "class", "external");
      out.append('[').append(++page.numberedLinks).append(']');
    } else {
      draft.open(out, Tag.A, "href", address, "class", "external");
      draft.append(out, new Token.Nested(content, false));
    }
    draft.close(out, Tag.A);
    return close + 1;
  }

  private static boolean isBlank(char letter) {
    return letter == ' '
        || letter == '\t'
        || Character.getType(letter) == Character.SPACE_SEPARATOR;
  }

  /** Returns the place of the bracket that closes a link's text, which has no line break. */
  private int closing(int from) {
    if (noBracketBefore > from) {
      return -1;
    }
    for (int i = from; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == ']') {
        return i;
      }
      if (letter == '\n') {
        noBracketBefore = i;
        return -1;
      }
    }
    noBracketBefore = text.length();
    return -1;
  }

  private int urlEnd(int from) {
    int i = hostEnd(from);
    while (i < text.length() && isUrl(text.charAt(i))) {
      if (text.charAt(i) == '&' && isBracketReference(i)) {
        break;
      }
      i++;
    }
    return i;
  }

  /** Returns the end of an IP address in brackets, or the place itself if there is none. */
  private int hostEnd(int from) {
    if (from >= text.length() || text.charAt(from) != '[') {
      return from;
    }
    int i = from + 1;
    while (i < text.length()
        && (Character.digit(text.charAt(i), 16) >= 0 || ":.".indexOf(text.charAt(i)) >= 0)) {
      i++;
    }
    return i > from + 2 && i < text.length() && text.charAt(i) == ']' ? i + 1 : from;
  }

  private boolean isBracketReference(int at) {
    int end = Entities.end(text, at);
    if (end < 0) {
      return false;
    }
    var decoded = Entities.decode(text, at, end);
    return decoded.equals("<") || decoded.equals(">") || decoded.equals("\u00A0");
  }

  private static boolean isUrl(char letter) {
    return letter > ' '
        && "[]<>\"".indexOf(letter) < 0
        && letter != 0x7F
        && letter != 0xA0
        && letter != '\uFFFD'
        && !(letter >= 0x80 && Character.getType(letter) == Character.SPACE_SEPARATOR);
  }

  /** Reads an address that stands in the text and returns its end, or -1. */
  private int bare(int at) {
    int scheme = SafeUrl.schemeLength(text, at);
    if (scheme == 0) {
      return -1;
    }
    int end = urlEnd(at + scheme);
    boolean parenthesis = text.substring(at, end).indexOf('(') >= 0;
    var trailing = parenthesis ? ",;\\.:!?" : ",;\\.:!?)";
    int last = end;
    while (last > at + scheme && trailing.indexOf(text.charAt(last - 1)) >= 0) {
      // The semicolon of a character reference is a part of the address.
      if (text.charAt(last - 1) == ';' && endsReference(at, last)) {
        break;
      }
      last--;
    }
    if (last == at + scheme) {
      return -1;
    }
    var address = address(at, last);
    page.found.add(page.found.externalLinks, address);
    draft.open(out, Tag.A, "href", address, "class", "external");
    draft.append(out, new Token.Raw(address));
    draft.close(out, Tag.A);
    return last;
  }

  private boolean endsReference(int from, int end) {
    int at = end - 2;
    while (at > from && (text.charAt(at) == '#' || Character.isLetterOrDigit(text.charAt(at)))) {
      at--;
    }
    return at >= from && text.charAt(at) == '&' && Entities.end(text, at) == end;
  }

  /** Returns an address as it goes into a link; characters that end one anywhere are encoded. */
  private String address(int from, int to) {
    var written = Entities.decoded(text.substring(from, to));
    var address = new StringBuilder(written.length());
    for (int i = 0; i < written.length(); i++) {
      char letter = written.charAt(i);
      switch (letter) {
        case '"' -> address.append("%22");
        case '<' -> address.append("%3C");
        case '>' -> address.append("%3E");
        case '\\' -> address.append("%5C");
        case '|' -> address.append("%7C");
        case ' ' -> address.append('+');
        case 0xAD, 0x200B, 0x2060, 0xFEFF, 0x200C, 0x200D -> {
          // Invisible characters do not belong to an address.
        }
        default -> address.append(letter);
      }
    }
    return address.toString();
  }
}

package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Entities;
import org.portolan.wikitext.html.tree.Tag;

/** Links that a word and a number make: "RFC 822", "PMID 1234", "ISBN 978-3-16-148410-0". */
final class MagicLinks {
  private static final int SPACES_MAX = 100;

  private MagicLinks() {}

  /**
   * Reads the link whose word stands between two places; appends it and returns its end, or -1 if
   * there is none.
   */
  static int read(Page page, StringBuilder out, String text, int at, int wordEnd) {
    var word = text.substring(at, wordEnd);
    boolean isbn = word.equals("ISBN");
    if (!isbn && !word.equals("RFC") && !word.equals("PMID")) {
      return -1;
    }
    int start = spaceEnd(text, wordEnd);
    if (start == wordEnd) {
      return -1;
    }
    int end = isbn ? isbnEnd(text, start) : digitsEnd(text, start);
    if (end < 0 || (end < text.length() && ExternalLinks.isWord(text.charAt(end)))) {
      return -1;
    }
    var number = text.substring(start, end);
    if (isbn) {
      var digits = digits(number);
      page.draft.open(out, Tag.A, "page", "Special:BookSources/" + digits, "class", "mw-magiclink");
    } else {
      var address =
          word.equals("RFC")
              ? "https://datatracker.ietf.org/doc/html/rfc" + number
              : "//www.ncbi.nlm.nih.gov/pubmed/" + number + "?dopt=Abstract";
      page.draft.open(out, Tag.A, "href", address, "class", "external mw-magiclink");
      page.found.add(page.found.externalLinks, address);
    }
    page.draft.append(out, new Token.Raw(Entities.decoded(text.substring(at, end))));
    page.draft.close(out, Tag.A);
    return end;
  }

  private static int spaceEnd(String text, int from) {
    int at = from;
    int last = Math.min(text.length(), from + SPACES_MAX);
    while (at < last) {
      int next = oneSpaceEnd(text, at);
      if (next < 0) {
        break;
      }
      at = next;
    }
    return at;
  }

  private static int oneSpaceEnd(String text, int at) {
    char letter = text.charAt(at);
    if (letter == '\t' || Character.getType(letter) == Character.SPACE_SEPARATOR) {
      return at + 1;
    }
    int end = letter == '&' ? Entities.end(text, at) : -1;
    return end > 0 && Entities.decode(text, at, end).equals("\u00A0") ? end : -1;
  }

  private static int digitsEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    return at == from ? -1 : at;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  /** An ISBN has ten digits, of which the last may be an X; 978 or 979 may precede them. */
  private static int isbnEnd(String text, int from) {
    boolean prefixed = text.startsWith("978", from) || text.startsWith("979", from);
    int end = prefixed ? tenDigitsEnd(text, separatorEnd(text, from + 3)) : -1;
    boolean whole = end >= 0 && (end == text.length() || !ExternalLinks.isWord(text.charAt(end)));
    return whole ? end : tenDigitsEnd(text, from);
  }

  private static int tenDigitsEnd(String text, int from) {
    int at = from;
    for (int i = 0; i < 9; i++) {
      if (at >= text.length() || !isDigit(text.charAt(at))) {
        return -1;
      }
      at = separatorEnd(text, at + 1);
    }
    boolean last =
        at < text.length() && (isDigit(text.charAt(at)) || (text.charAt(at) | 0x20) == 'x');
    return last ? at + 1 : -1;
  }

  private static int separatorEnd(String text, int at) {
    if (at >= text.length()) {
      return at;
    }
    int end = text.charAt(at) == '-' ? at + 1 : oneSpaceEnd(text, at);
    return end < 0 ? at : end;
  }

  private static String digits(String number) {
    var digits = new StringBuilder();
    for (char letter : Entities.decoded(number).toCharArray()) {
      if (isDigit(letter)) {
        digits.append(letter);
      } else if (letter == 'x' || letter == 'X') {
        digits.append('X');
      }
    }
    return digits.toString();
  }
}

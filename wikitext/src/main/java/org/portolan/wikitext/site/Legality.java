package org.portolan.wikitext.site;

/** MediaWiki's rules for characters and paths in titles, those of other wikis too. */
public final class Legality {
  private Legality() {}

  /**
   * Returns whether a title may consist of these characters.
   *
   * @param literally whether '%' and '&amp;' stand for themselves; otherwise a text is refused if
   *     it still contains an encoded character after decoding, since it would change when it is
   *     decoded again
   */
  public static boolean legal(String text, boolean literally) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      switch (character) {
        case '<', '>', '[', ']', '{', '}', '|', '#', 0x7F, 0xFFFD -> {
          return false;
        }
        case '%' -> {
          if (!literally && Encodings.percentAt(text, i) >= 0) {
            return false;
          }
        }
        case '&' -> {
          if (!literally && Encodings.isReferenceAt(text, i)) {
            return false;
          }
        }
        case '~' -> {
          if (text.startsWith("~~~", i)) {
            return false;
          }
        }
        default -> {
          if (character < ' ') {
            return false;
          }
          if (Character.isSurrogate(character)) {
            if (Character.isLowSurrogate(character)
                || i + 1 == text.length()
                || !Character.isLowSurrogate(text.charAt(i + 1))) {
              return false;
            }
            i++;
          }
        }
      }
    }
    return !isRelativePath(text);
  }

  static int utf8Length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      // Each half of a surrogate pair counts two of its four bytes.
      length +=
          character < 0x80 ? 1 : character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
    }
    return length;
  }

  private static boolean isRelativePath(String text) {
    return text.indexOf('.') >= 0
        && (text.equals(".")
            || text.equals("..")
            || text.startsWith("./")
            || text.startsWith("../")
            || text.contains("/./")
            || text.contains("/../")
            || text.endsWith("/.")
            || text.endsWith("/.."));
  }
}

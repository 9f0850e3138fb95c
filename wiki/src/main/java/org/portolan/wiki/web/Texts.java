package org.portolan.wiki.web;

/** Texts as browsers send them. */
final class Texts {
  private Texts() {}

  /**
   * Returns the text with plain line ends and without characters that XML 1.0, and so a dump,
   * cannot hold.
   */
  static String cleaned(String sent) {
    var text = new StringBuilder(sent.length());
    sent.replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .filter(Texts::isAllowed)
        .forEach(text::appendCodePoint);
    return text.toString();
  }

  private static boolean isAllowed(int point) {
    return point == '\n'
        || point == '\t'
        || (point >= 0x20 && point <= 0xD7FF)
        || (point >= 0xE000 && point <= 0xFFFD)
        || point >= 0x10000;
  }
}

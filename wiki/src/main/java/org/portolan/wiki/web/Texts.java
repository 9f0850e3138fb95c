package org.portolan.wiki.web;

/** Texts as browsers send them. */
final class Texts {
  private Texts() {}

  /**
   * Returns the text with plain line ends and without characters that XML 1.0, and so a dump,
   * cannot hold.
   */
  static String cleaned(String sent) {
    int end = plainEnd(sent, 0);
    if (end == sent.length()) {
      return sent;
    }
    var text = new StringBuilder(sent.length());
    int begin = 0;
    while (end < sent.length()) {
      text.append(sent, begin, end);
      begin = end + 1;
      char unusual = sent.charAt(end);
      if (unusual == '\r') {
        text.append('\n');
        begin += begin < sent.length() && sent.charAt(begin) == '\n' ? 1 : 0;
      }
      end = plainEnd(sent, begin);
    }
    return text.append(sent, begin, end).toString();
  }

  /** Returns the place of the next character that cannot stay as it is; the length if none. */
  private static int plainEnd(String sent, int from) {
    int place = from;
    while (place < sent.length()) {
      char each = sent.charAt(place);
      if ((each >= 0x20 && each <= 0xD7FF)
          || (each >= 0xE000 && each <= 0xFFFD)
          || each == '\n'
          || each == '\t') {
        place++;
      } else if (Character.isHighSurrogate(each)
          && place + 1 < sent.length()
          && Character.isLowSurrogate(sent.charAt(place + 1))) {
        place += 2;
      } else {
        return place;
      }
    }
    return place;
  }
}

package org.portolan.wikitext.site;

import java.text.Normalizer;

/** White space and composed letters in titles. */
final class Spacing {
  private Spacing() {}

  /**
   * Returns the text in Unicode's composed form. Each run of underscores and white space becomes
   * one space, and none remains at the ends; the invisible marks of writing direction are removed.
   */
  static String normal(String text) {
    if (isNormal(text)) {
      return text;
    }
    var result = new StringBuilder(text.length());
    boolean pending = false;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (isSpace(character)) {
        pending = true;
      } else if (!isDirectionMark(character)) {
        if (pending && !result.isEmpty()) {
          result.append(' ');
        }
        pending = false;
        result.append(character);
      }
    }
    return Normalizer.normalize(result, Normalizer.Form.NFC);
  }

  private static boolean isNormal(String text) {
    boolean afterSpace = true;
    boolean mayCompose = false;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == ' ') {
        if (afterSpace) {
          return false;
        }
        afterSpace = true;
      } else if (isSpace(character) || isDirectionMark(character)) {
        return false;
      } else {
        afterSpace = false;
        mayCompose |= character >= 0x300;
      }
    }
    return !(afterSpace && !text.isEmpty())
        && (!mayCompose || Normalizer.isNormalized(text, Normalizer.Form.NFC));
  }

  private static boolean isSpace(char character) {
    if (character < 0x80) {
      return character == ' ' || character == '_';
    }
    return switch (character) {
      case 0xA0, 0x1680, 0x180E, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
      default -> character >= 0x2000 && character <= 0x200A;
    };
  }

  private static boolean isDirectionMark(char character) {
    return character == 0x200E
        || character == 0x200F
        || (character >= 0x202A && character <= 0x202E);
  }
}

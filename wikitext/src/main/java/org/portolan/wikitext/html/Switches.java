package org.portolan.wikitext.html;

import java.util.Locale;
import java.util.Set;

/** The words between double underscores that switch something for a page, and what they set. */
final class Switches {
  private static final Set<String> WORDS =
      Set.of(
          "notoc",
          "forcetoc",
          "toc",
          "noeditsection",
          "nogallery",
          "hiddencat",
          "expectunusedcategory",
          "expectunusedtemplate",
          "index",
          "noindex",
          "newsectionlink",
          "nonewsectionlink",
          "staticredirect",
          "notitleconvert",
          "notc",
          "nocontentconvert",
          "nocc",
          "disambig",
          "noglobal",
          "expected_unconnected_page",
          "archivedtalk",
          "notalk",
          // Italian
          "noindice",
          "forzaindice",
          "indice",
          "indicizza",
          "nonindicizzare",
          "noeditsezione");

  private static final int WORD_LENGTH_MAX = 30;

  boolean contentsRefused;
  boolean contentsForced;
  boolean contentsPlaced;

  /**
   * Returns the end of the word whose first underscore is at this place, or -1 if there is none.
   */
  static int end(String text, int at) {
    int last = Math.min(text.length(), at + WORD_LENGTH_MAX);
    int i = at + 2;
    while (i < last && (Character.isLetter(text.charAt(i)) || isInnerUnderscore(text, i))) {
      i++;
    }
    return text.startsWith("__", i) && WORDS.contains(word(text, at, i + 2)) ? i + 2 : -1;
  }

  private static boolean isInnerUnderscore(String text, int at) {
    return text.charAt(at) == '_' && !text.startsWith("__", at);
  }

  static String word(String text, int at, int end) {
    return text.substring(at + 2, end - 2).toLowerCase(Locale.ROOT);
  }

  /** Takes a word's effect; returns whether the table of contents comes into its place. */
  boolean take(String word) {
    switch (word) {
      case "notoc", "noindice" -> contentsRefused = true;
      case "forcetoc", "forzaindice" -> contentsForced = true;
      case "toc", "indice" -> {
        boolean first = !contentsPlaced;
        contentsPlaced = true;
        return first;
      }
      default -> {}
    }
    return false;
  }
}

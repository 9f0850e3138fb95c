package org.portolan.wiki.render;

/**
 * Detects texts that take the parser quadratic time. At each bracket it searches the rest of the
 * text for the closing one, so thousands of open brackets would occupy a thread for minutes, and
 * nothing can stop it there.
 */
final class Brackets {
  private static final int OPEN_MAX = 600;

  private Brackets() {}

  /** Returns whether more brackets are open at once than any real page needs. */
  static boolean tooManyOpen(String text) {
    int square = 0;
    int curly = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '[' -> square++;
        case ']' -> square = Math.max(0, square - 1);
        case '{' -> curly++;
        case '}' -> curly = Math.max(0, curly - 1);
        default -> {
          continue;
        }
      }
      if (square > OPEN_MAX || curly > OPEN_MAX) {
        return true;
      }
    }
    return false;
  }
}

package org.portolan.types;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known word that a misspelled word was meant to be. Thread-safe. */
public final class Spelling {
  /** Longer words are not compared: none of them is a misspelled key. */
  private static final int LENGTH_MAX = 60;

  private Spelling() {}

  /** Returns the known word nearest to {@code word}, if one is near: a third of it may differ. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    if (word.length() > LENGTH_MAX) {
      return Optional.empty();
    }
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 3))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /** Returns "did you mean 'x'? " if a known word is near, otherwise nothing. */
  public static String hint(String word, Collection<String> known) {
    return nearest(word, known).map(near -> "did you mean '" + near + "'? ").orElse("");
  }

  /** Levenshtein's distance, with a swap of neighbours as one step. */
  private static int distance(String left, String right) {
    int[][] steps = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
        least = Math.min(least, steps[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1)) {
          least = Math.min(least, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = least;
      }
    }
    return steps[left.length()][right.length()];
  }
}

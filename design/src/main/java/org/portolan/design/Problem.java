package org.portolan.design;

/**
 * One mistake in a design.
 *
 * @param line the line of the file, from 1; 0 for a design that was not read from a file
 * @param path the keys that lead to the place, joined by dots; empty for the whole file
 * @param wrong the mistake
 * @param right a correct alternative
 */
public record Problem(int line, String path, String wrong, String right) {

  /** Returns the problem on one line, as compilers print theirs. */
  public String text(String sourceName) {
    StringBuilder text = new StringBuilder(sourceName);
    if (line > 0) {
      text.append(':').append(line);
    }
    text.append(": ");
    if (!path.isEmpty()) {
      text.append(path).append(": ");
    }
    return text.append(wrong).append("; ").append(right).toString();
  }
}

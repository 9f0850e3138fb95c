package org.portolan.advisor.log;

import org.portolan.advisor.sql.StatementStream;

/** The lines of a statement, up to a limit. Not thread-safe. */
final class StatementText {
  private final StringBuilder text = new StringBuilder();
  private boolean cut;
  private long line;

  void start(String first, long number, boolean lineCut) {
    text.setLength(0);
    cut = false;
    line = number;
    append(first, lineCut);
  }

  void next(String more, boolean lineCut) {
    append("\n", false);
    append(more, lineCut);
  }

  private void append(String more, boolean lineCut) {
    int room = Math.min(more.length(), StatementStream.STATEMENT_CHARS_MAX - text.length());
    cut |= lineCut || room < more.length();
    text.append(more, 0, Math.max(0, room));
  }

  long line() {
    return line;
  }

  /** Returns whether the text ends like a statement, or is cut off, so that its end is unknown. */
  boolean isEnded() {
    int end = text.length();
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return cut || (end > 0 && text.charAt(end - 1) == ';');
  }

  boolean isCut() {
    return cut;
  }

  @Override
  public String toString() {
    return text.toString().strip();
  }
}

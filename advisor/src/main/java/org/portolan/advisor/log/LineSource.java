package org.portolan.advisor.log;

import java.io.IOException;
import java.io.Reader;

/** The lines of a log, in bounded memory whatever their length. Not thread-safe. */
public final class LineSource {
  /** The characters of a line that are kept; the rest is skipped. */
  public static final int LINE_CHARS_MAX = 1 << 20;

  private static final int CHARS = 1 << 16;

  private final Reader reader;
  private final char[] buffer = new char[CHARS];
  private int from;
  private int to;
  private long number;
  private boolean cut;

  public LineSource(Reader reader) {
    this.reader = reader;
  }

  /** Returns the next line without its end, or null after the last one. */
  public String next() throws IOException {
    StringBuilder pieces = null;
    cut = false;
    while (true) {
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      if (end < to) {
        String piece = new String(buffer, from, end - from);
        from = end + 1;
        number++;
        return stripped(pieces == null ? piece : append(pieces, piece).toString());
      }
      pieces = append(pieces == null ? new StringBuilder() : pieces, buffer, from, to - from);
      from = 0;
      to = Math.max(0, reader.read(buffer, 0, CHARS));
      if (to == 0) {
        if (pieces.isEmpty()) {
          return null;
        }
        number++;
        return stripped(pieces.toString());
      }
    }
  }

  private StringBuilder append(StringBuilder pieces, char[] chars, int offset, int length) {
    int room = Math.min(length, LINE_CHARS_MAX - pieces.length());
    cut |= room < length;
    return pieces.append(chars, offset, Math.max(0, room));
  }

  private StringBuilder append(StringBuilder pieces, String piece) {
    int room = Math.min(piece.length(), LINE_CHARS_MAX - pieces.length());
    cut |= room < piece.length();
    return pieces.append(piece, 0, Math.max(0, room));
  }

  private static String stripped(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** Returns the number of the line that {@link #next} returned last, from 1. */
  public long number() {
    return number;
  }

  /** Returns whether the line that {@link #next} returned last was too long to keep. */
  public boolean isCut() {
    return cut;
  }
}

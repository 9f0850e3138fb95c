package org.portolan.advisor.sql;

import java.io.IOException;
import java.io.Reader;

/** A reader that looks ahead, and counts lines. Not thread-safe. */
final class CharSource {
  private static final int CHARS = 1 << 16;
  private static final int LINE_CHARS_MAX = 1000;

  private final Reader reader;
  private final char[] buffer = new char[CHARS];
  private int from;
  private int to;
  private boolean ended;
  private long lineNumber = 1;

  CharSource(Reader reader) {
    this.reader = reader;
  }

  /** Returns the character at an offset below {@link #CHARS}, or -1 after the end. */
  int peek(int offset) throws IOException {
    if (from + offset >= to && !fill(offset)) {
      return -1;
    }
    return buffer[from + offset];
  }

  private boolean fill(int offset) throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    while (!ended && to <= offset) {
      int read = reader.read(buffer, to, CHARS - to);
      ended = read < 0;
      to += Math.max(0, read);
    }
    return to > offset;
  }

  /** Returns the next character, or -1 at the end. */
  int read() throws IOException {
    if (from >= to && !fill(0)) {
      return -1;
    }
    char c = buffer[from++];
    if (c == '\n') {
      lineNumber++;
    }
    return c;
  }

  void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      read();
    }
  }

  /** Returns whether the next characters are these, letters in any case. */
  boolean startsWith(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      int c = peek(i);
      if (c != text.charAt(i) && Character.toUpperCase(c) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Reads to the end of the line and returns its beginning. */
  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = read(); c >= 0 && c != '\n'; c = read()) {
      if (line.length() < LINE_CHARS_MAX) {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  void skipLine() throws IOException {
    while (true) {
      int c = read();
      if (c < 0 || c == '\n') {
        return;
      }
    }
  }

  long lineNumber() {
    return lineNumber;
  }
}

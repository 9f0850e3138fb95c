package org.portolan.advisor.log;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trace files of H2, written at {@code TRACE_LEVEL_FILE=2} or more. A statement is a line that
 * begins with a comment: the length of its text if values follow it, the rows, and the milliseconds
 * if there were any. Text and values are escaped as in Java, so a statement is one line. Other
 * lines tell the time and the caller.
 */
final class H2TraceLog implements LogReader {
  static final String BEGIN = "/*SQL";

  private static final Pattern HEAD =
      Pattern.compile("/\\*SQL(?: l:(\\d{1,9}))?(?: #:\\d{1,18})?(?: t:(\\d{1,12}))? ?\\*/");

  @Override
  public void read(LineSource lines, LogSink sink) throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.startsWith(BEGIN)) {
        continue;
      }
      Matcher head = HEAD.matcher(line);
      if (!head.lookingAt()) {
        sink.unreadable(lines.number(), line);
        continue;
      }
      boolean hasValues = head.group(1) != null;
      int length = hasValues ? Integer.parseInt(head.group(1)) : Integer.MAX_VALUE;
      String text = text(line, head.end(), length);
      // Without values the statement is the rest of the line, and a semicolon ends the line.
      if (!hasValues && text.endsWith(";")) {
        text = text.substring(0, text.length() - 1);
      }
      double seconds = head.group(2) == null ? 0 : Long.parseLong(head.group(2)) / 1000.0;
      boolean cut = lines.isCut() && (!hasValues || text.length() < length);
      if (!text.isBlank()) {
        sink.statement(LogStatement.of(text.strip(), lines.number(), seconds, -1, cut));
      }
    }
  }

  /** Returns the first {@code length} characters of an escaped text, or all if it is shorter. */
  private static String text(String line, int from, int length) {
    StringBuilder text = new StringBuilder();
    int at = from;
    while (at < line.length() && text.length() < length) {
      char next = line.charAt(at++);
      if (next != '\\' || at == line.length()) {
        text.append(next);
        continue;
      }
      char escaped = line.charAt(at++);
      int code = escaped == 'u' && at + 4 <= line.length() ? code(line.substring(at, at + 4)) : -1;
      if (code >= 0) {
        text.append((char) code);
        at += 4;
        continue;
      }
      text.append(
          switch (escaped) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'f' -> '\f';
            case 'r' -> '\r';
            default -> escaped;
          });
    }
    return text.toString();
  }

  /** Returns the number of four hexadecimal digits; negative if they are none. */
  private static int code(String digits) {
    return digits.matches("[0-9a-fA-F]{4}") ? Integer.parseInt(digits, 16) : -1;
  }
}

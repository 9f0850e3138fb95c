package org.portolan.advisor.log;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Logs that PostgreSQL writes to its standard error, with any {@code log_line_prefix}: the prefix
 * is whatever stands before the severity. Lines that begin with a tab continue a message. A session
 * is told by a process number in brackets in the prefix; if there is none, durations in lines of
 * their own belong to the statement before.
 */
final class PostgresStderrLog implements LogReader {
  private static final Set<String> SEVERITIES =
      Set.of(
          "LOG",
          "ERROR",
          "DETAIL",
          "STATEMENT",
          "HINT",
          "WARNING",
          "NOTICE",
          "INFO",
          "FATAL",
          "PANIC",
          "CONTEXT",
          "QUERY",
          "LOCATION",
          "DEBUG",
          "DEBUG1",
          "DEBUG2",
          "DEBUG3",
          "DEBUG4",
          "DEBUG5",
          "BACKTRACE");

  private static final Pattern PROCESS = Pattern.compile("[\\[(](\\d+)(?:-\\d+)?[\\])]");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");

  @Override
  public void read(LineSource lines, LogSink sink) throws IOException {
    PostgresMessages messages = new PostgresMessages(sink);
    StatementText message = new StatementText();
    String prefix = "";
    String severity = "";
    for (String line = lines.next(); line != null; line = lines.next()) {
      int colon = line.startsWith("\t") ? -1 : endOfSeverity(line);
      if (colon >= 0) {
        take(messages, severity, prefix, message);
        int start = startOfSeverity(line, colon);
        severity = line.substring(start, colon);
        prefix = line.substring(0, start);
        message.start(line.substring(colon + 3), lines.number(), lines.isCut());
      } else if (!severity.isEmpty()) {
        message.next(line.startsWith("\t") ? line.substring(1) : line, lines.isCut());
      } else if (!line.isBlank() && !line.startsWith("\t")) {
        sink.unreadable(lines.number(), line);
      }
    }
    take(messages, severity, prefix, message);
    messages.flush();
  }

  private static void take(
      PostgresMessages messages, String severity, String prefix, StatementText message) {
    if (severity.equals("LOG")) {
      Matcher time = TIME.matcher(prefix);
      long millis = time.find() ? LogTime.iso(prefix, time.start()) : -1;
      messages.message(
          session(prefix), message.toString(), "", message.line(), millis, message.isCut());
    } else if (severity.equals("DETAIL")) {
      messages.detail(session(prefix), message.toString());
    }
  }

  private static String session(String prefix) {
    Matcher process = PROCESS.matcher(prefix);
    return process.find() ? process.group(1) : "";
  }

  /** Returns where the colon after the severity is, or -1 if the line has none. */
  static int endOfSeverity(String line) {
    for (int colon = line.indexOf(":  "); colon >= 0; colon = line.indexOf(":  ", colon + 1)) {
      int start = startOfSeverity(line, colon);
      if (start < colon && SEVERITIES.contains(line.substring(start, colon))) {
        return colon;
      }
    }
    return -1;
  }

  private static int startOfSeverity(String line, int colon) {
    int start = colon;
    while (start > 0 && isOfSeverity(line.charAt(start - 1)) && colon - start < 10) {
      start--;
    }
    return start;
  }

  private static boolean isOfSeverity(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}

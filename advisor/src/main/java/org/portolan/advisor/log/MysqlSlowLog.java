package org.portolan.advisor.log;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Slow logs of MySQL, MariaDB and Percona Server. The lines of a header begin with {@code # };
 * their number and order differ, so each is searched for the values that count. After them come USE
 * and SET of the server, then the statement, which the server always ends with a semicolon: a line
 * like a header before that belongs to a text of the statement.
 */
final class MysqlSlowLog implements LogReader {
  private static final Pattern OF_SERVER =
      Pattern.compile("(use .*|set .*\\btimestamp=\\d+(\\.\\d+)?.*);", Pattern.CASE_INSENSITIVE);

  @Override
  public void read(LineSource lines, LogSink sink) throws IOException {
    Entry entry = null;
    boolean header = false;
    long millis = -1;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (isHeader(line) && (entry == null || entry.isEnded())) {
        if (!header || entry.administrator) {
          emit(sink, entry, millis);
          entry = new Entry();
        }
        header = true;
        if (line.startsWith("# Time: ")) {
          millis = time(line.substring("# Time: ".length()));
        }
        entry.header(line);
      } else if (MysqlGeneralLog.startsServer(line)) {
        header = false;
      } else if (entry == null) {
        if (!line.isBlank()) {
          sink.unreadable(lines.number(), line);
        }
      } else if (!header || !line.startsWith("#")) { // Otherwise, the plan that MariaDB explains.
        header = false;
        if (entry.started || !OF_SERVER.matcher(line).matches()) {
          entry.line(line, lines);
        }
      }
    }
    emit(sink, entry, millis);
  }

  private static boolean isHeader(String line) {
    return line.startsWith("# Time: ")
        || line.startsWith("# User@Host: ")
        || line.startsWith("# Query_time: ")
        || line.startsWith("# administrator command: ")
        || line.startsWith("# Thread_id: ");
  }

  private static void emit(LogSink sink, Entry entry, long millis) {
    if (entry == null || !entry.started || entry.administrator) {
      return;
    }
    String text = entry.text.toString();
    if (!text.isEmpty() && !text.toLowerCase(Locale.ROOT).startsWith("prepare ")) {
      sink.statement(
          new LogStatement(
              text,
              entry.text.line(),
              1,
              entry.seconds,
              entry.seconds,
              entry.rowsSent,
              entry.rowsExamined,
              millis,
              entry.text.isCut()));
    }
  }

  private static long time(String text) {
    String at = text.strip();
    return at.length() > 4 && at.charAt(4) == '-' ? LogTime.iso(at, 0) : LogTime.compact(at, 0);
  }

  /** A header and its statement. */
  private static final class Entry {
    private final StatementText text = new StatementText();
    private double seconds = -1;
    private long rowsSent = -1;
    private long rowsExamined = -1;
    private boolean started;
    private boolean administrator;

    void header(String line) {
      administrator |= line.startsWith("# administrator command: ");
      if (line.startsWith("# Query_time: ")) {
        seconds = value(line, "Query_time: ");
        rowsSent = (long) value(line, "Rows_sent: ");
        rowsExamined = (long) value(line, "Rows_examined: ");
      }
    }

    /** Returns whether a header may follow. */
    boolean isEnded() {
      return !started || text.isEnded();
    }

    void line(String line, LineSource lines) {
      if (started) {
        text.next(line, lines.isCut());
      } else if (!line.isBlank()) {
        started = true;
        text.start(line, lines.number(), lines.isCut());
      }
    }

    private static double value(String line, String name) {
      int from = line.indexOf(name);
      if (from < 0) {
        return -1;
      }
      from += name.length();
      int end = from;
      while (end < line.length()
          && (Character.isDigit(line.charAt(end)) || line.charAt(end) == '.')) {
        end++;
      }
      try {
        return Double.parseDouble(line.substring(from, end));
      } catch (NumberFormatException e) {
        return -1;
      }
    }
  }
}

package org.portolan.advisor.log;

import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.StatementStream;

/**
 * Files of SQL. A line {@code -- weight: 500} directly above a statement says that it is executed
 * 500 times; without one, it counts once. A weight that is no whole number from 1 on, or that no
 * statement follows, is reported.
 */
final class SqlFile {
  private static final Pattern WEIGHT =
      Pattern.compile("weight(?:\\s*[:=]\\s*|\\s+(?=\\d))(\\S*).*", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,14}");

  private SqlFile() {}

  static void read(Reader reader, Dialect dialect, LogSink sink) throws IOException {
    StatementStream statements = new StatementStream(reader, dialect, false);
    for (var next = statements.next(); next != null; next = statements.next()) {
      long times = weight(next.note(), next.line(), sink);
      sink.statement(
          new LogStatement(next.text(), next.line(), times, -1, -1, -1, -1, -1, next.cut()));
    }
    if (WEIGHT.matcher(statements.note()).matches()) {
      sink.unreadable(
          statements.noteLine(),
          "-- "
              + statements.note()
              + " (no statement follows: a weight stands above its statement)");
    }
  }

  private static long weight(String note, long line, LogSink sink) {
    Matcher weight = WEIGHT.matcher(note);
    if (!weight.matches()) {
      return 1;
    }
    String number = weight.group(1).replaceFirst("[,;.]$", "");
    if (NUMBER.matcher(number).matches()) {
      return Long.parseLong(number);
    }
    sink.unreadable(
        line, "-- " + note + " (a weight is a whole number from 1 on; the statement counts once)");
    return 1;
  }
}

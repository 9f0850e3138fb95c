package org.portolan.advisor.log;

import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.StatementStream;

/**
 * Files of SQL. A line {@code -- weight: 500} directly above a statement says that it is executed
 * 500 times; without one, it counts once.
 */
final class SqlFile {
  private static final Pattern WEIGHT =
      Pattern.compile("weight:?\\s*(\\d{1,15})\\b.*", Pattern.CASE_INSENSITIVE);

  private SqlFile() {}

  static void read(Reader reader, Dialect dialect, LogSink sink) throws IOException {
    StatementStream statements = new StatementStream(reader, dialect, false);
    for (var next = statements.next(); next != null; next = statements.next()) {
      Matcher weight = WEIGHT.matcher(next.note());
      long times = weight.matches() ? Long.parseLong(weight.group(1)) : 1;
      sink.statement(
          new LogStatement(next.text(), next.line(), times, -1, -1, -1, -1, -1, next.cut()));
    }
  }
}

package org.portolan.advisor.log;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * General logs of MySQL and of MariaDB. A line begins with the time, or with two tabs in the same
 * second, then the connection, the command and its argument. Other lines continue a statement.
 *
 * <p>A prepared statement is logged as Prepare once and as Execute each time, there with its
 * values. Of EXECUTE as SQL text the server logs the Query and the Execute. So only Execute counts.
 */
final class MysqlGeneralLog implements LogReader {
  static final Pattern ENTRY =
      Pattern.compile(
          "(\\d{6} [ \\d]\\d:\\d\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\S*)?"
              + "\\t\\t? *\\d+ (Query|Execute|Prepare|Connect|Quit|Init DB|Field List|Close stmt"
              + "|Reset stmt|Long Data|Fetch|Statistics|Ping|Shutdown|Change user|Binlog Dump"
              + "|Binlog Dump GTID|Sleep|Refresh|Kill|Debug|Set option|Register Slave"
              + "|Register Replica|Daemon|Error|Create DB|Drop DB|Processlist|Connect Out"
              + "|Table Dump|Time|Delayed insert|Reset connection|Bulk_execute|Unimpl command)"
              + "(?:\\t(.*))?",
          Pattern.DOTALL);

  private static final Pattern AROUND_PREPARED =
      Pattern.compile(
          "\\s*(execute|deallocate|drop\\s+prepare|prepare)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  @Override
  public void read(LineSource lines, LogSink sink) throws IOException {
    StatementText statement = new StatementText();
    boolean open = false;
    boolean before = true;
    boolean query = false;
    long millis = -1;
    for (String line = lines.next(); line != null; line = lines.next()) {
      Matcher entry = mayBegin(line) ? ENTRY.matcher(line) : null;
      if (entry == null || !entry.matches()) {
        if (open) {
          if (!startsServer(line)) {
            statement.next(line, lines.isCut());
          }
        } else if (before && !startsServer(line) && !line.isBlank()) {
          sink.unreadable(lines.number(), line);
        }
        continue;
      }
      before = false;
      if (open) {
        emit(sink, statement, query, millis);
      }
      millis = entry.group(1) == null ? millis : time(entry.group(1));
      query = entry.group(2).equals("Query");
      open = (query || entry.group(2).equals("Execute")) && entry.group(3) != null;
      if (open) {
        statement.start(entry.group(3), lines.number(), lines.isCut());
      }
    }
    if (open) {
      emit(sink, statement, query, millis);
    }
  }

  private static void emit(LogSink sink, StatementText statement, boolean query, long millis) {
    String text = statement.toString();
    if (!text.isEmpty() && !(query && AROUND_PREPARED.matcher(text).matches())) {
      sink.statement(LogStatement.of(text, statement.line(), -1, millis, statement.isCut()));
    }
  }

  private static boolean mayBegin(String line) {
    char first = line.isEmpty() ? ' ' : line.charAt(0);
    return first == '\t' || (first >= '0' && first <= '9');
  }

  /** The server writes three lines whenever it opens the file. */
  static boolean startsServer(String line) {
    return line.startsWith("Time                 Id Command")
        || line.startsWith("Time\t\t    Id Command\t")
        || line.startsWith("Tcp port: ")
        || line.startsWith("TCP Port: ")
        || (line.contains(", Version: ") && line.endsWith("started with:"));
  }

  private static long time(String text) {
    return text.charAt(4) == '-' ? LogTime.iso(text, 0) : LogTime.compact(text, 0);
  }
}

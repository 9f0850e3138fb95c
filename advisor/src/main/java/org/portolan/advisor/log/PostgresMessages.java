package org.portolan.advisor.log;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the statements in the messages of a PostgreSQL server, whatever the format of the log.
 *
 * <p>With {@code log_min_duration_statement} a message has the duration and the statement. With
 * {@code log_statement} it has the statement, and {@code log_duration} gives the duration in a
 * later message of the same session. A prepared statement has messages for parse and bind too,
 * which do not count. Of EXECUTE as SQL text, the detail has the statement. Not thread-safe.
 */
final class PostgresMessages {
  private static final int SESSIONS_MAX = 10_000;

  private static final Pattern DURATION = Pattern.compile("duration: (\\d+(?:\\.\\d+)?) ms(?:  )?");
  private static final Pattern EXECUTE = Pattern.compile("execute [^:]*: ");
  private static final Pattern PREPARED =
      Pattern.compile(
          "prepare: prepare\\s+.*?\\sas\\s+(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern TEXT_EXECUTE =
      Pattern.compile("execute\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final LogSink sink;

  /** Statements that wait for their duration or detail, by session. */
  private final Map<String, LogStatement> waiting = new HashMap<>();

  PostgresMessages(LogSink sink) {
    this.sink = sink;
  }

  /**
   * Takes a message of severity LOG.
   *
   * @param session what names the session in this log; the same for all if nothing does
   * @param detail the detail; empty if there is none or if it comes later
   */
  void message(String session, String text, String detail, long line, long millis, boolean cut) {
    Matcher duration = DURATION.matcher(text);
    double seconds = -1;
    String rest = text;
    if (text.startsWith("duration: ") && duration.lookingAt()) {
      seconds = Double.parseDouble(duration.group(1)) / 1000;
      rest = text.substring(duration.end());
    }
    if (rest.isEmpty()) {
      LogStatement last = waiting.remove(session);
      if (last != null) {
        sink.statement(last.seconds() < 0 ? last.withSeconds(seconds) : last);
      }
      return;
    }
    String sql = statement(rest);
    if (sql == null) {
      return;
    }
    flush(session);
    LogStatement found = LogStatement.of(sql.strip(), line, seconds, millis, cut);
    if (waiting.size() >= SESSIONS_MAX) {
      flush();
    }
    waiting.put(session, found);
    detail(session, detail);
  }

  private static String statement(String text) {
    if (text.startsWith("statement: ")) {
      return text.substring("statement: ".length());
    }
    Matcher execute = EXECUTE.matcher(text);
    // Further rows of a cursor do not count as another execution.
    boolean executes = text.startsWith("execute ") && !text.startsWith("execute fetch from ");
    return executes && execute.lookingAt() ? text.substring(execute.end()) : null;
  }

  /** Takes the detail of the session's last message. */
  void detail(String session, String detail) {
    Matcher prepared = PREPARED.matcher(detail);
    LogStatement last = waiting.get(session);
    if (last != null && prepared.matches() && TEXT_EXECUTE.matcher(last.text()).matches()) {
      LogStatement known =
          LogStatement.of(
              prepared.group(1), last.line(), last.seconds(), last.epochMillis(), last.cut());
      waiting.put(session, known);
    }
  }

  private void flush(String session) {
    LogStatement last = waiting.remove(session);
    if (last != null) {
      sink.statement(last);
    }
  }

  /** Hands over all statements that still wait, in the order of their lines. */
  void flush() {
    waiting.values().stream()
        .sorted(Comparator.comparingLong(LogStatement::line))
        .forEach(sink::statement);
    waiting.clear();
  }
}

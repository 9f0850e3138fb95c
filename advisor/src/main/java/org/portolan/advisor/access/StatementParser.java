package org.portolan.advisor.access;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.UnsupportedStatement;
import org.portolan.advisor.sql.Dialect;

/**
 * Parses statements by JSqlParser, within limits. Not thread-safe.
 *
 * <p>The parser runs in a separate thread with a large stack: deep nesting would otherwise overflow
 * the stack of the caller.
 */
final class StatementParser implements AutoCloseable {
  /** A longer template is not parsed. */
  static final int CHARS_MAX = 100_000;

  /** The parser's time may double with each further bracket. */
  private static final int DEPTH_MAX = 100;

  private static final long STACK_BYTES = 64L << 20;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int REASON_CHARS_MAX = 120;

  private ExecutorService thread = newThread();

  /**
   * A parsed statement, or the reason why it could not be parsed.
   *
   * @param statement null if it could not be parsed
   * @param failure empty if it was parsed
   */
  record Parsed(Statement statement, String failure) {}

  private static ExecutorService newThread() {
    return Executors.newSingleThreadExecutor(
        work -> {
          Thread thread = new Thread(null, work, "sql-parser", STACK_BYTES);
          thread.setDaemon(true);
          return thread;
        });
  }

  Parsed parse(String sql, Dialect dialect) {
    if (sql.length() > CHARS_MAX) {
      return new Parsed(null, "it has more than " + CHARS_MAX + " characters");
    }
    if (depth(sql) > DEPTH_MAX) {
      return new Parsed(null, "its brackets are nested more than " + DEPTH_MAX + " deep");
    }
    try {
      Statement statement =
          CCJSqlParserUtil.parse(
              sql,
              thread,
              parser ->
                  parser
                      .withBackslashEscapeCharacter(dialect == Dialect.MYSQL)
                      .withTimeOut(TIMEOUT_MILLIS));
      boolean known = statement != null && !(statement instanceof UnsupportedStatement);
      return known
          ? new Parsed(statement, "")
          : new Parsed(null, "the parser does not know this form");
    } catch (JSQLParserException | RuntimeException | StackOverflowError e) {
      if (thread.isShutdown() || isTimeout(e)) {
        thread.shutdownNow();
        thread = newThread();
      }
      return new Parsed(null, reason(e));
    }
  }

  private static int depth(String sql) {
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < sql.length(); i++) {
      depth += sql.charAt(i) == '(' ? 1 : sql.charAt(i) == ')' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  /** The thread may parse on after its time. */
  private static boolean isTimeout(Throwable failure) {
    return failure instanceof TimeoutException
        || (failure.getCause() != null && isTimeout(failure.getCause()));
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (message == null) {
      return "the parser failed: " + cause.getClass().getSimpleName();
    }
    String line = message.replaceAll("\\s+", " ").replaceAll(" Was expecting.*", "").strip();
    return line.length() <= REASON_CHARS_MAX ? line : line.substring(0, REASON_CHARS_MAX) + "…";
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

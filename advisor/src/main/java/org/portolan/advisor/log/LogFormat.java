package org.portolan.advisor.log;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.advisor.sql.Dialect;

/** The formats of query logs. */
public enum LogFormat {
  /** The general query log of MySQL and MariaDB. */
  MYSQL_GENERAL(Dialect.MYSQL, new MysqlGeneralLog()),

  /** The slow query log of MySQL, MariaDB and Percona Server. */
  MYSQL_SLOW(Dialect.MYSQL, new MysqlSlowLog()),

  /** PostgreSQL's log in text, with any {@code log_line_prefix}. */
  POSTGRESQL_STDERR(Dialect.POSTGRESQL, new PostgresStderrLog()),

  /** PostgreSQL's log as CSV. */
  POSTGRESQL_CSV(Dialect.POSTGRESQL, new PostgresCsvLog()),

  /** PostgreSQL's log as JSON. */
  POSTGRESQL_JSON(Dialect.POSTGRESQL, new PostgresJsonLog()),

  /** Statements that end at semicolons. */
  SQL(null, null);

  /** The characters at the beginning of a file in which {@link #detect} looks. */
  public static final int DETECT_CHARS = 64 * 1024;

  private static final int LINES_MAX = 1000;

  private final Dialect dialect;
  private final LogReader reader;

  LogFormat(Dialect dialect, LogReader reader) {
    this.dialect = dialect;
    this.reader = reader;
  }

  /** Returns the name for the command line, for example {@code mysql-slow}. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the format of a name. */
  public static LogFormat named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.title().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no log format '"
                        + name
                        + "': use "
                        + Arrays.stream(values())
                            .map(LogFormat::title)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * Returns the format with the most lines of its form; empty if no line has any. A file may begin
   * in the middle of a statement, as rotated ones do.
   *
   * @param start the beginning of a file, at most {@link #DETECT_CHARS}
   */
  public static Optional<LogFormat> detect(String start) {
    int[] lines = new int[values().length];
    List<String> first = start.lines().limit(LINES_MAX).toList();
    for (String line : first) {
      LogFormat found = ofLine(line);
      if (found != null) {
        lines[found.ordinal()]++;
      }
    }
    LogFormat best = SQL;
    for (LogFormat format : values()) {
      if (lines[format.ordinal()] > lines[best.ordinal()] && format != SQL) {
        best = format;
      }
    }
    return lines[best.ordinal()] == 0 || (best == SQL && !start.contains(";"))
        ? Optional.empty()
        : Optional.of(best);
  }

  private static LogFormat ofLine(String line) {
    if (line.startsWith("# Query_time: ") || line.startsWith("# User@Host: ")) {
      return MYSQL_SLOW;
    }
    if (line.startsWith("{") && line.contains("\"error_severity\"")) {
      return POSTGRESQL_JSON;
    }
    if (LogTime.iso(line, 0) >= 0 && PostgresCsvLog.fields(line).size() > 12) {
      return POSTGRESQL_CSV;
    }
    if (MysqlGeneralLog.ENTRY.matcher(line).matches()) {
      return MYSQL_GENERAL;
    }
    if (!line.startsWith("\t") && PostgresStderrLog.endOfSeverity(line) >= 0) {
      return POSTGRESQL_STDERR;
    }
    return line.matches(
            "(?i)\\s*(/\\*.{0,80}\\*/\\s*)?(select|insert|update|delete|replace|with|merge)\\b.*")
        ? SQL
        : null;
  }

  /**
   * Reads a log, to its end or to a failure of the reader.
   *
   * @param fallback the dialect of a file of SQL; the other formats have their own
   */
  public void read(Reader text, Dialect fallback, LogSink sink) throws IOException {
    if (reader == null) {
      SqlFile.read(text, fallback, sink);
    } else {
      reader.read(new LineSource(text), sink);
    }
  }

  /** Returns the dialect of the statements; empty for files of SQL. */
  public Optional<Dialect> dialect() {
    return Optional.ofNullable(dialect);
  }
}

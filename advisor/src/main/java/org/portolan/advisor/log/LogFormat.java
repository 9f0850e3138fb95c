package org.portolan.advisor.log;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.advisor.sql.Dialect;

/** The formats of query logs. */
public enum LogFormat {
  /** The general query log of MySQL and MariaDB. */
  MYSQL_GENERAL(Dialect.MYSQL),

  /** The slow query log of MySQL, MariaDB and Percona Server. */
  MYSQL_SLOW(Dialect.MYSQL),

  /** PostgreSQL's log in text, with any {@code log_line_prefix}. */
  POSTGRESQL_STDERR(Dialect.POSTGRESQL),

  /** PostgreSQL's log as CSV. */
  POSTGRESQL_CSV(Dialect.POSTGRESQL),

  /** PostgreSQL's log as JSON. */
  POSTGRESQL_JSON(Dialect.POSTGRESQL),

  /** H2's trace file. */
  H2_TRACE(Dialect.H2),

  /** Statements that end at semicolons. */
  SQL(null);

  /** The characters at the beginning of a file in which {@link #detect} looks. */
  public static final int DETECT_CHARS = 64 * 1024;

  private static final int LINES_MAX = 1000;

  private final Dialect dialect;

  LogFormat(Dialect dialect) {
    this.dialect = dialect;
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
    Map<LogFormat, Integer> lines = new EnumMap<>(LogFormat.class);
    start
        .lines()
        .limit(LINES_MAX)
        .forEach(line -> ofLine(line).ifPresent(found -> lines.merge(found, 1, Integer::sum)));
    if (lines.size() > 1 || !start.contains(";")) {
      lines.remove(SQL); // Statements are in the lines of other formats too.
    }
    return Arrays.stream(values())
        .filter(lines::containsKey)
        .max(Comparator.comparingInt(lines::get));
  }

  private static Optional<LogFormat> ofLine(String line) {
    if (line.startsWith("# Query_time: ") || line.startsWith("# User@Host: ")) {
      return Optional.of(MYSQL_SLOW);
    }
    if (line.startsWith("{") && line.contains("\"error_severity\"")) {
      return Optional.of(POSTGRESQL_JSON);
    }
    if (line.startsWith(H2TraceLog.BEGIN)) {
      return Optional.of(H2_TRACE);
    }
    if (LogTime.iso(line, 0) >= 0 && PostgresCsvLog.fields(line).size() > 12) {
      return Optional.of(POSTGRESQL_CSV);
    }
    if (MysqlGeneralLog.ENTRY.matcher(line).matches()) {
      return Optional.of(MYSQL_GENERAL);
    }
    if (!line.startsWith("\t") && PostgresStderrLog.endOfSeverity(line) >= 0) {
      return Optional.of(POSTGRESQL_STDERR);
    }
    return line.matches(
            "(?i)\\s*(/\\*.{0,80}\\*/\\s*)?(select|insert|update|delete|replace|with|merge)\\b.*")
        ? Optional.of(SQL)
        : Optional.empty();
  }

  /**
   * Reads a log, to its end or to a failure of the reader.
   *
   * @param fallback the dialect of a file of SQL; the other formats have their own
   */
  public void read(Reader text, Dialect fallback, LogSink sink) throws IOException {
    switch (this) {
      case MYSQL_GENERAL -> new MysqlGeneralLog().read(new LineSource(text), sink);
      case MYSQL_SLOW -> new MysqlSlowLog().read(new LineSource(text), sink);
      case POSTGRESQL_STDERR -> new PostgresStderrLog().read(new LineSource(text), sink);
      case POSTGRESQL_CSV -> new PostgresCsvLog().read(new LineSource(text), sink);
      case POSTGRESQL_JSON -> new PostgresJsonLog().read(new LineSource(text), sink);
      case H2_TRACE -> new H2TraceLog().read(new LineSource(text), sink);
      case SQL -> SqlFile.read(text, fallback, sink);
    }
  }

  /** Returns the dialect of the statements; empty for files of SQL. */
  public Optional<Dialect> dialect() {
    return Optional.ofNullable(dialect);
  }
}

package org.portolan.advisor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.portolan.advisor.access.AccessPaths;
import org.portolan.advisor.ddl.SchemaReader;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.ProposedKeys;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Relationships;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.live.LiveDatabase;
import org.portolan.advisor.live.LiveStatements;
import org.portolan.advisor.log.LogFormat;
import org.portolan.advisor.log.LogSink;
import org.portolan.advisor.log.LogStatement;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NullOrder;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.advisor.workload.OwnStatements;
import org.portolan.advisor.workload.StatementKind;
import org.portolan.advisor.workload.StatementTemplate;
import org.portolan.advisor.workload.Workload;
import org.portolan.advisor.workload.WorkloadBuilder;
import org.portolan.jdbc.DatabaseException;

/**
 * Reads the files of an application: first its schema, then its logs. Memory does not grow with the
 * files. Files may be compressed by gzip. Not thread-safe.
 */
public final class RelationalReader {
  private static final int PROBLEMS_OF_FILE_MAX = 20;
  private static final int EXCERPT_CHARS = 80;

  private final SchemaReader schemas = new SchemaReader();
  private final WorkloadBuilder workload = new WorkloadBuilder();
  private final List<RelationalModel.ReadFile> files = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private Optional<Dialect> dialect = Optional.empty();
  private Optional<LiveDatabase> database = Optional.empty();

  /**
   * Reads a schema: a dump of mysqldump, mariadb-dump or pg_dump, or a file of DDL.
   *
   * @param given the dialect, if it is not to be guessed
   * @throws IOException if the file cannot be opened or read
   */
  public void readSchema(Path file, Optional<Dialect> given) throws IOException {
    int before = schemas.problems().size();
    try (TextFile text = TextFile.open(file, Dialect.GUESS_CHARS)) {
      Dialect chosen = given.orElseGet(() -> Dialect.guess(text.start()));
      dialect = dialect.or(() -> Optional.of(chosen));
      schemas.read(text, chosen, name(file));
      files.add(new RelationalModel.ReadFile(name(file), "schema, " + chosen.title(), 0, 0));
      ended(file, text);
    }
    List<Problem> found = schemas.problems();
    keep(found.subList(before, found.size()), found.size() - before, name(file));
  }

  /**
   * Reads the schema of a database, which must stay open until {@link #model} returns.
   *
   * @throws DatabaseException if the database refuses or fails
   */
  public void readDatabase(LiveDatabase live) {
    database = Optional.of(live);
    dialect = dialect.or(() -> Optional.of(live.dialect()));
    List<Problem> found = live.readSchema(schemas);
    files.add(new RelationalModel.ReadFile(live.name(), "schema, " + live.product(), 0, 0));
    keep(found, found.size(), live.name());
  }

  /**
   * Reads the statements that a database has counted, instead of a log. Of these, only those that
   * read or write rows, or call procedures, count: the others are of drivers and of us.
   *
   * @throws DatabaseException if the database fails
   */
  public void readStatements(LiveDatabase live) {
    LiveStatements found = live.statements();
    knowTables();
    long statements = 0;
    for (LogStatement statement : found.statements()) {
      StatementKind kind = workload.kind(statement.text(), live.dialect());
      if (kind == StatementKind.DATA || kind == StatementKind.CALL) {
        workload.add(statement, live.dialect(), found.source());
        statements += statement.times();
      }
    }
    String form = found.missing().isEmpty() ? "counted by the database" : found.missing();
    files.add(new RelationalModel.ReadFile(found.source(), form, statements, 0));
  }

  /**
   * Reads a query log, or a file of SQL.
   *
   * @param format the format, if it is not to be detected
   * @param given the dialect of a file of SQL; if it is empty, that of the schema
   * @param progress receives the number of statements so far, from time to time
   * @throws IOException if the file cannot be opened or read
   * @throws UnknownFormatException if no format is given and none is detected
   */
  public void readLog(
      Path file, Optional<LogFormat> format, Optional<Dialect> given, LongConsumer progress)
      throws IOException {
    try (TextFile text = TextFile.open(file, LogFormat.DETECT_CHARS)) {
      if (text.start().isBlank()) {
        files.add(new RelationalModel.ReadFile(name(file), "empty", 0, 0));
        ended(file, text);
        return;
      }
      LogFormat chosen =
          format
              .or(() -> LogFormat.detect(text.start()))
              .orElseThrow(() -> new UnknownFormatException(file));
      Dialect ofFile =
          chosen
              .dialect()
              .or(() -> given)
              .or(() -> dialect)
              .orElseGet(() -> Dialect.guess(text.start()));
      knowTables();
      Sink sink = new Sink(name(file), ofFile, progress);
      chosen.read(text, ofFile, sink);
      workload.endOfFile();
      files.add(
          new RelationalModel.ReadFile(
              name(file), chosen.title(), sink.statements, sink.unreadable));
      keep(sink.problems, sink.unreadable, name(file));
      if (sink.statements == 0) {
        problems.add(new Problem(name(file), 0, withoutStatement(chosen), ""));
      }
      ended(file, text);
    }
  }

  private void knowTables() {
    workload.tables(schemas.schema().tables().stream().map(Table::name).toList());
  }

  private static String withoutStatement(LogFormat format) {
    String remedy =
        switch (format) {
          case POSTGRESQL_STDERR, POSTGRESQL_CSV, POSTGRESQL_JSON ->
              "let the server log statements (log_statement or log_min_duration_statement), in"
                  + " English (lc_messages = 'C')";
          case MYSQL_GENERAL, MYSQL_SLOW -> "let the server log all statements for a while";
          case H2_TRACE -> "set TRACE_LEVEL_FILE=2";
          case SQL -> "statements end at semicolons";
        };
    return "no statement was found in this file of format " + format.title() + ": " + remedy;
  }

  private void ended(Path file, TextFile text) {
    if (!text.damage().isEmpty()) {
      problems.add(new Problem(name(file), 0, text.damage(), ""));
    }
    if (text.wrongCharacters() > 0) {
      problems.add(
          new Problem(
              name(file),
              0,
              text.wrongCharacters()
                  + " characters are no UTF-8 and were read as U+FFFD: if names of tables are"
                  + " among them, convert the file",
              ""));
    }
  }

  private void keep(List<Problem> found, long total, String file) {
    keep(found, total, file, problems);
  }

  private static void keep(List<Problem> found, long total, String file, List<Problem> kept) {
    kept.addAll(found.subList(0, Math.min(found.size(), PROBLEMS_OF_FILE_MAX)));
    if (total > PROBLEMS_OF_FILE_MAX) {
      String more = "and " + (total - PROBLEMS_OF_FILE_MAX) + " more such parts";
      kept.add(new Problem(file, 0, more, ""));
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** A statement of a log is one of the database that was read, if they have the same dialect. */
  private NullOrder nullOrder(Dialect ofStatement) {
    return database
        .filter(live -> live.dialect() == ofStatement)
        .map(LiveDatabase::nullOrder)
        .orElseGet(ofStatement::nullOrder);
  }

  /** Returns the model of all files read so far, with what they imply. */
  public RelationalModel model() {
    RelationalSchema schema = schemas.schema();
    Workload read = workload.workload();
    List<StatementTemplate> templates = read.templates(StatementKind.DATA);
    List<AccessPaths.Result> paths = AccessPaths.of(schema, templates, this::nullOrder);
    List<Statement> statements = new ArrayList<>();
    for (int place = 0; place < templates.size(); place++) {
      AccessPaths.Result result = paths.get(place);
      statements.add(Statement.of(templates.get(place), result.path(), result.failure()));
    }
    List<Relationship> named = Relationships.of(schema, statements, List.of());
    List<ProposedKey> keys = ProposedKeys.possible(schema, named, statements);
    List<Problem> unread = new ArrayList<>();
    DatabaseStatistics statistics =
        database.isPresent()
            ? database.get().statistics(schema, named, keys, unread)
            : counted(schema);
    List<Relationship> relationships =
        statistics.inclusions().isEmpty()
            ? named
            : Relationships.of(schema, statements, statistics.inclusions());
    List<Problem> all = new ArrayList<>(problems);
    keep(unread, unread.size(), files.get(0).file(), all);
    return new RelationalModel(
        files,
        schema,
        read,
        statements,
        relationships,
        ProposedKeys.of(schema, relationships, statements, statistics.keyChecks()),
        all,
        statistics);
  }

  private static DatabaseStatistics counted(RelationalSchema schema) {
    Map<String, TableStatistics> tables = new LinkedHashMap<>();
    for (Table table : schema.tables()) {
      table.rows().ifPresent(rows -> tables.put(table.name(), TableStatistics.counted(rows)));
    }
    return new DatabaseStatistics(tables, List.of(), List.of(), List.of(), "");
  }

  /** Counts the statements of one file. */
  private final class Sink implements LogSink {
    private static final int PROGRESS_EVERY = 1000;

    private final String file;
    private final Dialect dialectOfFile;
    private final LongConsumer progress;
    private final List<Problem> problems = new ArrayList<>();
    private long statements;
    private long unreadable;

    Sink(String file, Dialect dialectOfFile, LongConsumer progress) {
      this.file = file;
      this.dialectOfFile = dialectOfFile;
      this.progress = progress;
    }

    @Override
    public void statement(LogStatement statement) {
      if (OwnStatements.isOne(statement.text(), dialectOfFile)) {
        return;
      }
      workload.add(statement, dialectOfFile, file);
      statements++;
      if (statements % PROGRESS_EVERY == 0) {
        progress.accept(statements);
      }
    }

    @Override
    public void unreadable(long line, String text) {
      unreadable++;
      if (problems.size() <= PROBLEMS_OF_FILE_MAX) {
        String excerpt = text.substring(0, Math.min(text.length(), EXCERPT_CHARS));
        problems.add(new Problem(file, line, "the line belongs to no statement", excerpt));
      }
    }
  }
}

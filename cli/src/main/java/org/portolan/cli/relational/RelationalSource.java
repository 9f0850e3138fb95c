package org.portolan.cli.relational;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.live.LiveDatabase;
import org.portolan.advisor.log.LogFormat;
import org.portolan.advisor.sql.Dialect;
import org.portolan.cli.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options that name a relational schema and its workload, and their reading. */
final class RelationalSource {

  @Parameters(
      paramLabel = "SCHEMA",
      arity = "0..*",
      description =
          "Dumps of mysqldump, mariadb-dump or pg_dump, or files of DDL; .gz too. Rows are"
              + " counted.")
  List<Path> schemas = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "URL",
      description =
          "Instead of SCHEMA: read a live database, jdbc:mariadb://HOST:PORT/DATABASE, jdbc:mysql:,"
              + " jdbc:postgresql: or jdbc:h2:. Changes and locks nothing.")
  String from;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "The database's user, if the URL does not name it. The password is in the environment"
              + " variable PORTOLAN_JDBC_PASSWORD, or in the URL.")
  String user;

  @Option(
      names = "--log",
      arity = "1..*",
      paramLabel = "LOG",
      description =
          "Query logs: general and slow logs of MySQL and MariaDB, logs of PostgreSQL as text, CSV"
              + " or JSON, trace files of H2, files of SQL; .gz too.")
  List<Path> logs = new ArrayList<>();

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description =
          "The format of all logs, if it is not to be detected: mysql-general, mysql-slow,"
              + " postgresql-stderr, postgresql-csv, postgresql-json, h2-trace, sql.")
  String logFormat;

  @Option(
      names = "--dialect",
      paramLabel = "DIALECT",
      description =
          "The dialect of the schema, if it is not to be guessed: mysql, mariadb, h2 or postgresql,"
              + " which is also for standard SQL.")
  String dialect;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  /**
   * Reads what the options name.
   *
   * @throws ParameterException if they do not fit together
   * @throws IllegalArgumentException if no table is found
   */
  RelationalModel read() throws IOException {
    Optional<LogFormat> format = named(logFormat, LogFormat::named);
    Optional<Dialect> given = named(dialect, Dialect::named);
    if (schemas.isEmpty() == (from == null)) {
      throw new ParameterException(
          spec.commandLine(),
          from == null
              ? "A schema is missing: give files, or a live database by --from."
              : "Give either files of a schema or --from, not both.");
    }
    if (from == null && user != null) {
      throw new ParameterException(spec.commandLine(), "--user goes with --from only.");
    }
    RelationalReader reader = new RelationalReader();
    if (from == null) {
      for (Path schema : schemas) {
        reader.readSchema(schema, given);
      }
      return model(reader, format, given);
    }
    try (LiveDatabase database =
        LiveDatabase.open(from, user == null ? Map.of() : Map.of("user", user))) {
      reader.readDatabase(database);
      if (logs.isEmpty()) {
        reader.readStatements(database);
      }
      return model(reader, format, given);
    }
  }

  private RelationalModel model(
      RelationalReader reader, Optional<LogFormat> format, Optional<Dialect> given)
      throws IOException {
    for (Path log : logs) {
      try (Progress progress =
          new Progress(
              "read " + log, "statements", OptionalLong.empty(), spec.commandLine().getErr())) {
        reader.readLog(log, format, given, progress::reached);
      }
    }
    RelationalModel model = reader.model();
    if (model.schema().tables().isEmpty()) {
      throw new IllegalArgumentException(
          from == null
              ? "cannot read a schema from "
                  + schemas
                  + ": it creates no table"
                  + model.problems().stream()
                      .findFirst()
                      .map(
                          problem ->
                              ", and "
                                  + problem.file()
                                  + (problem.line() > 0 ? ":" + problem.line() : "")
                                  + " was not read: "
                                  + problem.reason())
                      .orElse("")
                  + "; give a dump with CREATE TABLE, or name its --dialect"
              : "cannot read a schema from "
                  + model.files().get(0).file()
                  + ": "
                  + (model.schema().views().isEmpty()
                      ? "the database has no table that this user may see"
                      : "it has views only: " + String.join(", ", model.schema().views()))
                  + "; check the database's name and the user's privileges");
    }
    return model;
  }

  private <T> Optional<T> named(String name, Function<String, T> values) {
    try {
      return Optional.ofNullable(name).map(values);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}

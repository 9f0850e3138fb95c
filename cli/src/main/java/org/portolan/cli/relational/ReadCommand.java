package org.portolan.cli.relational;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.log.LogFormat;
import org.portolan.advisor.report.ModelText;
import org.portolan.advisor.sql.Dialect;
import org.portolan.cli.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan relational read}. */
@Command(
    name = "read",
    description = {
      "Reads a schema and query logs, and prints what they tell: tables, statements and their share"
          + " that was understood, relationships that the schema does not declare, tables without"
          + " a key. Proposes no design.",
      ""
    },
    mixinStandardHelpOptions = true)
final class ReadCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SCHEMA",
      arity = "1..*",
      description =
          "Dumps of mysqldump, mariadb-dump or pg_dump, or files of DDL; .gz too. Rows are counted.")
  List<Path> schemas = new ArrayList<>();

  @Option(
      names = "--log",
      arity = "1..*",
      paramLabel = "LOG",
      description =
          "Query logs: general and slow logs of MySQL and MariaDB, logs of PostgreSQL as text, CSV"
              + " or JSON, files of SQL; .gz too.")
  List<Path> logs = new ArrayList<>();

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description =
          "The format of all logs, if it is not to be detected: mysql-general, mysql-slow,"
              + " postgresql-stderr, postgresql-csv, postgresql-json, sql.")
  String logFormat;

  @Option(
      names = "--dialect",
      paramLabel = "DIALECT",
      description =
          "The dialect of the schema, if it is not to be guessed: mysql, mariadb or postgresql,"
              + " which is also for standard SQL.")
  String dialect;

  @Option(
      names = "--full",
      description = "Also list every table, relationship, statement and access path.")
  boolean full;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Optional<LogFormat> format = named(logFormat, LogFormat::named);
    Optional<Dialect> given = named(dialect, Dialect::named);
    RelationalReader reader = new RelationalReader();
    for (Path schema : schemas) {
      reader.readSchema(schema, given);
    }
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
          "cannot read a schema from "
              + schemas
              + ": it creates no table; give a dump with CREATE TABLE, or name its --dialect");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(ModelText.of(model, full));
    out.flush();
    return 0;
  }

  private <T> Optional<T> named(String name, Function<String, T> values) {
    try {
      return Optional.ofNullable(name).map(values);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}

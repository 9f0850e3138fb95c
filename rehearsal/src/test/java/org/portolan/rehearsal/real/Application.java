package org.portolan.rehearsal.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.sql.Dialect;

/**
 * A published application: its schema and the statements that it executes.
 *
 * @param schema texts of DDL
 * @param statements of SQL, without semicolons
 */
record Application(
    String name, String version, Dialect dialect, List<String> schema, List<String> statements) {
  Application {
    schema = List.copyOf(schema);
    statements = List.copyOf(statements);
  }

  /** Returns what the advisor reads of it. The directory gets files. */
  RelationalModel model(Path directory) throws IOException {
    Path place = Files.createDirectories(directory.resolve(name));
    RelationalReader reader = new RelationalReader();
    for (int i = 0; i < schema.size(); i++) {
      Path file = place.resolve("schema-" + i + ".sql");
      Files.writeString(file, schema.get(i));
      reader.readSchema(file, Optional.of(dialect));
    }
    Path log = place.resolve("statements.sql");
    Files.writeString(log, String.join(";\n", statements) + ";\n");
    reader.readLog(log, Optional.empty(), Optional.of(dialect), count -> {});
    return reader.model();
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}

package org.portolan.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.sql.Dialect;

/**
 * The models of the advisor's tests, a directory with a schema and logs each, and those that tests
 * write.
 */
final class Models {
  private static final Path DIRECTORY =
      Path.of("..", "advisor", "src", "test", "resources", "testdata", "models");
  private static final String SCHEMA = "schema.sql";

  private Models() {}

  static List<String> names() throws IOException {
    try (Stream<Path> directories = Files.list(DIRECTORY)) {
      return directories.map(directory -> directory.getFileName().toString()).sorted().toList();
    }
  }

  static RelationalModel read(String name) throws IOException {
    Path directory = DIRECTORY.resolve(name);
    RelationalReader reader = new RelationalReader();
    reader.readSchema(directory.resolve(SCHEMA), Optional.empty());
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> logs =
          files
              .filter(file -> !file.endsWith(SCHEMA) && !file.endsWith("model.txt"))
              .sorted()
              .toList();
      for (Path log : logs) {
        reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
      }
    }
    return reader.model();
  }

  /** Returns the model of a schema and statements, whose dialect is guessed from the schema. */
  static RelationalModel written(Path directory, String schema, String statements)
      throws IOException {
    return written(directory, schema, statements, Optional.empty());
  }

  /**
   * Returns the same for statements of a dialect.
   *
   * @param dialect empty to guess it
   */
  static RelationalModel written(
      Path directory, String schema, String statements, Optional<Dialect> dialect)
      throws IOException {
    RelationalReader reader = new RelationalReader();
    reader.readSchema(Files.writeString(directory.resolve("schema.sql"), schema), Optional.empty());
    reader.readLog(
        Files.writeString(directory.resolve("log.sql"), statements),
        Optional.empty(),
        dialect,
        count -> {});
    return reader.model();
  }

  /** Tries a proposal on a few rows. */
  static Rehearsal.Result tried(Path directory, RelationalModel model, Proposal proposal) {
    return Rehearsal.run(
        proposal, model, "rocksdb:" + directory.resolve("tried"), new Rehearsal.Options(1, 200));
  }
}

package org.portolan.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;

/** The models of the advisor's tests: a directory with a schema and logs each. */
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
}

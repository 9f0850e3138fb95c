package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.report.ModelText;

/**
 * Reads the directories of {@code testdata/models}: {@code schema.sql}, then the other files as
 * logs, by name. The expected text is in {@code model.txt}.
 */
public class ModelTest {
  private static final Path MODELS = Path.of("src/test/resources/testdata/models");
  private static final String EXPECTED = "model.txt";
  private static final String SCHEMA = "schema.sql";

  public static Stream<Path> models() throws IOException {
    try (Stream<Path> directories = Files.list(MODELS)) {
      return directories.sorted().toList().stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void files_read_giveTheModel(Path directory) throws IOException {
    String text = ModelText.of(read(directory), true);
    Path expected = directory.resolve(EXPECTED);
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(expected, text);
    }
    assertThat(text).isEqualTo(Files.readString(expected));
    assertThat(ModelText.of(read(directory), true)).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void summary_isShorterAndHoldsNoTables(Path directory) throws IOException {
    RelationalModel model = read(directory);
    String summary = ModelText.of(model, false);
    assertThat(summary.length()).isLessThan(ModelText.of(model, true).length());
    assertThat(summary).doesNotContain("\nTables\n").contains("--full");
  }

  public static RelationalModel read(Path directory) throws IOException {
    RelationalReader reader = new RelationalReader();
    reader.readSchema(directory.resolve(SCHEMA), Optional.empty());
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> logs =
          files
              .filter(file -> !file.endsWith(SCHEMA) && !file.endsWith(EXPECTED))
              .sorted()
              .toList();
      for (Path log : logs) {
        reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
      }
    }
    return reader.model();
  }
}

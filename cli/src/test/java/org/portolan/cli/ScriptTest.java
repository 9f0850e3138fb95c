package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the scripts of testdata and compares their output. */
class ScriptTest {
  private static final Path TESTDATA = Path.of("src/test/resources/testdata");

  @TempDir Path directory;

  static Stream<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(TESTDATA)) {
      return files.filter(file -> file.toString().endsWith(".script")).sorted().toList().stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scripts")
  void script_run_printsWhatIsExpected(Path file) throws IOException {
    copyFiles();
    Script script = new Script(directory);
    List<String> actual = new ArrayList<>();
    for (Script.Step step : Script.parse(Files.readAllLines(file))) {
      actual.add("$ " + step.command() + "\n" + script.run(step.command()));
    }
    String text = String.join("", actual);
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private void copyFiles() throws IOException {
    try (Stream<Path> files = Files.list(TESTDATA)) {
      for (Path file : files.filter(path -> !path.toString().endsWith(".script")).toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
  }
}

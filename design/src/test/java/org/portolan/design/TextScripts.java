package org.portolan.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests in files: each {@code NAME.yaml} of a directory is an input, and its output must be {@code
 * NAME.EXTENSION}. {@code -Dportolan.testdata.rewrite=true} writes the output into this file
 * instead; read the difference before you commit it.
 */
final class TextScripts {
  private static final Path ROOT = Path.of("src/test/resources/testdata");
  private static final boolean REWRITE = Boolean.getBoolean("portolan.testdata.rewrite");

  private TextScripts() {}

  /**
   * @param run from the text and the name of a file to the output
   */
  static Stream<DynamicTest> of(
      String directory, String extension, BiFunction<String, String, String> run) {
    return inputs(directory).stream()
        .map(
            input ->
                DynamicTest.dynamicTest(
                    directory + "/" + input.getFileName(), () -> check(input, extension, run)));
  }

  static List<Path> inputs(String directory) {
    try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
      List<Path> inputs = files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
      assertThat(inputs).as("scripts in %s", directory).isNotEmpty();
      return inputs;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the scripts of " + directory, e);
    }
  }

  private static void check(Path input, String extension, BiFunction<String, String, String> run)
      throws IOException {
    String name = input.getFileName().toString();
    Path expected = input.resolveSibling(name.replaceAll("yaml$", extension));
    String actual = run.apply(Files.readString(input), name);
    if (REWRITE) {
      Files.writeString(expected, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(expected));
  }
}

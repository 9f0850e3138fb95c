package org.portolan.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The classes of a design that has everything are the sources of the package {@code everything} of
 * these tests. So they are compiled with every warning, their format is checked, and {@link
 * GeneratedClassesTest} uses them.
 */
class ExpectedClassesTest {
  private static final Path DESIGN = Path.of("src/test/resources/testdata/everything.yaml");
  private static final Path SOURCES = Path.of("src/test/java");
  private static final String PACKAGE = "org.portolan.codegen.everything";

  @TempDir Path directory;

  private static Map<String, String> sources(Path root) throws IOException {
    Map<String, String> sources = new TreeMap<>();
    try (Stream<Path> files = Files.list(root.resolve(PACKAGE.replace('.', '/')))) {
      for (Path file : files.toList()) {
        sources.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return sources;
  }

  @Test
  void generate_designWithEverything_writesWhatIsExpected() throws IOException {
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      DesignClasses.generate(DESIGN, PACKAGE, SOURCES);
    }
    DesignClasses.generate(DESIGN, PACKAGE, directory);
    assertThat(sources(directory)).isEqualTo(sources(SOURCES));
  }
}

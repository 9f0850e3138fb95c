package org.portolan.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of versions for applications names every library, and the version of this build. */
class BomTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(portolan-[^<]+)<");
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)<");

  private static String first(Pattern pattern, Path file) throws IOException {
    return all(pattern, file).get(0);
  }

  private static List<String> all(Pattern pattern, Path file) throws IOException {
    return pattern.matcher(Files.readString(file)).results().map(MatchResult::group).toList();
  }

  @Test
  void bom_namesAllLibrariesOfThisVersion() throws IOException {
    Path bom = ROOT.resolve("bom/pom.xml");
    assertThat(first(VERSION, bom)).isEqualTo(first(VERSION, ROOT.resolve("pom.xml")));
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<String> engines =
          modules
              .map(module -> module.getFileName().toString())
              .filter(name -> name.equals("engine") || name.startsWith("engine-"))
              // Its one class starts a server in tests.
              .filter(name -> !name.equals("engine-cassandra-server"))
              .map(name -> "<artifactId>portolan-" + name + "<")
              .toList();
      assertThat(all(ARTIFACT, bom))
          .containsAll(engines)
          .contains("<artifactId>portolan-data<", "<artifactId>portolan-design<")
          .doesNotHaveDuplicates();
    }
  }
}

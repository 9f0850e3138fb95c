package org.portolan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds a small project with the Maven that runs this test. */
class GenerateGoalTest {
  private static final List<String> MODULES =
      List.of("types", "design", "codegen", "maven-plugin", "engine", "data");
  private static final String DESIGN =
      """
      format: 1
      design: shop
      entities:
        order: {key: {id: long}, families: {main: {city: text}}}
      """;

  @TempDir Path directory;

  private String mavenHome;
  private LocalRepository repository;
  private Path project;

  private record Build(int status, String output) {}

  @BeforeEach
  void makeProject() throws IOException {
    mavenHome = System.getProperty("portolan.maven.home", "");
    assumeTrue(!mavenHome.isEmpty(), "only Maven knows where Maven is");
    Path users = Path.of(System.getProperty("portolan.maven.repository"));
    repository = new LocalRepository(directory.resolve("repository"), users);
    repository.addParent();
    repository.add(MODULES);
    project = directory.resolve("project");
    copy(Path.of("src/test/resources/project"));
    Path pom = project.resolve("pom.xml");
    Files.writeString(pom, withVersions(Files.readString(pom)));
    write(DESIGN);
  }

  @AfterEach
  void removeLinks() throws IOException {
    if (repository != null) {
      repository.close();
    }
  }

  private void copy(Path from) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = project.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
  }

  /** Gives each plugin of a project the version that it has in the build of this module. */
  private static String withVersions(String pom) throws IOException {
    String parent = Files.readString(Path.of("../pom.xml"));
    Matcher plugins =
        Pattern.compile("<artifactId>(maven-\\w+-plugin)</artifactId>\\s*<version>VERSION")
            .matcher(pom);
    return plugins.replaceAll(
        plugin -> plugin.group().replace("VERSION", version(parent, plugin.group(1))));
  }

  private static String version(String parent, String plugin) {
    Matcher version =
        Pattern.compile("<artifactId>" + plugin + "</artifactId>\\s*<version>([^<]+)")
            .matcher(parent);
    assertThat(version.find()).as(plugin).isTrue();
    return version.group(1);
  }

  private void write(String design) throws IOException {
    Path file = project.resolve("src/main/resources/shop.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, design);
  }

  private Build compile() throws Exception {
    Path output = directory.resolve("output");
    ProcessBuilder maven =
        new ProcessBuilder(
                Path.of(mavenHome, "bin", "mvn").toString(),
                "--offline",
                "--batch-mode",
                "-Dstyle.color=never",
                "-Dmaven.repo.local=" + directory.resolve("repository"),
                // Takes what is there, whichever settings the build of this module fetched it with.
                "-Daether.enhancedLocalRepository.trackingFilename=none",
                "compile")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    maven.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = maven.start();
    try {
      assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Build(process.exitValue(), Files.readString(output));
  }

  @Test
  void project_thatUsesTheGoal_followsItsDesign() throws Exception {
    Build build = compile();
    assertThat(build.status()).as(build.output()).isZero();
    assertThat(build.output()).contains("Classes of shop.yaml: written=3 unchanged=0 deleted=0");
    assertThat(project.resolve("target/generated-sources/portolan/org/example/shop/rows"))
        .isDirectoryContaining("glob:**/OrderRows.java");
    URL classes = project.resolve("target/classes").toUri().toURL();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, getClass().getClassLoader())) {
      assertThat(loader.loadClass("org.example.shop.Shop").getMethod("names").invoke(null))
          .isEqualTo("shop 17 riga");
    }
    Build again = compile();
    assertThat(again.status()).as(again.output()).isZero();
    assertThat(again.output())
        .contains("Classes of shop.yaml: written=0 unchanged=3 deleted=0")
        .contains("Nothing to compile");
    write(DESIGN.replace("city: text", "town: text"));
    Build renamed = compile();
    assertThat(renamed.status()).isNotZero();
    assertThat(renamed.output())
        .contains("written=2 unchanged=1 deleted=0")
        .containsPattern("Shop.java:\\[\\d+,\\d+] cannot find symbol")
        .contains("method city()");
    write(DESIGN.replace("city: text", "city: txet"));
    Build broken = compile();
    assertThat(broken.status()).isNotZero();
    assertThat(broken.output())
        .contains("portolan-maven-plugin:0.1.0-SNAPSHOT:generate")
        .contains("shop.yaml:4: entities.order.families.main.city: 'txet' is not a type");
    Files.delete(project.resolve("src/main/resources/shop.yaml"));
    assertThat(compile().output())
        .containsPattern("cannot read design .*shop.yaml: there is no such file");
  }
}

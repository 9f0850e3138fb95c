package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterException;

class JdkFinderTest {
  @TempDir Path directory;

  @Test
  void find_running17_takesIt() {
    Path running = directory.resolve("running");

    assertThat(finder(17, running, Map.of()).find(Optional.empty())).isEqualTo(running);
  }

  @Test
  void find_running25_takesTheOneOfTheEnvironment() throws IOException {
    Path jdk = jdk("named", "17.0.9");
    jdk("jvm/found", "17.0.1");

    assertThat(finder(25, directory, Map.of("JAVA_HOME_17", jdk.toString())).find(Optional.empty()))
        .isEqualTo(jdk);
  }

  @Test
  void find_running25_looksInTheUsualPlaces() throws IOException {
    jdk("jvm/a", "21.0.2");
    Path jdk = jdk("jvm/b", "17.0.9+9");
    jdk("jvm/c", "1.8.0_402");

    assertThat(finder(25, directory, Map.of()).find(Optional.empty())).isEqualTo(jdk);
  }

  @Test
  void find_none_saysWhatToDo() throws IOException {
    jdk("jvm/a", "25");

    assertThatThrownBy(() -> finder(25, directory, Map.of()).find(Optional.empty()))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("need a JDK 17 and none was found; this is Java 25")
        .hasMessageContaining("--jdk DIR or JAVA_HOME_17");
  }

  @Test
  void find_askedForIsAnother_isRefusedThoughOneRuns() throws IOException {
    Path jdk = jdk("asked", "25.0.1");

    assertThatThrownBy(() -> finder(17, directory, Map.of()).find(Optional.of(jdk)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("asked is a JDK 25, but the servers need a JDK 17");
  }

  private JdkFinder finder(int version, Path running, Map<String, String> environment) {
    return new JdkFinder(version, running, environment, List.of(directory.resolve("jvm")));
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = directory.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Path java = Files.createFile(home.resolve("bin/java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "IMPLEMENTOR=x\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }
}

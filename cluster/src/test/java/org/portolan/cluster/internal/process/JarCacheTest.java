package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterException;

/** The cache with a program in place of Maven, which copies the files that the test chooses. */
class JarCacheTest {
  private static final String COPIES =
      """
      #!/bin/sh
      echo called >> '%1$s/calls'
      for argument in "$@"; do
        case "$argument" in -DoutputDirectory=*) to="${argument#-DoutputDirectory=}" ;; esac
      done
      for jar in one-1.0.jar two-2.0.jar; do
        echo "[INFO] Copying $jar to $to/$jar"
        touch "$to/$jar"
        if [ -f '%1$s/fails' ]; then echo "[ERROR] the wire is cut"; exit 3; fi
      done
      """;

  @TempDir Path directory;

  @Test
  void get_firstTime_fetchesAndTellsHowFar() throws IOException {
    List<Integer> progress = new ArrayList<>();

    Path jars = cache().get("ignite", "1", progress::add);

    assertThat(jars).isEqualTo(directory.resolve("cache/cluster/ignite-1"));
    assertThat(jars.resolve("one-1.0.jar")).exists();
    assertThat(jars.resolve("two-2.0.jar")).exists();
    assertThat(progress).containsExactly(1, 2);
  }

  @Test
  void get_secondTime_doesNotCallMaven() throws IOException {
    cache().get("ignite", "1", fetched -> {});

    Path jars =
        new JarCache(directory.resolve("cache"), Optional.empty())
            .get("ignite", "1", fetched -> {});

    assertThat(jars.resolve("one-1.0.jar")).exists();
    assertThat(Files.readAllLines(directory.resolve("calls"))).hasSize(1);
  }

  @Test
  void get_fetchInterrupted_isNotTakenForWhole() throws IOException {
    Files.createFile(directory.resolve("fails"));
    JarCache cache = cache();

    assertThatThrownBy(() -> cache.get("ignite", "1", fetched -> {}))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("Maven could not fetch the servers of ignite (status 3)")
        .hasMessageContaining("the wire is cut");

    assertThat(cache.has("ignite", "1")).isFalse();
    assertThat(cache.place("ignite", "1")).doesNotExist();
    Files.delete(directory.resolve("fails"));
    assertThat(cache.get("ignite", "1", fetched -> {}).resolve("two-2.0.jar")).exists();
  }

  @Test
  void get_otherJarsThanThisReleaseNeeds_fetchesAnew() throws IOException {
    JarCache cache = cache();
    Path jars = cache.get("ignite", "1", fetched -> {});
    Files.writeString(jars.resolve("pom.xml"), "<project>of an older release</project>");

    cache.get("ignite", "1", fetched -> {});

    assertThat(cache.has("ignite", "1")).isTrue();
    assertThat(Files.readAllLines(directory.resolve("calls"))).hasSize(2);
  }

  @Test
  void get_noMaven_saysWhatToDo() {
    JarCache cache = new JarCache(directory, Optional.empty());

    assertThatThrownBy(() -> cache.get("hbase", "1", fetched -> {}))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("there is no 'mvn' on the search path: install Maven");
  }

  @Test
  void directory_optionThenVariableThenHome_isChosenInThisOrder() {
    Map<String, String> both = Map.of("PORTOLAN_CACHE", "/b", "XDG_CACHE_HOME", "/c");

    assertThat(JarCache.directory(Optional.of(Path.of("/a")), both)).hasToString("/a");
    assertThat(JarCache.directory(Optional.empty(), both)).hasToString("/b");
    assertThat(JarCache.directory(Optional.empty(), Map.of("XDG_CACHE_HOME", "/c")))
        .hasToString("/c/portolan");
    assertThat(JarCache.directory(Optional.empty(), Map.of()))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".cache/portolan"));
  }

  private JarCache cache() throws IOException {
    Path program = directory.resolve("mvn");
    Files.writeString(program, COPIES.formatted(directory));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new JarCache(directory.resolve("cache"), Optional.of(program));
  }
}

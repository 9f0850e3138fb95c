package org.portolan.cluster.internal.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.internal.process.ProcessIdentity;

class StateFileTest {
  @TempDir Path directory;

  static List<EngineSettings> settings() {
    return List.of(
        new EngineSettings.HBase(EngineSettings.Storage.HDFS, 2, Duration.ofMillis(2_500)),
        new EngineSettings.HBase(EngineSettings.Storage.LOCAL, 1, Duration.ofSeconds(10)),
        new EngineSettings.Cassandra(),
        new EngineSettings.Cassandra(Distance.of("12.5ms")),
        new EngineSettings.Ignite(EngineSettings.WriteAheadLog.FSYNC),
        new EngineSettings.Database(ClusterEngine.MARIADB, Map.of()),
        new EngineSettings.Database(
            ClusterEngine.POSTGRESQL,
            Map.of("log_line_prefix", " %m=[%p] ", "pg_stat_statements.track", "", "a", "b")));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void read_afterWrite_isTheSameState(EngineSettings settings) {
    ClusterState state = state(settings);

    new StateFile(directory).write(state);

    assertThat(new StateFile(directory).read()).isEqualTo(state);
  }

  @Test
  void read_noFile_saysThatThereIsNoCluster() {
    assertThatThrownBy(() -> new StateFile(directory).read())
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("there is no cluster in " + directory);
  }

  @Test
  void read_ofALaterRelease_isRefused() throws IOException {
    Files.writeString(directory.resolve(StateFile.NAME), "format=3\n");

    assertThatThrownBy(() -> new StateFile(directory).read())
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("has format '3', this release reads 1 and 2");
  }

  @Test
  void read_damaged_isRefused() throws IOException {
    Files.writeString(directory.resolve(StateFile.NAME), "format=1\nengine=hbase\n");

    assertThatThrownBy(() -> new StateFile(directory).read())
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("is damaged");
  }

  /** An older release would start the relay as a node of Cassandra. */
  @Test
  void write_distance_hasAFormatOfItsOwn() {
    new StateFile(directory).write(state(new EngineSettings.Cassandra()));
    assertThat(directory.resolve(StateFile.NAME)).content().startsWith("format=1\n");

    new StateFile(directory).write(state(new EngineSettings.Cassandra(Distance.of("20ms"))));

    assertThat(directory.resolve(StateFile.NAME))
        .content()
        .startsWith("format=2\n")
        .contains("\ndistance=20ms\n");
  }

  @Test
  void named_role_isAllItsServers() {
    ClusterState state = state(new EngineSettings.Cassandra());

    assertThat(state.named("node")).hasSize(2);
    assertThat(state.named("node-2")).extracting(Server::number).containsExactly(2);
  }

  private ClusterState state(EngineSettings settings) {
    Server first =
        Server.of(
            "node-1",
            "node",
            1,
            "127.0.0.1",
            new Server.Port("native", 9_042),
            new Server.Port("storage", 7_000));
    Server second = Server.of("node-2", "node", 2, "127.0.0.2", new Server.Port("native", 9_042));
    ProcessIdentity process = new ProcessIdentity(4_711, Instant.parse("2026-01-02T03:04:05.670Z"));
    return new ClusterState(
        directory,
        "1f2e3d4c",
        settings,
        2,
        "5.0.9",
        Path.of("/jdk = 17"),
        Path.of("/jars"),
        true,
        false,
        List.of(first.with(Optional.of(process), 1_234), second));
  }
}

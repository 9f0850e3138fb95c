package org.portolan.cluster.internal.engine;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.EngineSettings.Storage;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.StartOptions.Host;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** The servers of each engine and their command lines, without starting them. */
class LayoutTest {
  @TempDir Path directory;

  @Test
  void stages_hbaseOnHdfs_startHBaseWhenItsStorageIsThere() {
    ClusterState state = state(ClusterSpec.usualSettings(ClusterEngine.HBASE, 2), 2);

    assertThat(stages(state))
        .containsExactly(
            List.of("zookeeper", "datanode-1", "datanode-2"),
            List.of("namenode"),
            List.of("master", "region-server-1", "region-server-2"));
  }

  @Test
  void stages_hbaseOnLocalFiles_haveNoHdfs() {
    ClusterState state =
        state(new EngineSettings.HBase(Storage.LOCAL, 1, Duration.ofSeconds(10)), 1);

    assertThat(stages(state))
        .containsExactly(List.of("zookeeper"), List.of("master", "region-server-1"));
    assertThat(Layout.of(ClusterEngine.HBASE).format(state)).isEmpty();
  }

  @Test
  void stages_cassandra_startTheSeedBeforeTheOthers() {
    ClusterState state = state(new EngineSettings.Cassandra(), 3);

    assertThat(stages(state)).containsExactly(List.of("node-1"), List.of("node-2", "node-3"));
    assertThat(state.servers())
        .extracting(Server::address)
        .containsExactly("127.0.0.1", "127.0.0.2", "127.0.0.3");
  }

  private static final EngineSettings APART = new EngineSettings.Cassandra(Distance.of("20ms"));

  @Test
  void stages_cassandraApart_haveTheRelayFirstAndLast() {
    ClusterState state = state(APART, 3);
    Layout layout = Layout.of(ClusterEngine.CASSANDRA);

    assertThat(stages(state))
        .containsExactly(List.of("relay"), List.of("node-1"), List.of("node-2", "node-3"));
    assertThat(layout.stoppingStages(state))
        .extracting(stage -> stage.stream().map(Server::name).toList())
        .containsExactly(List.of("node-1", "node-2", "node-3"), List.of("relay"));
    assertThat(layout.uri(state)).startsWith("cassandra://127.0.0.1:");
  }

  /** Clients go to the nodes, and nodes to the relay. */
  @Test
  void configure_cassandraApart_tellsOtherNodesAnAddressOfTheRelay() throws IOException {
    ClusterState state = state(APART, 3);
    Layout layout = Layout.of(ClusterEngine.CASSANDRA);
    layout.configure(state);
    int port = state.server("node-2").port("storage");

    assertThat(Files.readString(state.configuration().resolve("node-2.yaml")))
        .contains("listen_address: 127.0.0.2\n")
        .contains("rpc_address: 127.0.0.2\n")
        .contains("broadcast_address: 127.0.1.2\n")
        .contains("seeds: \"127.0.1.1:" + port + "\"")
        .contains("storage_port: " + port + "\n");
    assertThat(command(layout, state, state.server("relay")))
        .containsSubsequence(
            "PT0.02S",
            "127.0.1.1:" + port + "=127.0.0.1:" + port,
            "127.0.1.2:" + port + "=127.0.0.2:" + port,
            "127.0.1.3:" + port + "=127.0.0.3:" + port);
    assertThat(layout.addresses(state, state.server("relay")))
        .containsExactly("127.0.1.1", "127.0.1.2", "127.0.1.3");
    assertThat(layout.addresses(state, state.server("node-3"))).containsExactly("127.0.0.3");
  }

  @Test
  void configure_cassandraWithoutADistance_isAsBefore() throws IOException {
    ClusterState state = state(new EngineSettings.Cassandra(), 2);
    Layout.of(ClusterEngine.CASSANDRA).configure(state);

    assertThat(state.servers()).extracting(Server::name).containsExactly("node-1", "node-2");
    assertThat(Files.readString(state.configuration().resolve("node-2.yaml")))
        .contains("endpoint_snitch: SimpleSnitch")
        .contains("seeds: \"127.0.0.1:")
        .doesNotContain("broadcast_address");
  }

  @Test
  void token_threeNodes_sharesTheRingInEqualParts() {
    assertThat(CassandraFiles.token(1, 3)).isEqualTo(Long.MIN_VALUE);
    assertThat(CassandraFiles.token(2, 3)).isEqualTo(-3_074_457_345_618_258_603L);
    assertThat(CassandraFiles.token(3, 3)).isEqualTo(3_074_457_345_618_258_602L);
  }

  @ParameterizedTest
  @EnumSource(ClusterEngine.class)
  void program_everyServer_isMarkedAndBoundToLoopback(ClusterEngine engine) throws IOException {
    int nodes = nodes(engine);
    ClusterState state = state(ClusterSpec.usualSettings(engine, nodes), nodes);
    Layout layout = Layout.of(engine);
    layout.configure(state);

    for (Server server : state.servers()) {
      List<String> command = command(layout, state, server);
      assertThat(command.stream().filter(state::isMarker))
          .singleElement(as(STRING))
          .endsWith("cluster=feed/" + server.name());
      assertThat(server.address()).startsWith("127.0.0.");
      assertThat(command.stream().anyMatch(option -> option.startsWith("-Xmx")))
          .isEqualTo(!engine.isDatabase());
    }
    assertThat(written(state)).noneMatch(text -> text.contains("0.0.0.0"));
  }

  @ParameterizedTest
  @EnumSource(ClusterEngine.class)
  void program_everyServerOnAHost_listensAndIsFoundThere(ClusterEngine engine) throws IOException {
    int nodes = nodes(engine);
    ClusterState state = state(ClusterSpec.usualSettings(engine, nodes), nodes, onHosts(nodes));
    Layout layout = Layout.of(engine);
    layout.configure(state);

    for (Server server : state.servers()) {
      assertThat(server.address()).isEqualTo("10.0.0." + server.number());
      assertThat(command(layout, state, server)).noneMatch(LayoutTest::namesLoopback);
    }
    assertThat(written(state)).noneMatch(LayoutTest::namesLoopback);
    assertThat(layout.uri(state)).contains("10.0.0.1:").doesNotContain("127.0.0.1");
  }

  private static int nodes(ClusterEngine engine) {
    return engine.isDatabase() ? 1 : 3;
  }

  private static List<String> command(Layout layout, ClusterState state, Server server) {
    Launcher.Program program =
        layout.program(
            state, server, new Layout.Start(List.of(server.name()), Duration.ofMinutes(1)));
    if (program instanceof Launcher.Binary binary) {
      return binary.command();
    }
    Launcher.Jvm jvm = (Launcher.Jvm) program;
    return Stream.of(List.of(jvm.marker()), jvm.options(), jvm.arguments())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void program_ofADatabase_hasTheVariablesBetweenDefaultsAndWhatIsNeeded(ClusterEngine engine) {
    ClusterState state =
        state(new EngineSettings.Database(engine, Map.of("max-connections", "7", "ssl", "on")), 1);

    List<String> command = command(Layout.of(engine), state, state.servers().get(0));

    assertThat(command).containsSubsequence("--max_connections=7", "--ssl=on");
    assertThat(command.lastIndexOf("--ssl=on")).isGreaterThan(command.indexOf("--ssl=0"));
    assertThat(command.indexOf("--ssl=on"))
        .isLessThan(command.indexOf("--port=" + state.servers().get(0).port("sql")));
  }

  private static StartOptions onHosts(int hosts) {
    return StartOptions.USUAL.withHosts(
        IntStream.rangeClosed(1, hosts)
            .mapToObj(number -> new Host("10.0.0." + number, List.of()))
            .toList());
  }

  private static boolean namesLoopback(String text) {
    return text.contains("127.0.0.") || text.contains("localhost");
  }

  @Test
  void spec_hosts_areOneForEachNode() {
    assertThatThrownBy(() -> ClusterSpec.of(ClusterEngine.IGNITE, 3, directory).with(onHosts(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there are 3 nodes and 1 hosts");
  }

  @Test
  void servers_hbaseOnHosts_haveNothingButDataNodesAndRegionServersOnTheOthers() {
    ClusterState state = state(ClusterSpec.usualSettings(ClusterEngine.HBASE, 3), 3, onHosts(3));

    assertThat(state.servers())
        .filteredOn(server -> !server.address().equals("10.0.0.1"))
        .extracting(Server::name)
        .containsExactly("datanode-2", "datanode-3", "region-server-2", "region-server-3");
  }

  @Test
  void configure_hbase_permitsTheSessionTimeoutThatWasAskedFor() throws IOException {
    ClusterState state = state(new EngineSettings.HBase(Storage.HDFS, 2, Duration.ofSeconds(2)), 3);

    Layout.of(ClusterEngine.HBASE).configure(state);

    String site = Files.readString(state.configuration().resolve("hbase-site.xml"));
    assertThat(site)
        .contains("<name>zookeeper.session.timeout</name><value>2000</value>")
        .contains("<name>hbase.zookeeper.property.tickTime</name><value>500</value>");
    assertThat(Files.readString(state.configuration().resolve("hdfs-site.xml")))
        .contains("<name>dfs.replication</name><value>2</value>");
  }

  @Test
  void servers_everyEngine_haveDifferentPorts() {
    for (ClusterEngine engine : ClusterEngine.values()) {
      int nodes = engine.isDatabase() ? 1 : 4;
      ClusterState state = state(ClusterSpec.usualSettings(engine, nodes), nodes);
      List<String> sockets = new ArrayList<>();
      for (Server server : state.servers()) {
        server.ports().forEach(port -> sockets.add(server.address() + ":" + port.number()));
      }
      assertThat(sockets).as(engine.label()).doesNotHaveDuplicates();
    }
  }

  private static List<List<String>> stages(ClusterState state) {
    return Layout.of(state.settings().engine()).stages(state).stream()
        .map(stage -> stage.stream().map(Server::name).toList())
        .toList();
  }

  private static List<String> written(ClusterState state) throws IOException {
    List<String> texts = new ArrayList<>();
    if (Files.exists(state.configuration())) {
      try (var files = Files.walk(state.configuration())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          texts.add(Files.readString(file));
        }
      }
    }
    return texts;
  }

  private ClusterState state(EngineSettings settings, int nodes) {
    return state(settings, nodes, StartOptions.USUAL);
  }

  private ClusterState state(EngineSettings settings, int nodes, StartOptions options) {
    ClusterSpec spec = ClusterSpec.of(settings, nodes, directory.resolve("cluster")).with(options);
    return new ClusterState(
        spec.directory(),
        "feed",
        settings,
        nodes,
        settings.engine().version(),
        Path.of("/jdk"),
        directory.resolve("jars"),
        false,
        false,
        Layout.of(settings.engine())
            .servers(spec, new PortChooser(directory.resolve("reservations"))));
  }
}

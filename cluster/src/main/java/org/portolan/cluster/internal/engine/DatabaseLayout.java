package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.internal.process.Binaries;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * A relational database: one server, with a database and a user who may do everything. A script of
 * the shell makes the data directory before the first start; its arguments contain the cluster's
 * mark, so that an interrupted start finds it.
 */
abstract sealed class DatabaseLayout implements Layout permits MariaDbLayout, PostgreSqlLayout {
  static final String SQL = "sql";

  /** The name of the database, of its user, and the user's password. */
  static final String NAME = "portolan";

  private static final String NODE = "node";
  private static final String HOST = "127.0.0.1";

  private final int usualPort;

  DatabaseLayout(int usualPort) {
    this.usualPort = usualPort;
  }

  /** Returns the text of the script that makes the data directory. */
  abstract String formatting(ClusterState state, Server server);

  /** Returns the command line of the server. */
  abstract List<String> command(ClusterState state, Server server);

  /** Returns a command that runs another command in the same process, where the server needs it. */
  List<String> by() {
    return List.of();
  }

  static Path program(ClusterState state, String name) {
    return Binaries.place(state.jars()).resolve("bin").resolve(name);
  }

  static Path logs(ClusterState state) {
    return state.directory().resolve("logs");
  }

  /** Returns the variables that the user has set, as options of the server. */
  static List<String> options(ClusterState state) {
    return ((EngineSettings.Database) state.settings())
        .variables().entrySet().stream()
            .map(variable -> "--" + variable.getKey() + "=" + variable.getValue())
            .toList();
  }

  /** Returns a text as one word of the shell. */
  static String quoted(Object text) {
    return "'" + text.toString().replace("'", "'\\''") + "'";
  }

  @Override
  public List<Server> servers(ClusterSpec spec, PortChooser ports) {
    Optional<StartOptions.Host> host = spec.options().host(1);
    int port = ports.choose(usualPort, host.isEmpty() ? List.of(HOST) : List.of());
    return List.of(
        Server.of(
            NODE + "-1",
            NODE,
            1,
            host.map(StartOptions.Host::address).orElse(HOST),
            new Server.Port(SQL, port)));
  }

  private static Path script(ClusterState state) {
    return state.configuration().resolve("format.sh");
  }

  @Override
  public void configure(ClusterState state) throws IOException {
    Files.createDirectories(state.configuration());
    Files.createDirectories(state.directory().resolve("data"));
    Files.createDirectories(logs(state));
    Files.writeString(script(state), formatting(state, state.servers().get(0)));
  }

  @Override
  public Optional<Launcher.Binary> format(ClusterState state) {
    return Optional.of(
        binary(
            List.of("/bin/sh", script(state).toString(), state.marker("-Dportolan.", "format"))));
  }

  @Override
  public Launcher.Binary program(ClusterState state, Server server, Start start) {
    return binary(command(state, server));
  }

  private Launcher.Binary binary(List<String> command) {
    return new Launcher.Binary(Stream.concat(by().stream(), command.stream()).toList());
  }

  /** The server is in the second stage: the first ends when the data directory is made. */
  @Override
  public List<List<Server>> stages(ClusterState state) {
    return List.of(List.of(), state.servers());
  }

  @Override
  public List<List<Server>> stoppingStages(ClusterState state) {
    return List.of(state.servers());
  }

  @Override
  public String uri(ClusterState state) {
    Server server = state.servers().get(0);
    return "jdbc:"
        + state.settings().engine().label()
        + "://"
        + server.address()
        + ":"
        + server.port(SQL)
        + "/"
        + NAME
        + "?user="
        + NAME
        + "&password="
        + NAME;
  }
}

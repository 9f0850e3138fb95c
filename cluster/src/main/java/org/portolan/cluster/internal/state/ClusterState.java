package org.portolan.cluster.internal.state;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.internal.process.ServerLog;

/**
 * The state of a cluster.
 *
 * @param directory the cluster's directory
 * @param id the name of the cluster in the command line of each of its processes
 * @param version the version of the servers that have written the data
 * @param jars the directory of the servers' jars
 * @param initialised whether the cluster once answered; until then its data has no value
 * @param starting whether a start has begun and not ended
 * @param servers in the order in which they are started
 */
public record ClusterState(
    Path directory,
    String id,
    EngineSettings settings,
    int nodes,
    String version,
    Path jdk,
    Path jars,
    boolean initialised,
    boolean starting,
    List<Server> servers) {
  /** Copies the list. */
  public ClusterState {
    servers = List.copyOf(servers);
  }

  /**
   * Returns whether an argument marks a process of the cluster: the {@linkplain #marker argument of
   * a JVM}, or the argument with the same content that another program accepts.
   */
  public boolean isMarker(String argument) {
    return argument.startsWith("-") && argument.contains("portolan") && argument.contains(mark(""));
  }

  private String mark(String name) {
    return "cluster=" + id + "/" + name;
  }

  /** Returns the argument that marks the JVM of a server. */
  public String marker(Server server) {
    return marker("-Dportolan.", server.name());
  }

  /**
   * Returns the argument that marks a process.
   *
   * @param before the beginning of an argument that the program accepts; contains {@code portolan}
   */
  public String marker(String before, String name) {
    return before + mark(name);
  }

  /** Returns a name of a server, unique among all clusters and usable in a file name. */
  public String recorder(Server server) {
    return id + "." + server.name();
  }

  /** Returns the server with a name. */
  public Server server(String name) {
    return servers.stream()
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  /** Returns the servers of a role, by number. */
  public List<Server> role(String role) {
    return servers.stream().filter(server -> server.role().equals(role)).toList();
  }

  /** Returns the server with a name, or all servers of a role. */
  public List<Server> named(String nameOrRole) {
    Predicate<Server> isMeant =
        server -> server.name().equals(nameOrRole) || server.role().equals(nameOrRole);
    List<Server> found = servers.stream().filter(isMeant).toList();
    if (found.isEmpty()) {
      throw unknown(nameOrRole);
    }
    return found;
  }

  private ClusterException unknown(String name) {
    return new ClusterException(
        "there is no server '"
            + name
            + "' in "
            + directory
            + "; there are "
            + servers.stream().map(Server::name).collect(Collectors.joining(", ")));
  }

  /** Returns the log of a server. */
  public ServerLog log(Server server) {
    return new ServerLog(directory.resolve("logs").resolve(server.name() + ".log"));
  }

  /** Returns the directory of a server's data. */
  public Path data(Server server) {
    return directory.resolve("data").resolve(server.name());
  }

  /** Returns the directory of the servers' configuration. */
  public Path configuration() {
    return directory.resolve("conf");
  }

  /** Returns the state with another state of one server. */
  public ClusterState with(Server changed) {
    return withServers(
        servers.stream()
            .map(server -> server.name().equals(changed.name()) ? changed : server)
            .toList());
  }

  /** Returns the state with these servers. */
  public ClusterState withServers(List<Server> others) {
    return new ClusterState(
        directory, id, settings, nodes, version, jdk, jars, initialised, starting, others);
  }

  /** Returns the state after a start has begun or ended. */
  public ClusterState withPhase(boolean isInitialised, boolean isStarting) {
    return new ClusterState(
        directory, id, settings, nodes, version, jdk, jars, isInitialised, isStarting, servers);
  }

  /** Returns the state with another JDK and other jars, for servers started from now on. */
  public ClusterState runningOn(Path otherJdk, Path otherJars) {
    return new ClusterState(
        directory,
        id,
        settings,
        nodes,
        version,
        otherJdk,
        otherJars,
        initialised,
        starting,
        servers);
  }
}

package org.portolan.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.portolan.cluster.internal.engine.Layout;
import org.portolan.cluster.internal.process.FileMutex;
import org.portolan.cluster.internal.process.ServerLog;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;
import org.portolan.cluster.internal.state.StateFile;

/**
 * A cluster of real servers on this machine. Each server is a separate process that listens on
 * loopback only, or on its host, and outlives the process that started it. A cluster is its
 * directory: every process that opens the directory sees and commands the same servers.
 *
 * <p>Servers are named by {@code zookeeper}, {@code namenode}, {@code datanode-1}, {@code master},
 * {@code region-server-1} (HBase) or {@code node-1} (the others) and so on, and {@code relay}
 * between nodes with a distance. Where a method takes a name, a role ({@code region-server}) names
 * all its servers.
 *
 * <p>Thread-safe, and safe between processes: a call that starts or stops servers waits for other
 * such calls with the same directory. Failures are {@link ClusterException}s.
 */
public final class Cluster {
  private static final Duration BUSY_MAX = Duration.ofSeconds(30);

  private final Path directory;
  private final StateFile file;

  private Cluster(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
    this.file = new StateFile(this.directory);
  }

  /** Starts a cluster without a listener and returns when all its servers answer. */
  public static Cluster start(ClusterSpec spec) {
    return start(spec, ClusterListener.SILENT);
  }

  /**
   * Starts a cluster and returns when all its servers answer. If the directory has a cluster with
   * the same settings, its stopped servers are started with their data and ports; an interrupted
   * start is cleaned up first. The first cluster of an engine fetches its jars.
   *
   * @throws ClusterException if the cluster cannot be started, or does not answer in time: then
   *     this call leaves no server running that it started. Also if the directory has another
   *     cluster or other files.
   */
  public static Cluster start(ClusterSpec spec, ClusterListener listener) {
    Cluster cluster = new Cluster(spec.directory());
    return cluster.locked(
        () -> {
          if (!cluster.file.exists()) {
            requireEmpty(spec.directory());
          } else if (!cluster.file.read().initialised()) {
            // The cluster has never served: plan it again, perhaps with other settings and ports.
            new ClusterStart(cluster.file, cluster.file.read(), spec.options(), listener).cleanUp();
            cluster.file.delete();
          }
          if (!cluster.file.exists()) {
            cluster.file.write(ClusterStart.plan(spec, listener));
          }
          ClusterState state = cluster.file.read();
          requireSame(spec, state);
          new ClusterStart(cluster.file, state, spec.options(), listener).run();
          return cluster;
        });
  }

  /** Returns whether a directory has a cluster, running or not. */
  public static boolean exists(Path directory) {
    return new Cluster(directory).file.exists();
  }

  /**
   * Returns the cluster of a directory, running or not.
   *
   * @throws ClusterException if there is none
   */
  public static Cluster open(Path directory) {
    Cluster cluster = new Cluster(directory);
    cluster.file.read();
    return cluster;
  }

  /**
   * Starts the servers that do not run, with their data and ports, and returns when all answer.
   *
   * @return whether any server was started
   */
  public boolean start(StartOptions options, ClusterListener listener) {
    return locked(() -> new ClusterStart(file, file.read(), options, listener).run());
  }

  /** Returns the directory of the cluster, absolute. */
  public Path directory() {
    return directory;
  }

  /** Returns the engine and its settings. */
  public EngineSettings settings() {
    return file.read().settings();
  }

  /** Returns the number of region servers of HBase, of nodes of the others. */
  public int nodes() {
    return file.read().nodes();
  }

  /**
   * Returns whether the cluster has answered once. Until then, its settings are those of a start
   * that failed, and the next start may change them.
   */
  public boolean hasServed() {
    return file.read().initialised();
  }

  /** Returns the URI of a store on this cluster, or of a database the URL for JDBC. */
  public String uri() {
    ClusterState state = file.read();
    return Layout.of(state.settings().engine()).uri(state);
  }

  /** Returns the current state of each server, in the order of their start. */
  public List<ServerStatus> status() {
    return file.read().servers().stream().map(Cluster::status).toList();
  }

  private static ServerStatus status(Server server) {
    boolean isAlive = server.isAlive();
    Map<String, Integer> ports = new LinkedHashMap<>();
    server.ports().forEach(port -> ports.put(port.use(), port.number()));
    ServerStatus.State state =
        isAlive
            ? ServerStatus.State.RUNNING
            : server.process().isPresent() ? ServerStatus.State.DEAD : ServerStatus.State.STOPPED;
    return new ServerStatus(
        server.name(),
        server.role(),
        state,
        isAlive ? OptionalLong.of(server.process().get().pid()) : OptionalLong.empty(),
        server.address(),
        ports,
        isAlive ? server.process().get().residentBytes() : OptionalLong.empty());
  }

  /**
   * Kills servers as a crash would ({@code kill -9}) and returns when they are gone.
   *
   * @return the names of the servers that ran
   */
  public List<String> kill(String nameOrRole) {
    List<String> killed = new ArrayList<>();
    for (Server server : file.read().named(nameOrRole)) {
      if (server.isAlive()) {
        Stopping.kill(server.process().get());
        killed.add(server.name());
      }
    }
    return killed;
  }

  /**
   * Cleanly stops the named servers that run and starts them again, with their data and ports;
   * returns when they answer. The other servers keep running.
   */
  public void restart(String nameOrRole, StartOptions options, ClusterListener listener) {
    locked(
        () -> {
          ClusterState state = file.read();
          List<Server> servers = state.named(nameOrRole);
          ClusterState stopped = new Stopping(file, state).stop(servers);
          List<String> names = servers.stream().map(Server::name).toList();
          return new ClusterStart(file, stopped, options, listener).run(names);
        });
  }

  /**
   * Cleanly stops all servers and starts them again, with their data and ports; returns when they
   * answer.
   */
  public void restart(StartOptions options, ClusterListener listener) {
    stop();
    start(options, listener);
  }

  /** Like {@link #restart(String, StartOptions, ClusterListener)}, with the usual options. */
  public void restart(String nameOrRole) {
    restart(nameOrRole, StartOptions.USUAL, ClusterListener.SILENT);
  }

  /**
   * Cleanly stops servers and kills those that do not end in time. The other servers keep running.
   *
   * @return the names of the servers that ran
   */
  public List<String> stop(String nameOrRole) {
    return locked(
        () -> {
          ClusterState state = file.read();
          return stop(state, state.named(nameOrRole));
        });
  }

  /**
   * Stops all servers, beginning with those that use others, and kills those that do not end in
   * time. Leaves no process running and no port taken, even after an incomplete start; the data
   * stays.
   *
   * @return the names of the servers that ran
   */
  public List<String> stop() {
    return locked(
        () -> {
          ClusterState state = file.read();
          Stopping.strays(state).forEach(Stopping::kill);
          return stop(state, state.servers());
        });
  }

  private List<String> stop(ClusterState state, List<Server> servers) {
    List<String> running = servers.stream().filter(Server::isAlive).map(Server::name).toList();
    new Stopping(file, state).stop(servers);
    return running;
  }

  /**
   * Stops the servers when this JVM ends, for tests; has no effect if the JVM is killed by {@code
   * kill -9}.
   *
   * @return this cluster
   */
  public Cluster stopOnExit() {
    Runnable stopIfThere =
        () -> {
          if (file.exists()) {
            stop();
          }
        };
    Runtime.getRuntime().addShutdownHook(new Thread(stopIfThere, "stop " + directory));
    return this;
  }

  /** Returns the last lines that a server printed, at most a MiB of them. */
  public List<String> lastLines(String name, int lines) {
    return new ServerLog(log(name)).tail(lines);
  }

  /** Returns the file to which a server prints; it exists once the server was started. */
  public Path log(String name) {
    ClusterState state = file.read();
    return state.log(state.server(name)).file();
  }

  private <T> T locked(Supplier<T> work) {
    return FileMutex.holding(
        directory.resolve("cluster.lock"),
        BUSY_MAX,
        "another process is starting or stopping the cluster in " + directory + "; wait for it",
        work);
  }

  private static void requireEmpty(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      boolean isOurs =
          entries.allMatch(entry -> entry.getFileName().toString().startsWith("cluster."));
      if (!isOurs) {
        throw new ClusterException(
            directory
                + " holds files but no cluster: name an empty directory, or a directory that does"
                + " not exist");
      }
    } catch (IOException failure) {
      throw new ClusterException("could not look into " + directory + ": " + failure, failure);
    }
  }

  private static void requireSame(ClusterSpec spec, ClusterState state) {
    if (!spec.settings().equals(state.settings()) || spec.nodes() != state.nodes()) {
      throw new ClusterException(
          spec.directory()
              + " already has a cluster ("
              + state.nodes()
              + " nodes of "
              + state.settings().describe()
              + "), not the requested one ("
              + spec.nodes()
              + " nodes of "
              + spec.settings().describe()
              + "): leave out the options to start the existing cluster, or name another directory");
    }
  }
}

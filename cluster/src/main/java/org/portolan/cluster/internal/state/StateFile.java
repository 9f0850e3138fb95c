package org.portolan.cluster.internal.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.internal.process.ProcessIdentity;

/**
 * The file {@value #NAME} of a cluster's directory: lines of {@code name=value}, the format first.
 * It is replaced as a whole, so a reader sees either the old or the new state.
 */
public final class StateFile {
  /** The file's name. */
  public static final String NAME = "cluster.state";

  private static final String FORMAT = "1";

  /** The format of a cluster with a relay, which older releases would start as a server. */
  private static final String FORMAT_WITH_DISTANCE = "2";

  private static final String DISTANCE = "distance";
  private static final String VARIABLE = "variable.";

  private final Path file;

  /** Makes the file of a cluster's directory. */
  public StateFile(Path directory) {
    this.file = directory.resolve(NAME);
  }

  /** Returns whether there is a cluster in the directory. */
  public boolean exists() {
    return Files.isRegularFile(file);
  }

  /** Forgets the cluster. */
  public void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      throw new ClusterException("could not delete " + file + ": " + failure, failure);
    }
  }

  /** Writes a state, which replaces the one before. */
  public void write(ClusterState state) {
    Path next = file.resolveSibling(NAME + ".next");
    try {
      Files.createDirectories(file.getParent());
      Files.write(next, lines(state));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw new ClusterException("could not write " + file + ": " + failure, failure);
    }
  }

  /**
   * Returns the state that was written last.
   *
   * @throws ClusterException if there is no state, or another release wrote it
   */
  public ClusterState read() {
    if (!exists()) {
      throw new ClusterException(
          "there is no cluster in "
              + file.getParent()
              + ": start one with 'portolan cluster start ENGINE --dir DIR'");
    }
    Map<String, String> values = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          values.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
    } catch (IOException failure) {
      throw new ClusterException("could not read " + file + ": " + failure, failure);
    }
    String format = values.getOrDefault("format", "");
    if (!format.equals(FORMAT) && !format.equals(FORMAT_WITH_DISTANCE)) {
      throw new ClusterException(
          file
              + " has format '"
              + format
              + "', this release reads "
              + FORMAT
              + " and "
              + FORMAT_WITH_DISTANCE
              + ": stop the cluster with the release that started it");
    }
    return state(values);
  }

  private static List<String> lines(ClusterState state) {
    List<String> lines = new ArrayList<>();
    Distance distance =
        state.settings() instanceof EngineSettings.Cassandra cassandra
            ? cassandra.distance()
            : Distance.NONE;
    lines.add("format=" + (distance.isNone() ? FORMAT : FORMAT_WITH_DISTANCE));
    lines.add("id=" + state.id());
    lines.add("engine=" + state.settings().engine().label());
    lines.add("version=" + state.version());
    lines.add("nodes=" + state.nodes());
    if (!distance.isNone()) {
      lines.add(DISTANCE + "=" + distance);
    }
    if (state.settings() instanceof EngineSettings.HBase hbase) {
      lines.add("storage=" + hbase.storage());
      lines.add("replication=" + hbase.replication());
      lines.add("session-timeout-millis=" + hbase.sessionTimeout().toMillis());
    } else if (state.settings() instanceof EngineSettings.Ignite ignite) {
      lines.add("write-ahead-log=" + ignite.writeAheadLog());
    } else if (state.settings() instanceof EngineSettings.Database database) {
      database.variables().forEach((name, value) -> lines.add(VARIABLE + name + "=" + value));
    }
    lines.add("jdk=" + state.jdk());
    lines.add("jars=" + state.jars());
    lines.add("initialised=" + state.initialised());
    lines.add("starting=" + state.starting());
    for (Server server : state.servers()) {
      String prefix = "server." + server.name() + ".";
      lines.add(prefix + "role=" + server.role());
      lines.add(prefix + "number=" + server.number());
      lines.add(prefix + "address=" + server.address());
      for (Server.Port port : server.ports()) {
        lines.add(prefix + "port." + port.use() + "=" + port.number());
      }
      server
          .process()
          .ifPresent(
              process -> {
                lines.add(prefix + "pid=" + process.pid());
                lines.add(prefix + "started=" + process.started());
                lines.add(prefix + "log-from=" + server.logFrom());
              });
    }
    return lines;
  }

  private ClusterState state(Map<String, String> values) {
    try {
      return new ClusterState(
          file.getParent(),
          values.get("id"),
          settings(values),
          Integer.parseInt(values.get("nodes")),
          values.get("version"),
          Path.of(values.get("jdk")),
          Path.of(values.get("jars")),
          Boolean.parseBoolean(values.get("initialised")),
          Boolean.parseBoolean(values.get("starting")),
          servers(values));
    } catch (RuntimeException damaged) {
      throw new ClusterException(
          file + " is damaged (" + damaged.getMessage() + "); stop the servers by hand", damaged);
    }
  }

  private static EngineSettings settings(Map<String, String> values) {
    ClusterEngine engine = ClusterEngine.of(values.get("engine"));
    return switch (engine) {
      case HBASE ->
          new EngineSettings.HBase(
              EngineSettings.Storage.valueOf(values.get("storage")),
              Integer.parseInt(values.get("replication")),
              Duration.ofMillis(Long.parseLong(values.get("session-timeout-millis"))));
      case CASSANDRA ->
          new EngineSettings.Cassandra(
              Distance.of(values.getOrDefault(DISTANCE, Distance.NONE.toString())));
      case IGNITE ->
          new EngineSettings.Ignite(
              EngineSettings.WriteAheadLog.valueOf(values.get("write-ahead-log")));
      case MARIADB, POSTGRESQL -> new EngineSettings.Database(engine, variables(values));
    };
  }

  private static Map<String, String> variables(Map<String, String> values) {
    Map<String, String> variables = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(VARIABLE)) {
            variables.put(name.substring(VARIABLE.length()), value);
          }
        });
    return variables;
  }

  private static List<Server> servers(Map<String, String> values) {
    Map<String, Map<String, String>> byName = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : values.entrySet()) {
      String[] parts = entry.getKey().split("\\.", 3);
      if (parts.length == 3 && parts[0].equals("server")) {
        byName
            .computeIfAbsent(parts[1], name -> new LinkedHashMap<>())
            .put(parts[2], entry.getValue());
      }
    }
    List<Server> servers = new ArrayList<>();
    byName.forEach((name, fields) -> servers.add(server(name, fields)));
    return servers;
  }

  private static Server server(String name, Map<String, String> fields) {
    List<Server.Port> ports = new ArrayList<>();
    fields.forEach(
        (field, value) -> {
          if (field.startsWith("port.")) {
            ports.add(new Server.Port(field.substring("port.".length()), Integer.parseInt(value)));
          }
        });
    Optional<ProcessIdentity> process =
        Optional.ofNullable(fields.get("pid"))
            .map(
                pid ->
                    new ProcessIdentity(Long.parseLong(pid), Instant.parse(fields.get("started"))));
    return new Server(
        name,
        fields.get("role"),
        Integer.parseInt(fields.get("number")),
        fields.get("address"),
        List.copyOf(ports),
        process,
        Long.parseLong(fields.getOrDefault("log-from", "0")));
  }
}

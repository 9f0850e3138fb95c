package org.portolan.cli.cluster;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.EngineSettings.Storage;
import org.portolan.cluster.EngineSettings.WriteAheadLog;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code portolan cluster start}. */
@Command(
    name = "start",
    description = {
      "Starts a cluster and waits until it answers. In an existing cluster it starts the dead"
          + " servers again with their data and ports. The first start of an engine fetches the"
          + " servers' jars.",
      ""
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The last line names the store, or the database for JDBC: uri=URI ... seconds=N."
    })
final class StartCommand implements Callable<Integer> {
  private static final int NODES_DEFAULT = 3;

  @Parameters(
      index = "0",
      paramLabel = "ENGINE",
      converter = EngineConverter.class,
      description = "hbase, cassandra, ignite, mariadb or postgresql")
  ClusterEngine engine;

  @Mixin DirectoryOption directory;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "Region servers of HBase, nodes of the others (default: 3; of mariadb and postgresql 1,"
              + " and no more).")
  Integer nodes;

  @Option(
      names = "--storage",
      paramLabel = "hdfs|local",
      description = "HBase: where region servers keep their files (default: hdfs).")
  Storage storage;

  @Option(
      names = "--replication",
      paramLabel = "R",
      description = "HBase: copies of each HDFS block (default: 3, or one for each node).")
  Integer replication;

  @Option(
      names = "--session-timeout",
      paramLabel = "SECONDS",
      description = "HBase: the time after which a silent server counts as dead (default: 10).")
  Double sessionTimeoutSeconds;

  @Option(
      names = "--wal",
      paramLabel = "log-only|fsync",
      converter = WriteAheadLogConverter.class,
      description =
          "Ignite: log-only survives the death of processes, fsync also the loss of power (default:"
              + " log-only).")
  WriteAheadLog writeAheadLog;

  @Option(
      names = "--distance",
      paramLabel = "TIME",
      converter = DistanceConverter.class,
      description =
          "Cassandra: how long messages between its nodes take one way, like 20ms (default: 0ms;"
              + " at most 200ms). A relay holds them; clients reach every node at once.")
  Distance distance;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "MariaDB, PostgreSQL: a variable of the server, like general_log=ON or"
              + " wal_level=logical; repeat the option for more.")
  List<String> variables;

  @Mixin StartingOptions starting;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    ClusterSpec asked = asked();
    try (StartProgress progress = new StartProgress(out, spec.commandLine().getErr())) {
      Cluster cluster = Cluster.start(asked, progress);
      if (progress.servers() == 0) {
        out.println("the cluster in " + cluster.directory() + " is already running");
      }
      out.println(
          String.format(
              Locale.ROOT,
              "uri=%s engine=%s nodes=%d servers=%d seconds=%.1f",
              cluster.uri(),
              engine.label(),
              cluster.nodes(),
              cluster.status().size(),
              progress.seconds()));
      return 0;
    }
  }

  /** Returns the requested cluster; missing options come from the directory or are defaults. */
  private ClusterSpec asked() {
    Optional<Cluster> standing =
        Cluster.exists(directory.directory)
            ? Optional.of(directory.open()).filter(cluster -> cluster.settings().engine() == engine)
            : Optional.empty();
    int usualNodes = engine.isDatabase() ? 1 : NODES_DEFAULT;
    int nodeCount = nodes != null ? nodes : standing.map(Cluster::nodes).orElse(usualNodes);
    refuseForeignOptions();
    try {
      EngineSettings settings =
          standing
              // Variables that the server has never accepted must not be kept.
              .filter(cluster -> !engine.isDatabase() || cluster.hasServed())
              .map(Cluster::settings)
              .orElseGet(() -> ClusterSpec.usualSettings(engine, nodeCount));
      return ClusterSpec.of(changed(settings), nodeCount, directory.directory)
          .with(starting.toOptions());
    } catch (IllegalArgumentException impossible) {
      throw new CommandLine.ParameterException(spec.commandLine(), impossible.getMessage());
    }
  }

  private EngineSettings changed(EngineSettings settings) {
    if (settings instanceof EngineSettings.HBase hbase) {
      Storage kept = storage != null ? storage : hbase.storage();
      int usualCopies = kept == Storage.LOCAL ? 1 : hbase.replication();
      return new EngineSettings.HBase(
          kept,
          replication != null ? replication : usualCopies,
          sessionTimeoutSeconds != null
              ? Duration.ofMillis(Math.round(sessionTimeoutSeconds * 1000))
              : hbase.sessionTimeout());
    }
    if (settings instanceof EngineSettings.Ignite ignite) {
      return new EngineSettings.Ignite(
          writeAheadLog != null ? writeAheadLog : ignite.writeAheadLog());
    }
    if (settings instanceof EngineSettings.Cassandra && distance != null) {
      return new EngineSettings.Cassandra(distance);
    }
    if (variables != null) {
      return new EngineSettings.Database(engine, byName(variables));
    }
    return settings;
  }

  private static Map<String, String> byName(List<String> variables) {
    Map<String, String> byName = new LinkedHashMap<>();
    for (String variable : variables) {
      int equals = variable.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "--set needs a name and a value, as in --set general_log=ON, not " + variable);
      }
      String name = variable.substring(0, equals);
      if (byName.put(name, variable.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("--set names '" + name + "' twice");
      }
    }
    return byName;
  }

  private void refuseForeignOptions() {
    boolean hasHBaseOnes = storage != null || replication != null || sessionTimeoutSeconds != null;
    if (hasHBaseOnes && engine != ClusterEngine.HBASE) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--storage, --replication and --session-timeout work only with hbase, not with "
              + engine.label()
              + ".");
    }
    if (writeAheadLog != null && engine != ClusterEngine.IGNITE) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--wal works only with ignite, not with " + engine.label() + ".");
    }
    if (distance != null && engine != ClusterEngine.CASSANDRA) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--distance works only with cassandra, not with "
              + engine.label()
              + ": only Cassandra's servers can be set apart.");
    }
    if (variables != null && !engine.isDatabase()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--set works only with mariadb and postgresql, not with " + engine.label() + ".");
    }
  }

  /** Reads the name of an engine. */
  static final class EngineConverter implements ITypeConverter<ClusterEngine> {
    @Override
    public ClusterEngine convert(String value) {
      try {
        return ClusterEngine.of(value);
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException(unknown.getMessage());
      }
    }
  }

  /** Reads a distance. */
  static final class DistanceConverter implements ITypeConverter<Distance> {
    @Override
    public Distance convert(String value) {
      try {
        return Distance.of(value);
      } catch (IllegalArgumentException wrong) {
        throw new TypeConversionException(wrong.getMessage());
      }
    }
  }

  /** Reads the name of a mode. */
  static final class WriteAheadLogConverter implements ITypeConverter<WriteAheadLog> {
    @Override
    public WriteAheadLog convert(String value) {
      return switch (value) {
        case "log-only" -> WriteAheadLog.LOG_ONLY;
        case "fsync" -> WriteAheadLog.FSYNC;
        default -> throw new TypeConversionException("expected log-only or fsync, not " + value);
      };
    }
  }
}

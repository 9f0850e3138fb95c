package org.portolan.cluster;

import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The settings of a cluster besides its size; each engine has different ones. */
public sealed interface EngineSettings {
  /** Returns the engine of these settings. */
  ClusterEngine engine();

  /** Returns the settings in readable form. */
  String describe();

  /**
   * Settings of HBase.
   *
   * @param storage where region servers keep their files
   * @param replication copies of each HDFS block; 1 for local storage
   * @param sessionTimeout the time that ZooKeeper waits for a silent server before it declares the
   *     server dead: most of the time of a recovery; at least 1 s
   */
  record HBase(Storage storage, int replication, Duration sessionTimeout)
      implements EngineSettings {
    private static final Duration SESSION_TIMEOUT_MIN = Duration.ofSeconds(1);

    /** The default session timeout. */
    public static final Duration SESSION_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /** Checks the settings. */
    public HBase {
      if (replication < 1) {
        throw new IllegalArgumentException("replication must be 1 or more, not " + replication);
      }
      if (storage == Storage.LOCAL && replication > 1) {
        throw new IllegalArgumentException(
            "local storage has no copies: replication must be 1, not " + replication);
      }
      if (sessionTimeout.compareTo(SESSION_TIMEOUT_MIN) < 0) {
        throw new IllegalArgumentException(
            "session timeout must be 1 s or more, not " + sessionTimeout.toMillis() + " ms");
      }
    }

    @Override
    public ClusterEngine engine() {
      return ClusterEngine.HBASE;
    }

    @Override
    public String describe() {
      return "hbase, storage "
          + storage.name().toLowerCase(Locale.ROOT)
          + ", replication "
          + replication
          + ", session timeout "
          + sessionTimeout.toMillis() / 1000.0
          + " s";
    }
  }

  /**
   * Settings of Cassandra.
   *
   * @param distance how far its nodes are from one another; clients reach every node at once
   */
  record Cassandra(Distance distance) implements EngineSettings {
    /** Nodes without a distance. */
    public Cassandra() {
      this(Distance.NONE);
    }

    @Override
    public ClusterEngine engine() {
      return ClusterEngine.CASSANDRA;
    }

    @Override
    public String describe() {
      return distance.isNone() ? "cassandra" : "cassandra, " + distance + " apart";
    }
  }

  /**
   * Settings of Ignite.
   *
   * @param writeAheadLog the failures that a committed transaction survives
   */
  record Ignite(WriteAheadLog writeAheadLog) implements EngineSettings {
    @Override
    public ClusterEngine engine() {
      return ClusterEngine.IGNITE;
    }

    @Override
    public String describe() {
      return "ignite, write-ahead log "
          + writeAheadLog.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Settings of a relational database.
   *
   * @param variables the server's own variables by name, which is in lower case with underscores;
   *     the server checks names and values when it is started
   */
  record Database(ClusterEngine engine, Map<String, String> variables) implements EngineSettings {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.]*");

    /** The variables on which this module itself relies. */
    private static final Set<String> OWN =
        Set.of(
            "basedir",
            "bind_address",
            "bootstrap",
            "config_file",
            "data_directory",
            "datadir",
            "defaults_file",
            "hba_file",
            "help",
            "lc_messages_dir",
            "listen_addresses",
            "log_error",
            "no_defaults",
            "pid_file",
            "port",
            "skip_networking",
            "socket",
            "unix_socket_directories",
            "user");

    /** Checks the settings and sorts them by name. */
    public Database {
      if (!engine.isDatabase()) {
        throw new IllegalArgumentException(engine.label() + " is not a database");
      }
      SortedMap<String, String> checked = new TreeMap<>();
      variables.forEach(
          (given, value) -> {
            String name = given.toLowerCase(Locale.ROOT).replace('-', '_');
            requireSettable(engine, given, name, value);
            if (checked.put(name, value) != null) {
              throw new IllegalArgumentException(
                  "the variable '" + name + "' of " + engine.label() + " is set twice");
            }
          });
      variables = Collections.unmodifiableSortedMap(checked);
    }

    private static void requireSettable(
        ClusterEngine engine, String given, String name, String value) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "'"
                + given
                + "' is not the name of a variable of "
                + engine.label()
                + ": expected letters, digits, '_', '-' and '.', as in max_connections=200");
      }
      if (OWN.contains(name)) {
        throw new IllegalArgumentException(
            "the variable '"
                + name
                + "' of "
                + engine.label()
                + " cannot be set: Portolan sets it itself");
      }
      if (value.lines().count() > 1 || value.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "the value of '" + name + "' of " + engine.label() + " must be one line");
      }
    }

    @Override
    public String describe() {
      return variables.isEmpty() ? engine.label() : engine.label() + " with " + variables;
    }
  }

  /** Where HBase keeps its files. */
  enum Storage {
    /** HDFS: a NameNode and as many DataNodes as there are region servers. */
    HDFS,
    /** A directory of this machine. */
    LOCAL
  }

  /** When Ignite writes its log to the disk. */
  enum WriteAheadLog {
    /** To the operating system at each commit: survives the death of every process. */
    LOG_ONLY,
    /** To the disk at each commit: also survives the loss of power. */
    FSYNC
  }
}

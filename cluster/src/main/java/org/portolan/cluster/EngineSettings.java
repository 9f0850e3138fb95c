package org.portolan.cluster;

import java.time.Duration;
import java.util.Locale;

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

  /** Settings of Cassandra: there are none. */
  record Cassandra() implements EngineSettings {
    @Override
    public ClusterEngine engine() {
      return ClusterEngine.CASSANDRA;
    }

    @Override
    public String describe() {
      return "cassandra";
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

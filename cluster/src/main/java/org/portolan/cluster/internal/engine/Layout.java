package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.process.ProcessIdentity;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** The servers of an engine's cluster, and how they are started. Has no state. */
public sealed interface Layout permits HBaseLayout, CassandraLayout, IgniteLayout, DatabaseLayout {
  /** Returns the layout of an engine. */
  static Layout of(ClusterEngine engine) {
    return switch (engine) {
      case HBASE -> new HBaseLayout();
      case CASSANDRA -> new CassandraLayout();
      case IGNITE -> new IgniteLayout();
      case MARIADB -> new MariaDbLayout();
      case POSTGRESQL -> new PostgreSqlLayout();
    };
  }

  /** Returns the servers of a cluster, in the order of their start, with free ports. */
  List<Server> servers(ClusterSpec spec, PortChooser ports);

  /** Writes the configuration of the servers; repeated at each start, so that it fits. */
  void configure(ClusterState state) throws IOException;

  /**
   * One start.
   *
   * @param names the servers that it starts if they do not run
   * @param max its time limit
   */
  record Start(List<String> names, Duration max) {}

  /**
   * Returns a program that must run successfully once before the second stage of the first start.
   */
  default Optional<? extends Launcher.Program> format(ClusterState state) {
    return Optional.empty();
  }

  /** Returns the program that runs a server. */
  Launcher.Program program(ClusterState state, Server server, Start start);

  /** Returns the servers that are started together, stage after stage. */
  List<List<Server>> stages(ClusterState state);

  /** Prepares the data of a server that does not run; its orphans have been killed. */
  default void beforeLaunch(ClusterState state, Server server) throws IOException {}

  /**
   * Returns the servers that are stopped together, stage after stage: servers that use others come
   * first.
   */
  List<List<Server>> stoppingStages(ClusterState state);

  /** Returns the addresses on which a server listens, all on the same ports. */
  default List<String> addresses(ClusterState state, Server server) {
    return List.of(server.address());
  }

  /** Returns whether the next stage may be started, as far as this server is concerned. */
  default boolean carriesNextStage(ClusterState state, Server server) {
    return answers(state, server);
  }

  /** Returns whether a server works, as far as visible from outside. */
  boolean answers(ClusterState state, Server server);

  /** Asks the process of a server to save its data and end, without waiting for its clients. */
  default void requestEnd(ProcessHandle process) {
    process.destroy();
  }

  /**
   * Returns the processes that a server's process has left when it was killed: a new one cannot
   * start beside them.
   */
  default List<ProcessIdentity> orphans(ClusterState state, Server server) {
    return List.of();
  }

  /** Returns the URI of the store that the cluster serves, or of a database the URL for JDBC. */
  String uri(ClusterState state);
}

package org.portolan.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.cluster.internal.engine.Layout;
import org.portolan.cluster.internal.process.ClassArchives;
import org.portolan.cluster.internal.process.Polling;
import org.portolan.cluster.internal.process.ProcessIdentity;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;
import org.portolan.cluster.internal.state.StateFile;

/** Ends processes. */
final class Stopping {
  /** How long the servers of a stage may take to save their data and end. */
  private static final Duration ORDERLY_MAX = Duration.ofSeconds(60);

  private static final Duration KILL_MAX = Duration.ofSeconds(10);

  private final StateFile file;
  private ClusterState state;

  Stopping(StateFile file, ClusterState state) {
    this.file = file;
    this.state = state;
  }

  /**
   * Stops servers, beginning with those that use others. Records that they are stopped, and keeps
   * the archives of classes that they have written.
   *
   * @return the state afterwards
   */
  ClusterState stop(List<Server> servers) {
    List<String> names = servers.stream().map(Server::name).toList();
    ClassArchives archives = new ClassArchives(state.jars());
    Layout layout = Layout.of(state.settings().engine());
    for (List<Server> stage : layout.stoppingStages(state)) {
      List<Server> meant = stage.stream().filter(one -> names.contains(one.name())).toList();
      end(meant.stream().map(Server::process).flatMap(Optional::stream).toList(), layout);
      for (Server server : meant) {
        layout.orphans(state, server).forEach(Stopping::kill);
        archives.take(state.recorder(server));
        state = state.with(server.with(Optional.empty(), 0));
      }
      file.write(state);
    }
    return state;
  }

  private static void end(List<ProcessIdentity> processes, Layout layout) {
    processes.forEach(process -> process.handle().ifPresent(layout::requestEnd));
    new Polling(ORDERLY_MAX).until(() -> processes.stream().noneMatch(ProcessIdentity::isAlive));
    processes.forEach(Stopping::kill);
  }

  /**
   * Returns the processes with the mark of a cluster that are not among its servers. A process that
   * a server has just forked still has the server's arguments; it is no stray.
   */
  static List<ProcessIdentity> strays(ClusterState state) {
    Set<Long> servers =
        state.servers().stream()
            .flatMap(server -> server.process().stream())
            .map(ProcessIdentity::pid)
            .collect(Collectors.toSet());
    return ProcessIdentity.withArgument(state::isMarker).stream()
        .filter(process -> process.line().noneMatch(servers::contains))
        .filter(ProcessIdentity::isAlive)
        .toList();
  }

  /**
   * Kills a process, if it exists, together with those that it has started, and returns when they
   * are gone. The processes of a server share its files and its port, and a server refuses to start
   * beside those of the last one.
   */
  static void kill(ProcessIdentity process) {
    List<ProcessIdentity> all = new ArrayList<>();
    process
        .handle()
        .ifPresent(
            handle -> {
              List<ProcessHandle> family = new ArrayList<>(List.of(handle));
              family.addAll(handle.descendants().toList());
              family.forEach(one -> all.add(ProcessIdentity.of(one)));
              family.forEach(ProcessHandle::destroyForcibly);
            });
    if (!new Polling(KILL_MAX).until(() -> all.stream().noneMatch(ProcessIdentity::isAlive))) {
      throw new ClusterException(
          "process "
              + process.pid()
              + " does not end; check which user owns it and whether you may end it");
    }
  }
}

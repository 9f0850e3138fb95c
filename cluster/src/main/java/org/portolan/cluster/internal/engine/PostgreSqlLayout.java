package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.ProcessIdentity;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * PostgreSQL. It refuses to run as root; then it is started in a user namespace, in which root has
 * no name and no power. Outside, its processes and files are root's.
 */
final class PostgreSqlLayout extends DatabaseLayout {
  private static final Path PROCESSES = Path.of("/proc");
  private static final List<String> IN_USER_NAMESPACE = List.of("unshare", "--user");

  PostgreSqlLayout() {
    super(5_432);
  }

  private static Path access(ClusterState state) {
    return state.configuration().resolve("pg_hba.conf");
  }

  private static Path password(ClusterState state) {
    return state.configuration().resolve("password");
  }

  @Override
  List<String> by() {
    return CurrentUser.isRoot() ? IN_USER_NAMESPACE : List.of();
  }

  @Override
  public void configure(ClusterState state) throws IOException {
    super.configure(state);
    if (CurrentUser.isRoot()) {
      requireUserNamespaces();
    }
    Files.writeString(
        access(state), "host all all all scram-sha-256\nhost replication all all scram-sha-256\n");
    Files.writeString(password(state), NAME + "\n");
  }

  private static void requireUserNamespaces() {
    if (Launcher.succeeds("unshare", "--user", "true")) {
      return;
    }
    throw new ClusterException(
        "PostgreSQL refuses to run as root, and this machine does not permit 'unshare --user', by"
            + " which root can start it: start the cluster as another user");
  }

  @Override
  String formatting(ClusterState state, Server server) {
    return """
        set -e
        %1$s --pgdata=%2$s --username=%3$s --pwfile=%4$s --auth=scram-sha-256 --encoding=UTF8 \\
          --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-instructions
        echo 'CREATE DATABASE %3$s' \\
          | %5$s --single -D %2$s -c exit_on_error=on -c log_checkpoints=off postgres
        """
        .formatted(
            quoted(program(state, "initdb")),
            quoted(state.data(server)),
            NAME,
            quoted(password(state)),
            quoted(program(state, "postgres")));
  }

  @Override
  List<String> command(ClusterState state, Server server) {
    Stream<String> defaults =
        Stream.of(
            program(state, "postgres").toString(),
            // A variable with a dot may have any name.
            state.marker("--portolan.", server.name()),
            "--log_directory=" + logs(state));
    Stream<String> needed =
        Stream.of(
            "--hba_file=" + access(state),
            "--listen_addresses=" + server.address(),
            "--port=" + server.port(SQL),
            "--unix_socket_directories=",
            "-D",
            state.data(server).toString());
    // Of two equal options the later one counts.
    return Stream.of(defaults, options(state).stream(), needed)
        .flatMap(options -> options)
        .toList();
  }

  /** A killed server leaves the processes of its connections until they have nothing to do. */
  @Override
  public List<ProcessIdentity> orphans(ClusterState state, Server server) {
    return server.isAlive()
        ? List.of()
        : inData(state, server).filter(PostgreSqlLayout::isConnection).toList();
  }

  /**
   * Deletes the lock of a server that was killed. PostgreSQL would do so itself, but it takes a
   * dead process for a living one as long as that process's parent has not asked for its status.
   */
  @Override
  public void beforeLaunch(ClusterState state, Server server) throws IOException {
    boolean canTell = Files.exists(PROCESSES.resolve("self"));
    if (canTell && inData(state, server).findAny().isEmpty()) {
      Files.deleteIfExists(state.data(server).resolve("postmaster.pid"));
    }
  }

  /** Returns the processes that work in the data directory, as every process of a server does. */
  private static Stream<ProcessIdentity> inData(ClusterState state, Server server) {
    Path data = state.data(server);
    return ProcessHandle.allProcesses()
        .filter(process -> data.equals(workingDirectory(process.pid())))
        .map(ProcessIdentity::of)
        .filter(ProcessIdentity::isAlive);
  }

  private static Path workingDirectory(long pid) {
    try {
      return Files.readSymbolicLink(process(pid, "cwd"));
    } catch (IOException goneOrOfAnotherUser) {
      return Path.of("");
    }
  }

  private static boolean isConnection(ProcessIdentity process) {
    try {
      return Files.readString(process(process.pid(), "cmdline"), StandardCharsets.ISO_8859_1)
          .startsWith("postgres: ");
    } catch (IOException gone) {
      return false;
    }
  }

  private static Path process(long pid, String file) {
    return PROCESSES.resolve(Long.toString(pid)).resolve(file);
  }

  @Override
  public boolean answers(ClusterState state, Server server) {
    return DatabaseProbe.asksForPassword(server, NAME);
  }

  /** SIGINT: at SIGTERM, PostgreSQL waits until the last client has gone. Java cannot send it. */
  @Override
  public void requestEnd(ProcessHandle process) {
    if (!Launcher.succeeds("/bin/sh", "-c", "kill -INT " + process.pid())) {
      process.destroy();
    }
  }
}

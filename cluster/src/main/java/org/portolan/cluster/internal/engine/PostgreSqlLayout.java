package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * PostgreSQL. It refuses to run as root; then it is started in a user namespace, in which root has
 * no name and no power. Outside, its processes and files are root's.
 */
final class PostgreSqlLayout extends DatabaseLayout {
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
    try {
      Process trial = new ProcessBuilder("unshare", "--user", "true").start();
      if (trial.waitFor() == 0) {
        return;
      }
    } catch (IOException absent) {
      // As if it were not permitted.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while starting PostgreSQL", interrupted);
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

  @Override
  public boolean answers(ClusterState state, Server server) {
    return DatabaseProbe.asksForPassword(server, NAME);
  }

  /** SIGINT: at SIGTERM, PostgreSQL waits until the last client has gone. Java cannot send it. */
  @Override
  public void requestEnd(ProcessHandle process) {
    try {
      new ProcessBuilder("/bin/sh", "-c", "kill -INT " + process.pid()).start().waitFor();
    } catch (IOException failure) {
      process.destroy();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while stopping PostgreSQL", interrupted);
    }
  }
}

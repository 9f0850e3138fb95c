package org.portolan.cluster.internal.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.cluster.internal.process.Binaries;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** MariaDB, without its start-up scripts, which need programs that the binaries lack. */
final class MariaDbLayout extends DatabaseLayout {
  /**
   * In the order in which {@code mariadb-install-db} reads them; its texts of help are left out.
   */
  private static final List<String> SYSTEM_TABLES =
      List.of(
          "mariadb_system_tables.sql",
          "mariadb_performance_tables.sql",
          "mariadb_system_tables_data.sql",
          "mariadb_sys_schema.sql");

  MariaDbLayout() {
    super(3_306);
  }

  @Override
  String formatting(ClusterState state, Server server) {
    Path share = Binaries.place(state.jars()).resolve("share");
    String tables =
        SYSTEM_TABLES.stream()
            .map(name -> quoted(share.resolve(name)))
            .collect(Collectors.joining(" "));
    List<String> command = new ArrayList<>(command(state, server));
    // As mariadb-install-db does it: without these, it warns of tables that it is about to make.
    command.addAll(
        List.of(
            "--bootstrap",
            "--enforce-storage-engine=",
            "--log-warnings=0",
            "--max-allowed-packet=8M"));
    return """
        set -e
        mkdir -p %1$s
        {
          printf 'CREATE DATABASE mysql;\\nUSE mysql;\\nSET @auth_root_socket=NULL;\\n'
          cat %2$s
          cat <<'END'
        FLUSH PRIVILEGES;
        CREATE DATABASE %3$s;
        CREATE USER '%3$s'@'%%' IDENTIFIED BY '%3$s';
        GRANT ALL PRIVILEGES ON *.* TO '%3$s'@'%%' WITH GRANT OPTION;
        END
        } | %4$s
        """
        .formatted(
            quoted(state.data(server)),
            tables,
            NAME,
            command.stream().map(DatabaseLayout::quoted).collect(Collectors.joining(" ")));
  }

  @Override
  List<String> command(ClusterState state, Server server) {
    Stream<String> defaults =
        Stream.of(
            program(state, "mariadbd").toString(),
            "--no-defaults",
            // "loose": an option that the server does not know is no error.
            state.marker("--loose-portolan-", server.name()),
            "--character-set-server=utf8mb4",
            // Without a certificate the server makes one at each start, which takes it ten seconds.
            "--ssl=0",
            // A commit is on the disk in the binary log too, not only in the tables' log.
            "--sync-binlog=1",
            "--server-id=1",
            "--general-log-file=" + logs(state).resolve("general.log"),
            "--slow-query-log-file=" + logs(state).resolve("slow.log"));
    Stream<String> needed =
        Stream.of(
            "--basedir=" + Binaries.place(state.jars()),
            "--datadir=" + state.data(server),
            "--pid-file=" + state.data(server).resolve("mariadb.pid"),
            // No socket: the path of a deep directory would be too long for one.
            "--socket=",
            "--skip-name-resolve",
            "--bind-address=" + server.address(),
            "--port=" + server.port(SQL));
    Stream<String> user = CurrentUser.isRoot() ? Stream.of("--user=root") : Stream.of();
    // Of two equal options the later one counts.
    return Stream.of(defaults, options(state).stream(), needed, user)
        .flatMap(options -> options)
        .toList();
  }

  @Override
  public boolean answers(ClusterState state, Server server) {
    return DatabaseProbe.greets(server);
  }
}

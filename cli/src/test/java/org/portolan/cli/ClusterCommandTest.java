package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.cluster.Cluster;

/** Refusals of {@code portolan cluster}, and the life of the smallest cluster by its commands. */
@Tag("servers")
class ClusterCommandTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "hbase --nodes 0, 'nodes must be 1 to 16, not 0'",
    "hbase --nodes 2 --replication 3,"
        + " 'replication 3 needs at least as many nodes, but there are only 2: choose more"
        + " nodes or fewer copies'",
    "hbase --storage local --replication 2,"
        + " 'local storage has no copies: replication must be 1, not 2'",
    "hbase --session-timeout 0.5, 'session timeout must be 1 s or more, not 500 ms'",
    "cassandra --storage local,"
        + " '--storage, --replication and --session-timeout work only with hbase, not with"
        + " cassandra.'",
    "mariadb --nodes 2, 'mariadb runs as one server here: nodes must be 1, not 2'",
    "postgresql --server-heap 1g,"
        + " 'postgresql does not run on Java: leave out --jdk and --server-heap, and set the"
        + " server''s variables instead'",
    "mariadb --set general_log,"
        + " '--set needs a name and a value, as in --set general_log=ON, not general_log'",
    "mariadb --set a=1 --set a=2, '--set names ''a'' twice'",
    "mariadb --set a-b=1 --set a_b=2, 'the variable ''a_b'' of mariadb is set twice'",
    "postgresql --set =1,"
        + " ''''' is not the name of a variable of postgresql: expected letters, digits, ''_'',"
        + " ''-'' and ''.'', as in max_connections=200'",
    "postgresql --set PORT=1,"
        + " 'the variable ''port'' of postgresql cannot be set: Portolan sets it itself'",
    "ignite --set a=1, '--set works only with mariadb and postgresql, not with ignite.'",
    "hbase --wal fsync, '--wal works only with ignite, not with hbase.'",
    "ignite --distance 20ms,"
        + " '--distance works only with cassandra, not with ignite: only Cassandra''s servers can"
        + " be set apart.'",
    "cassandra --nodes 1 --distance 20ms,"
        + " 'a distance of 20ms needs two or more nodes, and there is 1: choose more nodes or"
        + " leave out the distance'",
    "cassandra --distance 20,"
        + " 'Invalid value for option ''--distance'': a distance must be a time of 0 or more with"
        + " its unit, like 20ms or 0.1s, not ''20'''",
    "cassandra --distance=-5ms,"
        + " 'Invalid value for option ''--distance'': a distance must be a time of 0 or more with"
        + " its unit, like 20ms or 0.1s, not ''-5ms'''",
    "cassandra --distance 0.3s,"
        + " 'Invalid value for option ''--distance'': a distance must be 0ms to 200ms one way, not"
        + " 300ms: name a shorter time'",
    "ignite --wal none, 'Invalid value for option ''--wal'': expected log-only or fsync, not none'"
  })
  void start_impossible_isWrongUsage(String arguments, String message) {
    StringWriter printed = new StringWriter();

    int status = run(printed, ("start " + arguments).split(" ", -1));

    assertThat(printed.toString()).startsWith(message + "\n");
    assertThat(status).isEqualTo(2);
  }

  @Test
  void start_oneNode_isSeenKilledBroughtBackAndStopped() {
    StringWriter started = new StringWriter();
    int startStatus = run(started, "start", "ignite", "--nodes", "1");
    Assumptions.assumeFalse(
        started.toString().contains("could not fetch"), "no jars of Ignite to start");
    assertThat(startStatus).as(started.toString()).isZero();
    Cluster.open(directory).stopOnExit();
    try {
      assertThat(started.toString())
          .containsPattern(
              "node-1 is up seconds=\\d+\\.\\d\n"
                  + "uri=ignite://127.0.0.1:\\d+/portolan engine=ignite nodes=1 servers=1"
                  + " seconds=\\d+\\.\\d\n$");
      assertThat(expect(0, "start", "ignite")).contains("is already running");
      assertThat(expect(0, "status"))
          .containsPattern("node-1 +127.0.0.1 +client \\d+, .* \\d+ +\\d+ MiB  running\n")
          .contains("running=1 dead=0 stopped=0");
      assertThat(expect(0, "kill", "node-1")).isEqualTo("killed node-1\nkilled=1\n");
      assertThat(expect(1, "kill", "node-1")).isEqualTo("killed=0\n");
      assertThat(expect(1, "status")).contains("-  dead\n").contains("running=0 dead=1 stopped=0");
      assertThat(expect(0, "restart", "node-1")).contains("restarted=1");
      assertThat(expect(0, "logs", "node-1", "--lines", "200"))
          .contains("portolan: this node serves");
      assertThat(expect(0, "stop")).isEqualTo("stopped node-1\nstopped=1\n");
      assertThat(expect(1, "status")).contains("running=0 dead=0 stopped=1");
    } finally {
      Cluster.open(directory).stop();
    }
  }

  private String expect(int status, String... arguments) {
    StringWriter printed = new StringWriter();
    assertThat(run(printed, arguments)).as(printed.toString()).isEqualTo(status);
    return printed.toString();
  }

  private int run(StringWriter printed, String... arguments) {
    List<String> all = new ArrayList<>(List.of("cluster"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--dir", directory.toString()));
    PrintWriter out = new PrintWriter(printed, true);
    return Portolan.run(out, out, all.toArray(String[]::new));
  }
}

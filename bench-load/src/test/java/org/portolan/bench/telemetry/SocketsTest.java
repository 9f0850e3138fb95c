package org.portolan.bench.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SocketsTest {
  private static final int BYTES = 300_000;

  /** The output of ss of iproute2 6.1, with all fields that matter. */
  private static final String STATISTICS =
      """
      ESTAB 0      0      [::ffff:127.0.0.1]:36075 [::ffff:127.0.0.2]:9042 timer:(keepalive,117min,0) ino:994731 sk:1 cgroup:/ <-> ts sack bbr rto:224 mss:44544 cwnd:21 bytes_sent:15543 bytes_acked:15543 bytes_received:156020 segs_out:825
      ESTAB 0      17     127.0.0.1:40000 127.0.0.1:16020 ino:995169 sk:2 cgroup:/ <-> bytes_sent:324844 bytes_retrans:31 bytes_acked:324813 bytes_received:15888 segs_out:1181
      ESTAB 0      0      [::1]:50000 [::1]:8080 ino:7 sk:3 <-> cubic
      ESTAB 0      0      10.0.0.1%eth0:22 10.0.0.2:5000 ino:8 sk:4 <-> bytes_sent:5
      TIME-WAIT 0      0      127.0.0.1:40001 127.0.0.1:16020 timer:(timewait,59sec,0)
      ESTAB 0      0      127.0.0.1:40002 127.0.0.1:16020 ino:99516 sk:5 <-> bytes_sent:1
      """;

  @Test
  void parse_takesTheConnectionsOfGivenInodes() {
    assertThat(Sockets.parse(STATISTICS, Set.of("994731", "995169", "7", "8")))
        .containsExactly(
            new Sockets.Connection("127.0.0.1:36075", "127.0.0.2:9042", 15_543, 156_020),
            new Sockets.Connection("127.0.0.1:40000", "127.0.0.1:16020", 324_844, 15_888),
            new Sockets.Connection("[::1]:50000", "[::1]:8080", 0, 0),
            new Sockets.Connection("10.0.0.1:22", "10.0.0.2:5000", 5, 0));
  }

  /** The second command ends at once, but its child keeps the output open. */
  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 90", "sleep 90 & exit 3"})
  @Timeout(60)
  void output_ofACommandThatHangs_endsInBoundedTime(String command) throws IOException {
    assertThatThrownBy(() -> Sockets.output(List.of("sh", "-c", command)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("failed");
    assertThat(Sockets.output(List.of("sh", "-c", "sleep 90 & echo all"))).isEqualTo("all\n");
  }

  private static Optional<Sockets.Connection> to(int port) {
    return Sockets.own().stream()
        .filter(connection -> connection.peer().endsWith(":" + port))
        .findFirst();
  }

  private static void requireStatistics() {
    try {
      Sockets.own();
    } catch (UncheckedIOException e) {
      Assumptions.abort("this machine has no ss: " + e.getCause().getMessage());
    }
  }

  @Test
  void own_countsWhatWasCarried() throws IOException {
    requireStatistics();
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket server = listening.accept()) {
      client.getOutputStream().write(new byte[7]);
      assertThat(server.getInputStream().readNBytes(7)).hasSize(7);
      Thread writer =
          new Thread(
              () -> {
                try {
                  server.getOutputStream().write(new byte[BYTES]);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      writer.start();
      assertThat(client.getInputStream().readNBytes(BYTES)).hasSize(BYTES);
      Sockets.Connection connection = to(listening.getLocalPort()).orElseThrow();
      assertThat(connection.sentBytes()).isEqualTo(7);
      assertThat(connection.receivedBytes()).isEqualTo(BYTES);
    }
  }

  @Test
  void wireMeter_givesEachServerItsBytes_alsoOfConnectionsThatCameLater() throws IOException {
    requireStatistics();
    try (ServerSocket listening = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      String server = "127.0.0.1:" + listening.getLocalPort();
      Meter meter = new WireMeter(new ServerNames()).meter();
      Differences differences = new Differences();
      assertThat(sent(meter, differences)).doesNotContainKey(server);
      exchange(
          listening,
          1_000,
          () -> assertThat(sent(meter, differences)).containsEntry(server, 1_000L));
      // The connection is closed: it counts no more, and the server is still known.
      assertThat(sent(meter, differences)).containsEntry(server, 0L);
      exchange(
          listening, 20, () -> assertThat(sent(meter, differences)).containsEntry(server, 20L));
    }
  }

  private static Map<String, Long> sent(Meter meter, Differences differences) {
    Sweep sweep = new Sweep(fault -> {});
    meter.reader().accept(sweep);
    Map<String, Long> sent = new HashMap<>();
    differences
        .next(sweep)
        .forEach((server, figures) -> sent.put(server, figures.get(Figure.SENT_BYTES)));
    return sent;
  }

  private static void exchange(ServerSocket listening, int bytes, Runnable meanwhile)
      throws IOException {
    try (Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket server = listening.accept()) {
      client.getOutputStream().write(new byte[bytes]);
      assertThat(server.getInputStream().readNBytes(bytes)).hasSize(bytes);
      meanwhile.run();
    }
  }
}

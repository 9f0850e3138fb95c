package org.portolan.bench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.system.ChildProcess;

final class PageViewsBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewPages_hasALineForEachServer() {
    Runs run =
        Runs.of(
            "page-views",
            "--wiki",
            "synthetic",
            "--pages",
            "5",
            "--millis",
            "10",
            "--rounds",
            "2",
            "--warm-up",
            "1",
            "--connections",
            "2",
            "--dir",
            directory.toString());
    assertThat(run.text()).contains("5 articles of ");
    for (String server : List.of("bare", "bare-worker", "cached", "uncached")) {
      assertThat(run.lines()).anyMatch(line -> line.startsWith(server + " "));
      assertThat(run.figure(server + "-pages-per-second")).isPositive();
    }
    assertThat(run.summary()).containsKeys("cached-ratio", "uncached-ratio");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void connection_ofTwoRequests_readsBothBodiesWhole() throws IOException {
    byte[] large = "0123456789".repeat(30_000).getBytes(StandardCharsets.US_ASCII);
    try (BareServer server =
            BareServer.ofInputThreads(Map.of("/a", captured(large), "/b", captured(new byte[0])));
        Connection connection = new Connection(server.port())) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      Connection.Answer first = connection.exchange(Connection.request("/a", server.port()), body);
      assertThat(first.head()).startsWith("HTTP/1.1 200 OK").contains("X-Test: yes");
      assertThat(body.toByteArray()).isEqualTo(large);
      assertThat(connection.exchange(Connection.request("/b", server.port()), null).bodyBytes())
          .isZero();
      assertThat(connection.exchange(Connection.request("/c", server.port()), null).head())
          .startsWith("HTTP/1.1 404 ");
    }
  }

  @Test
  void client_thatGetsAnotherPage_givesNoFigure() throws IOException {
    Path paths = Files.writeString(directory.resolve("paths"), "3 /a\n");
    try (BareServer server = BareServer.ofInputThreads(Map.of("/a", captured(new byte[4])));
        ChildProcess client =
            ChildProcess.java(ClientProgram.class, List.of(), List.of(paths.toString(), "2"))) {
      client.await(ClientProgram.READY);
      client.send(server.port() + " 1000 1");
      assertThatThrownBy(() -> client.await(ClientProgram.RESULT))
          .isInstanceOf(BenchmarkFailedException.class)
          .hasMessageContaining("/a should have 3 bytes but has 4");
    }
  }

  private static BareServer.Captured captured(byte[] body) {
    return BareServer.Captured.of("HTTP/1.1 200 OK\r\nX-Test: yes\r\nDate: never\r\n", body);
  }
}

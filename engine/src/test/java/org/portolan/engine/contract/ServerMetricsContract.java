package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.ServerMetrics.Figure;
import org.portolan.engine.ServerMetrics.Part;
import org.portolan.engine.ServerMetrics.Server;

/** What servers count of their work, where a client is told. */
abstract class ServerMetricsContract extends EngineFixture {
  private static final int ROWS = 40;

  private ServerMetrics metrics() {
    Optional<ServerMetrics> found = engine.serverMetrics();
    Assumptions.assumeTrue(found.isPresent(), "clients of this engine are told no counters");
    return found.get();
  }

  @Test
  void read_namesServersAndSaysWhatIsCounted() {
    ServerMetrics metrics = metrics();
    assertThat(metrics.describe()).isNotBlank();
    assertThat(metrics.counted()).isNotEmpty();
    List<Server> servers = metrics.read();
    assertThat(servers).isNotEmpty();
    assertThat(servers).extracting(Server::server).doesNotHaveDuplicates();
    for (Server server : servers) {
      assertThat(server.server()).matches(Server.EMBEDDED + "|[^/\\s]+:[0-9]+");
      assertThat(server.parts()).extracting(Part::name).doesNotHaveDuplicates();
    }
  }

  @Test
  void counters_riseByWhatIsDone() {
    ServerMetrics metrics = metrics();
    List<Server> before = metrics.read();
    for (int row = 0; row < ROWS; row++) {
      write("u" + row, row, body("t", row));
    }
    List<Server> written = metrics.read();
    for (int row = 0; row < ROWS; row++) {
      assertThat(number(engine, "u" + row, row)).isEqualTo(row);
    }
    List<Server> read = metrics.read();
    if (metrics.counted().contains(Figure.WRITES)) {
      assertThat(writes(written) - writes(before)).isBetween((long) ROWS, 4L * ROWS);
      assertThat(writes(read)).isEqualTo(writes(written));
    }
    if (metrics.counted().contains(Figure.READS)) {
      assertThat(reads(read) - reads(written)).isBetween((long) ROWS, 4L * ROWS);
    }
  }

  private static long reads(List<Server> servers) {
    return servers.stream().flatMap(server -> server.parts().stream()).mapToLong(Part::reads).sum();
  }

  private static long writes(List<Server> servers) {
    return servers.stream()
        .flatMap(server -> server.parts().stream())
        .mapToLong(Part::writes)
        .sum();
  }
}

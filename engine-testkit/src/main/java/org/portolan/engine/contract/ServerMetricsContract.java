package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.ServerMetrics.Figure;
import org.portolan.engine.ServerMetrics.Part;
import org.portolan.engine.ServerMetrics.Server;

/** The servers' counters of their work, on engines whose clients can read them. */
abstract class ServerMetricsContract extends EngineFixture {
  private static final int ROWS = 40;
  private static final long POLL_NANOS = 100_000_000;

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

  /** The servers of the tests run on this machine, so they have the same clock. */
  @Test
  void serverMillis_isTheTimeOfSomeSecondsAgoAtMost() {
    long before = System.currentTimeMillis();
    OptionalLong told = engine.serverMillis();
    Assumptions.assumeTrue(told.isPresent(), "clients of this engine are told no time");
    assertThat(told.getAsLong()).isBetween(before - 60_000, System.currentTimeMillis());
  }

  @Test
  void counters_riseByWhatIsDone() {
    ServerMetrics metrics = metrics();
    List<Server> before = metrics.read();
    for (int row = 0; row < ROWS; row++) {
      write("u" + row, row, body("t", row));
    }
    List<Server> written = settled(metrics);
    for (int row = 0; row < ROWS; row++) {
      assertThat(number(engine, "u" + row, row)).isEqualTo(row);
    }
    List<Server> read = settled(metrics);
    if (metrics.counted().contains(Figure.WRITES)) {
      assertThat(writes(written) - writes(before)).isBetween((long) ROWS, 4L * ROWS);
      assertThat(writes(read)).isEqualTo(writes(written));
    }
    if (metrics.counted().contains(Figure.READS)) {
      assertThat(reads(read) - reads(written)).isBetween((long) ROWS, 4L * ROWS);
    }
  }

  /** Reads until nothing has changed for twice the largest age of the counters. */
  private static List<Server> settled(ServerMetrics metrics) {
    List<Server> last = metrics.read();
    long end = System.nanoTime() + 2 * metrics.age().toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(POLL_NANOS);
      List<Server> now = metrics.read();
      if (!Set.copyOf(now).equals(Set.copyOf(last))) {
        last = now;
        end = System.nanoTime() + 2 * metrics.age().toNanos();
      }
    }
    return last;
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

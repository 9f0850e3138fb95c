package org.portolan.bench.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ClusterMeterTest {
  /** PostgreSQL works in processes that its first one has started. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void processorTime_isAlsoThatOfProcessesThatAServerHasStarted() throws IOException {
    Process server =
        new ProcessBuilder("sh", "-c", "(while :; do :; done) & echo started; wait")
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(server.inputReader().readLine()).isEqualTo("started");
      long child = server.children().findFirst().orElseThrow().pid();
      Map<Long, Long> nanos = ClusterMeter.processorNanos(server.pid());
      while (nanos.getOrDefault(child, 0L) == 0) {
        nanos = ClusterMeter.processorNanos(server.pid());
      }
      assertThat(nanos).containsOnlyKeys(server.pid(), child);
    } finally {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly();
    }
  }
}

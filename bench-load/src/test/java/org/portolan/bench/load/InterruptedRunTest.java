package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptedRunTest {

  @Test
  void run_byAnInterruptedThread_stopsAndKeepsTheInterrupt() {
    VirtualClock clock = new VirtualClock();
    ScriptedWorkload workload =
        new ScriptedWorkload(List.of("answer"), turn -> 1_000_000, turn -> Outcome.ok(0), clock);
    LoadSpec spec = LoadSpec.closed(1, Duration.ZERO, Duration.ofSeconds(3), 7);
    LoadGenerator generator =
        new LoadGenerator(workload, spec, LoadListener.NONE, clock, clock.threads());
    boolean stillInterrupted;
    LoadResult result;
    Thread.currentThread().interrupt();
    try {
      result = generator.run();
    } finally {
      stillInterrupted = Thread.interrupted();
    }
    assertThat(result.interrupted()).isTrue();
    assertThat(stillInterrupted).isTrue();
  }
}

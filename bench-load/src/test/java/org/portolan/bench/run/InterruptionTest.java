package org.portolan.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.system.ChildProcess;

final class InterruptionTest {
  @TempDir Path directory;

  @Test
  void process_toldToEnd_leavesAResultMarkedAsPartial() {
    Path out = directory.resolve("run");
    try (ChildProcess process =
        ChildProcess.java(InterruptedProgram.class, List.of("-Xmx256m"), List.of(out.toString()))) {
      process.await("live measured 1 of 3600 s");
      assertThat(Manifest.read(out).state()).isEqualTo(Manifest.State.RUNNING);
      // Closing tells the process to end, as Ctrl-C does, and waits for its end.
    }
    RunResult result = RunResult.read(out);
    assertThat(result.manifest().state()).isEqualTo(Manifest.State.INTERRUPTED);
    LoadResult load = result.load();
    assertThat(load.interrupted()).isTrue();
    assertThat(load.seconds()).isBetween(1.0, 3_599.0);
    long ok = load.count(OutcomeKind.OK);
    assertThat(ok).isPositive();
    assertThat(load.response().getTotalCount()).isEqualTo(ok + load.unfinished());
    assertThat(load.series().stream().mapToLong(second -> second.ok()).sum()).isEqualTo(ok);
  }
}

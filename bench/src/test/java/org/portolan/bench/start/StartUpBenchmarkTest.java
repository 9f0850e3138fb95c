package org.portolan.bench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchmarkFailedException;

final class StartUpBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofALauncherThatIsNotThere_saysHowToNameIt() {
    assertThatThrownBy(() -> Runs.of("start-up", "--launcher", directory + "/nothing"))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("there is no command " + directory + "/nothing")
        .hasMessageContaining("--launcher");
  }

  @Test
  void run_ofALauncherThatFails_givesNoFigure() throws IOException {
    Path launcher = launcher("echo portolan: broken\nexit 3\n");
    assertThatThrownBy(() -> Runs.of("start-up", "--launcher", launcher.toString()))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("status 3")
        .hasMessageContaining("portolan: broken");
  }

  @Test
  void run_ofALauncherThatAnswersSomethingElse_givesNoFigure() throws IOException {
    Path launcher = launcher("echo portolan 1\n");
    assertThatThrownBy(() -> Runs.of("start-up", "--launcher", launcher.toString()))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageMatching("(?s).*(did not print|before 'serving').*");
  }

  private Path launcher(String script) throws IOException {
    Path launcher = directory.resolve("launcher");
    Files.writeString(launcher, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    assertThat(launcher).isExecutable();
    return launcher;
  }
}

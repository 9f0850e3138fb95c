package org.portolan.bench.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class AutoLayoutBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewEdits_hasAFigureForEachLayout() {
    Runs run =
        Runs.of(
            "auto-layout",
            "--seconds",
            "1",
            "--slice",
            "256",
            "--writers",
            "4",
            "--dir",
            directory.toString());

    assertThat(run.figure("auto-edits-per-second")).isPositive();
    assertThat(run.figure("object-hashed-20-edits-per-second")).isPositive();
    assertThat(run.figure("cells-single-edits-per-second")).isPositive();
    assertThat(run.figure("auto-of-the-best-fixed")).isPositive();
    assertThat(run.text()).contains("pages object single, backlinks object single");
    assertThat(directory).isEmptyDirectory();
  }
}

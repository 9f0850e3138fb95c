package org.portolan.bench.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.wiki.WikiModel;

final class ContendedEditsBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewEdits_hasALineForEachModel() {
    Runs run =
        Runs.of(
            "contended-edits",
            "--edits",
            "256",
            "--writers",
            "4",
            "--rounds",
            "1",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    for (WikiModel model : WikiModel.values()) {
      assertThat(run.lines()).anyMatch(line -> line.startsWith(model.spelling() + " "));
      assertThat(run.figure(model.spelling() + "-edits-per-second")).isPositive();
      assertThat(run.summary()).containsKey(model.spelling() + "-overlapping");
    }
    assertThat(run.text()).contains("453 / 613");
    assertThat(directory).isEmptyDirectory();
  }
}

package org.portolan.bench.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.wiki.WikiModel;

final class ImportBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewPages_hasALineForEachModel() {
    Runs run =
        Runs.of("import", "--pages", "20", "--heap-mib", "64", "--dir", directory.toString());
    for (WikiModel model : WikiModel.values()) {
      assertThat(run.lines()).anyMatch(line -> line.startsWith(model.spelling() + " "));
      assertThat(run.figure(model.spelling() + "-pages-per-second")).isPositive();
    }
    assertThat(run.text()).contains("One round: the spread is unknown.");
    assertThat(directory).isEmptyDirectory();
  }
}

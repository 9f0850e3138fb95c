package org.portolan.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.bench.Runs;
import org.portolan.wiki.WikiModel;

final class GrowthBenchmarkTest {
  @TempDir Path directory;

  private Runs run(String... options) {
    List<String> all = new ArrayList<>(List.of("--dir", directory.toString()));
    all.addAll(List.of(options));
    return Runs.of("growth", all.toArray(String[]::new));
  }

  @Test
  void run_ofAllModels_findsNoCurveThatGrowsAgainstItsDesign() {
    Runs run = run("--sizes", "1000,4000", "--revisions", "200,1000", "--samples", "3");
    for (WikiModel model : WikiModel.values()) {
      assertThat(run.lines()).contains(model.spelling());
      assertThat(run.figure(model.spelling() + "-flat")).isPositive();
      assertThat(run.figure(model.spelling() + "-grows")).isZero();
    }
    assertThat(run.figure("basic-may-grow")).isPositive();
    assertThat(run.figure("wide-row-may-grow")).isZero();
    assertThat(run.figure("tree-may-grow")).isZero();
    assertThat(run.text()).contains("may grow: object hashed(5)");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000", "2000,1000", "1000,1000", "100,1000", "1000,x", "1000,60000000"})
  void run_ofWrongSizes_saysWhatSizesAre(String sizes) {
    assertThatThrownBy(() -> run("--sizes", sizes))
        .hasMessageContaining("two or more whole numbers from 200 to 50000000, ascending");
  }

  @Test
  void run_ofOneStoreAndAllModels_asksForAModel() {
    assertThatThrownBy(() -> run("--store", "rocksdb:" + directory.resolve("store")))
        .hasMessageContaining("choose it with --model");
  }

  @Test
  void run_ofAStoreWithPages_isRefused() {
    String store = "rocksdb:" + directory.resolve("store");
    String[] options = {
      "--store", store, "--model", "wide-row", "--sizes", "1000,1100", "--samples", "1"
    };
    run(options);
    assertThatThrownBy(() -> run(options))
        .hasMessageContaining("has pages already: name a store that does not exist yet");
  }
}

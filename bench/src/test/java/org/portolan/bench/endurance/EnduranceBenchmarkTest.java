package org.portolan.bench.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.load.Progress;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.types.Tuple;

final class EnduranceBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewRows_hasATableOfWindowsAndACleanCheck() throws Exception {
    Runs run =
        Runs.of(
            "endurance",
            "--rows",
            "1200",
            "--rate",
            "50",
            "--duration",
            "3s",
            "--window",
            "1s",
            "--every",
            "100ms",
            "--reads",
            "3",
            "--dir",
            directory.toString());
    assertThat(run.text()).contains("filled: 1,200 of 1,200 rows");
    assertThat(run.lines())
        .anyMatch(line -> line.matches("median of a window +from 0 s +from 1 s +from 2 s +last.*"))
        .anyMatch(line -> line.startsWith("hot counter / control "))
        .anyMatch(line -> line.matches("cold counter, calls( +1\\.00.*){3}"))
        .anyMatch(line -> line.startsWith("under load "))
        .anyMatch(line -> line.startsWith("after the load "));
    assertThat(run.figure("ok")).isPositive();
    assertThat(run.figure("missing")).isZero();
    assertThat(run.figure("dangling")).isZero();
    assertThat(run.figure("kills")).isZero();
    assertThat(run.figure("hot-ratio")).isPositive();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void options_thatLeaveNothingToCompare_areRefused() {
    BenchOptions options =
        BenchOptions.of(Benchmarks.of("endurance"), Map.of("duration", "10min", "window", "6min"));
    assertThatThrownBy(() -> Benchmarks.of("endurance").requireFitting(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--duration must be at least two of --window");
    BenchOptions day = BenchOptions.of(Benchmarks.of("endurance"), Map.of("duration", "1431min"));
    assertThatThrownBy(() -> Benchmarks.of("endurance").requireFitting(day))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--duration must be at most 1430min");
  }

  @Test
  void filling_thatWasInterrupted_goesOnWithWhatIsMissing() {
    GroupedItems shape = new GroupedItems(1_300);
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, GroupedItems.design())) {
      assertThat(new Filling(store, shape, 1, Progress.NONE).run(2)).isEqualTo(1_300);
      store.write(
          transaction -> {
            transaction.delete(GroupedItems.BOARD, Tuple.of(2L));
            return null;
          });
      assertThat(new Filling(store, shape, 1, Progress.NONE).run(2)).isEqualTo(300);
      assertThat(new Filling(store, shape, 1, Progress.NONE).run(2)).isZero();
      assertThat(counted(store)).isEqualTo(1_300);
    }
  }

  /** After every kind of operation on a filled store, counters and entries are right. */
  @Test
  void load_ofAllOperations_keepsCountersRight() throws Exception {
    GroupedItems shape = new GroupedItems(1_000);
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, GroupedItems.design())) {
      new Filling(store, shape, 1, Progress.NONE).run(1);
      var worker = new MixedLoad(store, shape).worker(0, 5);
      int[] kinds = new int[MixedLoad.OPERATIONS.size()];
      for (int turn = 0; turn < 200; turn++) {
        kinds[worker.perform().operation()]++;
      }
      assertThat(kinds).doesNotContain(0);
      assertThat(counted(store)).isEqualTo(1_000 + kinds[0] - kinds[3]);
      StoreCheck.Result result = store.check(StoreCheck.Options.REPORT).run(any -> {}, any -> {});
      assertThat(result.isClean()).isTrue();
    }
  }

  @Test
  void told_isReadAsItWasWritten() {
    var told = new LoadClient.Told(10, 500, 1, 2, 3.25, 17.5);
    assertThat(LoadClient.Told.parse(told.line())).isEqualTo(told);
  }

  @Test
  void items_areOnBoardsThatWereFilled() {
    GroupedItems shape = new GroupedItems(1_200);
    SplittableRandom random = new SplittableRandom(1);
    for (int turn = 0; turn < 1_000; turn++) {
      long id = random.nextLong(1L << 51);
      assertThat((Long) shape.board(id).get(0)).isBetween(0L, 2L);
    }
    assertThat(shape.board(1_199)).isEqualTo(Tuple.of(2L));
  }

  private static long counted(Store store) {
    long counted = 0;
    for (int group = 0; group < GroupedItems.GROUPS; group++) {
      counted += store.counter(GroupedItems.counter(group));
    }
    return counted;
  }
}

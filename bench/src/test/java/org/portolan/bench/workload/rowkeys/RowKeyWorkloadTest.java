package org.portolan.bench.workload.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.run.WorkloadBenchmark;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;

class RowKeyWorkloadTest {
  @TempDir Path directory;

  static List<String> layouts() {
    return RowKeys.NAMES;
  }

  private Workload open(String name, Map<String, String> options) {
    WorkloadType type =
        RowKeyTypes.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    Map<String, String> all = new HashMap<>(options);
    all.put("store", "rocksdb:" + directory);
    return type.open(BenchOptions.of(new WorkloadBenchmark(type), all));
  }

  private List<Row> rows(String layout) {
    RowKeys keys = new RowKeys(RowKeys.layout(layout, 50), 1, 20);
    try (Engine engine = Engines.open("rocksdb:" + directory, OpenMode.EXISTING)) {
      return engine
          .scan(Scan.of(keys.schema().name(), KeyRange.ALL, 10_000, FamilyRead.all("row")))
          .rows();
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void workers_loadOneFileEach_inTheOrderOfIds(String layout) throws Exception {
    Map<String, String> options =
        Map.of(
            "layout", layout, "range", "50", "line-bytes", "20", "file-rows", "10", "batch", "4");
    try (Workload workload = open("row-key-loads", options)) {
      workload.prepare(Progress.NONE);
      Worker first = workload.worker(0, 1);
      Worker second = workload.worker(1, 1);
      // A file has three batches: 4, 4 and 2 rows.
      for (int batch = 0; batch < 4; batch++) {
        assertThat(first.perform().kind()).isEqualTo(OutcomeKind.OK);
      }
      assertThat(second.perform().kind()).isEqualTo(OutcomeKind.OK);
    }
    assertThat(rows(layout))
        .extracting(row -> (Long) row.key().get(1))
        .containsExactlyInAnyOrder(
            0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 20L, 21L, 22L, 23L);
    // A second load begins anew.
    try (Workload workload = open("row-key-loads", options)) {
      workload.prepare(Progress.NONE);
    }
    assertThat(rows(layout)).isEmpty();
  }

  @Test
  void lookUps_findWhatIsThere_andTellWhatIsWrong() throws Exception {
    Map<String, String> options = Map.of("range", "50", "line-bytes", "20", "rows", "3");
    RowKeys keys = new RowKeys(RowKeys.layout("md5-modulo", 50), 1, 20);
    try (Workload workload = open("row-key-look-ups", options)) {
      workload.prepare(Progress.NONE);
      Worker worker = workload.worker(0, 1);
      for (int read = 0; read < 20; read++) {
        assertThat(worker.judge(worker.perform()).kind()).isEqualTo(OutcomeKind.OK);
      }
    }
    try (Engine engine = Engines.open("rocksdb:" + directory, OpenMode.EXISTING)) {
      for (long id = 0; id < 3; id++) {
        Mutation right = keys.put(id, new SplittableRandom(1));
        engine.mutate(
            Mutation.of(right.table(), right.key(), new Change.PutColumns("row", List.of("no"))),
            Durability.BUFFERED);
      }
    }
    try (Workload workload = open("row-key-look-ups", options)) {
      workload.prepare(Progress.NONE);
      Worker worker = workload.worker(0, 1);
      assertThat(worker.judge(worker.perform()).kind()).isEqualTo(OutcomeKind.WRONG_DATA);
    }
  }

  @Test
  void optionsThatDoNotFit_areRefused_withWhatDoes() {
    assertThatThrownBy(() -> open("row-key-look-ups", Map.of("layout", "random")))
        .hasMessageContaining("the prefix of random does not follow from the id");
    assertThatThrownBy(() -> open("row-key-loads", Map.of("layout", "plain", "regions", "4")))
        .hasMessageContaining("give --regions 1");
    assertThatThrownBy(() -> open("row-key-loads", Map.of("range", "3", "regions", "4")))
        .hasMessageContaining("give --range 4 or more");
  }
}

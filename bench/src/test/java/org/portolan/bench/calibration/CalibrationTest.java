package org.portolan.bench.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.LiveLine;
import org.portolan.design.cost.EngineCosts;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/** A short calibration of RocksDB: every path finds its rows, and nothing is left behind. */
class CalibrationTest {
  private static final Calibration.Plan SHORT = new Calibration.Plan(0, 5, 1);

  @TempDir Path directory;

  @Test
  void run_onAnEmptyStore_tellsCostsAndRemovesItsTables() {
    String uri = "rocksdb:" + directory.resolve("store");
    Calibration.Result result = Calibration.run(uri, SHORT, LiveLine.NONE);
    EngineCosts costs = result.costs();
    assertThat(costs.trip() + costs.row()).isPositive();
    assertThat(costs.commit()).isPositive();
    assertThat(result.parts()).hasSize(5);
    assertThat(result.paths()).hasSize(21).allMatch(path -> path.millis().median() > 0);
    assertThat(result.paths()).filteredOn(path -> !path.fitted()).hasSize(6);
    assertThat(result.server()).contains("RocksDB");
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      assertThat(engine.tables()).isEmpty();
    }
  }

  @Test
  void run_onAStoreThatExists_isRefusedAndTouchesNothing() {
    String uri = "rocksdb:" + directory.resolve("store");
    List<String> before;
    try (var store = org.portolan.data.Stores.openOrCreate(uri, CalibrationData.design())) {
      before = List.of(store.design().name());
    }
    assertThatThrownBy(() -> Calibration.run(uri, SHORT, LiveLine.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exists");
    try (var store = org.portolan.data.Stores.open(uri)) {
      assertThat(List.of(store.design().name())).isEqualTo(before);
    }
  }
}

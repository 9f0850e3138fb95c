package org.portolan.bench.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;

/** Costs from times that are made of known costs. */
class CostsFitTest {
  private static final EngineCosts COSTS =
      new EngineCosts(0.6, 0.03, 0.3, 0.004, 0.006, 1.9, 2.5, 0.4, 1.2, 0.3, 0.02);

  private static List<Work> works() {
    return CalibrationPaths.all().stream()
        .filter(CalibrationPath::fitted)
        .map(CalibrationPath::work)
        .toList();
  }

  private static double[] array(EngineCosts costs) {
    return new double[] {
      costs.trip(),
      costs.row(),
      costs.severalRows(),
      costs.entry(),
      costs.kibibyte(),
      costs.commit(),
      costs.jointWrite(),
      costs.furtherRow(),
      costs.derived(),
      costs.change(),
      costs.written()
    };
  }

  @Test
  void of_exactTimesOfThePathsOfACalibration_areTheCosts() {
    EngineCosts found =
        CostsFit.of(
            works().stream().map(work -> new Observation(work, work.millis(COSTS))).toList());
    assertThat(array(found)).containsExactly(array(COSTS), within(1e-9));
  }

  @Test
  void of_timesThatAreWrongByALittle_areCostsThatPredictOtherPaths() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int trial = 0; trial < 100; trial++) {
      List<Observation> observations = new ArrayList<>();
      for (Work work : works()) {
        double wrong = 1 + 0.02 * (2 * random.nextDouble() - 1);
        observations.add(new Observation(work, work.millis(COSTS) * wrong));
      }
      EngineCosts found = CostsFit.of(observations);
      for (CalibrationPath path : CalibrationPaths.all()) {
        double right = path.work().millis(COSTS);
        assertThat(path.work().millis(found))
            .as("seed %d, %s", seed, path.name())
            .isCloseTo(right, within(0.1 * right));
      }
    }
  }

  /** Rows seem to take less than nothing here: they cost 0, and the others make up for it. */
  @Test
  void of_timesWithACostBelowZero_haveNoneBelowZero() {
    EngineCosts odd =
        new EngineCosts(0.6, -0.001, 0.3, 0.004, 0.006, 1.9, 2.5, 0.4, 1.2, 0.3, 0.02);
    EngineCosts found =
        CostsFit.of(works().stream().map(work -> new Observation(work, work.millis(odd))).toList());
    assertThat(found.row()).isZero();
    assertThat(found.trip()).isCloseTo(0.6, within(0.05));
    assertThat(Arrays.stream(array(found)).min().orElseThrow()).isNotNegative();
  }

  @Test
  void of_pathsThatDoNotTellACost_isRefused() {
    Work get = Work.read(1, 1, 0, 100);
    assertThatThrownBy(
            () -> CostsFit.of(List.of(new Observation(get, 1), new Observation(get, 1.1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("do not tell them apart");
    assertThatThrownBy(() -> new Observation(get, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positive");
  }
}

package org.portolan.bench.costmodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.bench.operations.Act;
import org.portolan.bench.statistics.Spread;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;

class CostErrorsTest {
  /** A round trip takes a millisecond, and so does nothing else. */
  private static final EngineCosts COSTS = new EngineCosts(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static OperationCost operation(
      String name, Act.Kind kind, double predicted, double... millis) {
    Act act = new Act(name, kind, List.of(), sample -> wiki -> {});
    return OperationCost.of(act, Work.read(predicted, 0, 0, 0), COSTS, Spread.of(millis));
  }

  @Test
  void error_isOfTheMedianThatWasMeasured_withItsSign() {
    assertThat(operation("long", Act.Kind.READ, 3, 3, 4, 90).errorPercent()).isEqualTo(-25);
    assertThat(operation("short", Act.Kind.READ, 5, 4).errorPercent()).isEqualTo(25);
    assertThat(operation("none", Act.Kind.READ, 0, 4).errorPercent()).isEqualTo(-100);
  }

  @Test
  void errors_ofReadsAndWrites_areApartAndWithoutSigns() {
    CostErrors errors =
        new CostErrors(
            List.of(
                operation("a", Act.Kind.READ, 3, 4),
                operation("b", Act.Kind.READ, 6, 4),
                operation("c", Act.Kind.WRITE, 4, 5)));
    assertThat(errors.mean(Act.Kind.READ)).isCloseTo(37.5, within(1e-9));
    assertThat(errors.largest(Act.Kind.READ)).isCloseTo(50, within(1e-9));
    assertThat(errors.mean(Act.Kind.WRITE)).isCloseTo(20, within(1e-9));
    assertThat(errors.largest(Act.Kind.WRITE)).isCloseTo(20, within(1e-9));
    assertThat(errors.farOff()).extracting(OperationCost::name).containsExactly("b");
  }

  @Test
  void farOff_beginsBeyondAThird_onEitherSide() {
    assertThat(operation("more", Act.Kind.READ, 4, 3).isFarOff()).isFalse();
    assertThat(operation("much more", Act.Kind.READ, 4.01, 3).isFarOff()).isTrue();
    assertThat(operation("less", Act.Kind.READ, 2, 3).isFarOff()).isFalse();
    assertThat(operation("much less", Act.Kind.READ, 1.99, 3).isFarOff()).isTrue();
  }

  @Test
  void work_asText_namesWhatThereIs() {
    assertThat(WorkText.of(Work.NONE)).isEqualTo("nothing");
    assertThat(WorkText.of(Work.read(1, 1, 50, 3_200)))
        .isEqualTo("1 trip, 1 row, 50 entries, 3.13 KiB");
    assertThat(WorkText.of(Work.write(2, 3, 4.5, 512)))
        .isEqualTo("1 trip, 1 commit, 2 further rows, 4.5 changes, 0.5 KiB written");
  }
}

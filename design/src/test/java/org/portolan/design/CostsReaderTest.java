package org.portolan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.cost.CostsWriter;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.design.cost.Work;

class CostsReaderTest {
  private static final String RIGHT =
      """
      format: 1
      engine: cassandra
      measured: "yesterday, two cores"
      milliseconds:
        trip: 0.6
        row: 0.03
        entry: 0.004
        kibibyte: 0
        commit: 1.9
        change: 0.3
      error-percent: 12
      """;

  private static List<String> problems(String text) {
    try {
      CostsReader.read(text, "costs.yaml");
      return List.of();
    } catch (InvalidDesignException refused) {
      return refused.listing().lines().toList();
    }
  }

  @Test
  void read_whatWasWritten_isTheSame() {
    MeasuredCosts costs =
        new MeasuredCosts(
            "hbase",
            "costs.yaml",
            "a \"quoted\" machine \\ 1",
            new EngineCosts(0.612, 0.0312, 0.25, 0.00444, 0, 123, 3.5, 0.5, 7.25, 0.000012, 0.02),
            OptionalDouble.of(12));
    String text = CostsWriter.write(costs, List.of(costs.costs(), costs.costs()));
    assertThat(CostsReader.read(text, "costs.yaml")).isEqualTo(costs);
    assertThat(CostsWriter.write(costs, List.of()))
        .contains("  trip: 0.612")
        .doesNotContain(" to ");
  }

  /** As format 1 has it. */
  @Test
  void read_withoutACostOfWrittenBytes_takesThatOfReadOnes() {
    String text = RIGHT.replace("kibibyte: 0", "kibibyte: 0.01");
    assertThat(CostsReader.read(text, "costs.yaml").costs().written()).isEqualTo(0.01);
  }

  /** As formats 1 and 2 have it: a further row costs what an entry costs. */
  @Test
  void read_withOneCostOfAllChanges_takesItForRowsAndEntries() {
    EngineCosts costs = CostsReader.read(RIGHT, "costs.yaml").costs();
    assertThat(costs.furtherRow()).isEqualTo(costs.change()).isEqualTo(0.3);
    assertThat(costs.derived()).isZero();
  }

  /** As formats 1 to 3 have it: several rows cost nothing but themselves. */
  @Test
  void read_withoutCostsOfSeveralRows_takesNothingForThem() {
    EngineCosts costs = CostsReader.read(RIGHT.replace("format: 1", "format: 3"), "x").costs();
    assertThat(costs.severalRows()).isZero();
    assertThat(costs.jointWrite()).isZero();
  }

  @Test
  void read_mistakes_areAllToldWithLineAndKey() {
    String wrong =
        RIGHT
            .replace("row: 0.03", "row: -0.03")
            .replace("entry: 0.004", "enty: 0.004")
            .replace("commit: 1.9", "commit: NaN")
            .replace("format: 1", "format: 5")
            .replace("  change: 0.3\n", "")
            .replace("error-percent: 12", "errors: 12");
    assertThat(problems(wrong))
        .anySatisfy(line -> assertThat(line).startsWith("costs.yaml:1: format: "))
        .anySatisfy(line -> assertThat(line).startsWith("costs.yaml:6: milliseconds.row: '-0.03'"))
        .anySatisfy(
            line ->
                assertThat(line).startsWith("costs.yaml:7: milliseconds.enty: ").contains("entry"))
        .anySatisfy(line -> assertThat(line).startsWith("costs.yaml:9: milliseconds.commit: 'NaN'"))
        .anySatisfy(
            line -> assertThat(line).contains("milliseconds.change: the key 'change' is missing"))
        .anySatisfy(line -> assertThat(line).startsWith("costs.yaml:10: errors: "))
        .hasSize(6);
    assertThat(problems(RIGHT)).isEmpty();
    assertThat(problems("")).hasSize(1);
    assertThat(problems("[1]")).hasSize(1);
    assertThat(problems("trip: [")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "hbase", "cassandra", "ignite"})
  void shipped_ofEachEngine_areCosts(String engine) {
    MeasuredCosts costs = CostsReader.shipped(engine);
    assertThat(costs.engine()).isEqualTo(engine);
    assertThat(costs.source()).isEmpty();
    assertThat(costs.costs().trip() + costs.costs().row()).isPositive();
    assertThat(costs.costs().commit()).isPositive();
  }

  @Test
  void shipped_ofAnotherEngine_isRefused() {
    assertThatThrownBy(() -> CostsReader.shipped("memory"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memory");
  }

  @Test
  void millis_ofWork_areTheSumOfItsParts() {
    EngineCosts costs = new EngineCosts(1, 10, 0, 100, 1_000, 10_000, 0, 1e5, 1e6, 1e7, 1e8);
    assertThat(Work.read(2, 3, 4, 512).millis(costs)).isCloseTo(932, within(1e-9));
    assertThat(Work.write(3, 3, 0, 512).millis(costs)).isCloseTo(50_210_002, within(1e-6));
    assertThat(Work.write(3, 1, 2, 512).millis(costs)).isCloseTo(71_010_002, within(1e-6));
    assertThat(Work.write(1, 1, 0.5, 0).millis(costs)).isCloseTo(5_510_000, within(1e-6));
    assertThat(Work.write(0, 0, 0, 0).millis(costs)).isZero();
    assertThat(Work.read(2, 4, 6, 512).plus(Work.write(3, 3, 2, 512)).times(0.5).millis(costs))
        .isCloseTo((1_142 + 71_210_002) / 2.0, within(1e-6));
    assertThat(Work.read(3, 4, 0, 0).minus(Work.read(1, 4, 0, 0)).millis(costs)).isEqualTo(2);
    assertThat(Work.write(1, 1, 0, 0).plus(Work.read(1, 0, 0, 0)).millis(costs))
        .isCloseTo(10_001, within(1e-9));
  }

  @Test
  void several_isOnceForARoundTripAndAWrite_withPartsOfEstimates() {
    assertThat(Work.read(1, 1, 9, 0).several()).isZero();
    assertThat(Work.read(1, 1.25, 0, 0).several()).isEqualTo(0.25);
    assertThat(Work.read(1, 50, 0, 0).several()).isEqualTo(1);
    assertThat(Work.read(0, 2, 0, 0).several()).isEqualTo(1);
    assertThat(Work.read(3, 3, 0, 0).several()).isZero();
    assertThat(Work.read(3, 5, 0, 0).several()).isEqualTo(2);
    assertThat(Work.read(3, 50, 0, 0).several()).isEqualTo(3);
    assertThat(Work.write(2, 1, 8, 0).joint()).isZero();
    assertThat(Work.write(1, 10, 0, 0).joint()).isEqualTo(1);
    EngineCosts costs = new EngineCosts(0, 0, 7, 0, 0, 0, 11, 0, 0, 0, 0);
    assertThat(Work.read(2, 9, 0, 0).plus(Work.write(1, 3, 0, 0)).millis(costs)).isEqualTo(25);
  }
}

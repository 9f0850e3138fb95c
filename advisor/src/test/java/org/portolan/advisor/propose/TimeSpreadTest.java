package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.Source;

class TimeSpreadTest {
  @Test
  void frequentValueFarAway_isInABucketWithOthers_andTellsNoYears() {
    TimeSpread spread =
        TimeSpread.of(
                column(
                    "2016-01-01 00:00:00",
                    "9999-12-31 00:00:00",
                    List.of(new CommonValue("9999-12-31 00:00:00", 0.3)),
                    List.of("2016-01-01", "2018-01-01", "2020-01-01")))
            .orElseThrow();
    assertThat(spread.yearFirst()).isEqualTo(2016);
    assertThat(spread.yearLast()).isEqualTo(2020);
    assertThat(spread.shareMax(366)).isBetween(0.3 + 0.7 / 5, 0.3 + 0.7 / 3.9);
  }

  @Test
  void rowsOfOneDay_areAllInItsBucket() {
    TimeSpread spread =
        TimeSpread.of(column("2026-02-10 00:00:00", "2026-02-10 23:00:00", List.of(), List.of()))
            .orElseThrow();
    assertThat(spread.shareMax(1)).isEqualTo(1, within(1e-9));
  }

  @Test
  void values_thatAreNoDates_tellNothing() {
    assertThat(TimeSpread.of(column("0000-00-00 00:00:00", "infinity", List.of(), List.of())))
        .isEmpty();
  }

  private static ColumnStatistics column(
      String min, String max, List<CommonValue> common, List<String> histogram) {
    return new ColumnStatistics(
        1_000, 0, 8, 8, Optional.of(min), Optional.of(max), common, histogram, Source.DATABASE);
  }
}

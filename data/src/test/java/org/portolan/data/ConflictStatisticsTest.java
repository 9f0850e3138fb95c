package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.ConflictStatistics.HotKey;
import org.portolan.data.ConflictStatistics.Merges;

class ConflictStatisticsTest {

  @Test
  void since_anEarlierMoment_hasWhatWasAddedAndNothingElse() {
    ConflictStatistics before =
        new ConflictStatistics(
            10,
            Map.of(ConflictCause.SAME_ROW, 3L, ConflictCause.INDEX_ONLY, 1L),
            Map.of(ConflictCause.SAME_ROW, 1L),
            List.of(new HotKey("a", 4), new HotKey("b", 2)),
            new Merges(3, 1, 200),
            new Groups(1, 2));
    ConflictStatistics after =
        new ConflictStatistics(
            15,
            Map.of(ConflictCause.SAME_ROW, 3L, ConflictCause.INDEX_ONLY, 5L),
            Map.of(ConflictCause.SAME_ROW, 2L, ConflictCause.UNKNOWN, 1L),
            List.of(new HotKey("a", 5), new HotKey("c", 4), new HotKey("b", 2)),
            new Merges(5, 4, 300),
            new Groups(4, 12));

    assertThat(after.since(before))
        .isEqualTo(
            new ConflictStatistics(
                5,
                Map.of(ConflictCause.INDEX_ONLY, 4L),
                Map.of(ConflictCause.SAME_ROW, 1L, ConflictCause.UNKNOWN, 1L),
                List.of(new HotKey("c", 4), new HotKey("a", 1)),
                new Merges(2, 3, 100),
                new Groups(3, 10)));
  }
}

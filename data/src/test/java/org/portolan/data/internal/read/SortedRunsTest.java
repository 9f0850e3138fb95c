package org.portolan.data.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.read.SortedRuns.Keyed;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class SortedRunsTest {
  private static final KeyCodec CODEC =
      KeyCodec.of(KeyColumn.of("text", ScalarType.TEXT), KeyColumn.of("number", ScalarType.INT));

  @Test
  void merge_ofRandomRuns_isInOrderAndHasEveryRow() {
    long seed = Long.getLong("portolan.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      ReadOrder order = new ReadOrder(CODEC, random.nextBoolean());
      SortedRuns runs = new SortedRuns(order);
      List<Tuple> expected = new ArrayList<>();
      int parts = 1 + random.nextInt(3);
      List<Keyed> merged = List.of();
      for (int part = 0; part < parts; part++) {
        for (int run = random.nextInt(20); run > 0; run--) {
          SortedRuns.Run added = runs.begin(random.nextInt(5));
          List<Tuple> keys = new ArrayList<>();
          for (int row = random.nextInt(8); row > 0; row--) {
            keys.add(key(random));
          }
          keys.sort(order::compare);
          keys.forEach(key -> added.add(new Keyed(null, key)));
          expected.addAll(keys);
        }
        merged = runs.merge();
        expected.sort(order::compare);
        assertThat(merged.stream().map(Keyed::behindPrefix))
            .as("-Dportolan.seed=" + seed)
            .containsExactlyElementsOf(expected);
      }
    }
  }

  /** Most keys have the same first bytes, some are equal. */
  private static Tuple key(Random random) {
    String text = random.nextInt(4) == 0 ? "" : "Category";
    return Tuple.of(text + "\u00ff".repeat(random.nextInt(3)), random.nextInt(9) - 4);
  }
}

package org.portolan.data.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

final class RowCacheTest {
  private static final int ROW_BYTES = 1_000;

  /** What a row of {@link #ROW_BYTES} counts: four times its bytes and the overhead. */
  private static final long HELD_BYTES = 4_300;

  private final RowCache cache = new RowCache(null, 3 * HELD_BYTES);

  private static RowKey key(long number) {
    return new RowKey("nodes", Tuple.of(number));
  }

  private static Row row(long number, int bytes) {
    return new Row(Tuple.of(number), Map.of(), Map.of(), Map.of(), bytes);
  }

  private void put(long... numbers) {
    LongStream.of(numbers).forEach(number -> cache.put(key(number), row(number, ROW_BYTES)));
  }

  private List<Long> held(long max) {
    // A look counts as a use, so ask in ascending order only at the end of a test.
    return LongStream.rangeClosed(1, max)
        .filter(number -> cache.find(key(number)).isPresent())
        .boxed()
        .toList();
  }

  @Test
  void put_beyondTheLimit_forgetsTheLeastRecentlyUsed() {
    put(1, 2, 3);
    assertThat(cache.find(key(1))).contains(row(1, ROW_BYTES));
    put(4);
    assertThat(cache.bytes()).isEqualTo(3 * HELD_BYTES);
    assertThat(held(4)).containsExactly(1L, 3L, 4L);
  }

  @Test
  void put_again_countsTheRowOnceAndHoldsTheNewOne() {
    put(1, 1, 1, 1, 2);
    cache.put(key(1), row(1, 0));
    assertThat(cache.bytes()).isEqualTo(HELD_BYTES + 300);
    assertThat(cache.find(key(1))).contains(row(1, 0));
  }

  @Test
  void put_rowLargerThanTheLimit_isNotHeldAndLeavesNothingCounted() {
    put(1, 2);
    cache.put(key(3), row(3, 10 * ROW_BYTES));
    assertThat(held(3)).isEmpty();
    assertThat(cache.bytes()).isZero();
    put(4);
    assertThat(held(4)).containsExactly(4L);
  }

  @Test
  void forget_rowThatIsNotHeld_changesNothing() {
    put(1);
    cache.forget(key(2));
    cache.forget(key(1));
    cache.forget(key(1));
    assertThat(cache.bytes()).isZero();
    assertThat(held(2)).isEmpty();
  }
}

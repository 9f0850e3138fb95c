package org.portolan.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class ByteRangeTest {
  private static final KeyCodec CODEC = KeyCodec.of(KeyColumn.of("id", ScalarType.INT));

  private static ByteRange range(int from, int to) {
    return ByteRange.of(CODEC, new KeyRange(Tuple.of(from), true, Tuple.of(to), false));
  }

  @Test
  void around_ofSeveralRanges_reachesFromTheLowestToTheHighestBound() {
    ByteRange around = ByteRange.around(List.of(range(5, 6), range(9, 2), range(1, 3)));
    assertThat(around.from()).isEqualTo(range(1, 2).from());
    assertThat(around.to()).isEqualTo(range(5, 6).to());
  }

  @Test
  void around_withARangeWithoutAnEnd_hasNone() {
    ByteRange open = ByteRange.of(CODEC, KeyRange.ALL.after(Tuple.of(7)));
    for (List<ByteRange> ranges : List.of(List.of(open, range(1, 9)), List.of(range(1, 9), open))) {
      ByteRange around = ByteRange.around(ranges);
      assertThat(around.from()).isEqualTo(range(1, 2).from());
      assertThat(around.to()).isNull();
    }
  }

  @Test
  void around_ofEmptyRangesOnly_isEmpty() {
    assertThat(ByteRange.around(List.of(range(3, 3), range(9, 2))).isEmpty()).isTrue();
  }

  @Test
  void around_ofNoRange_isRefused() {
    assertThatThrownBy(() -> ByteRange.around(List.of())).isInstanceOf(NullPointerException.class);
  }
}

package org.portolan.engine.hbase.preparedscan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

final class PositionTest {
  private static final byte[] LAST = {-1, -1, -1, -1, -1, -1, -1, -1, -1};

  @Test
  void of_theEndInReverse_isLocatedBehindAllRows() {
    assertThat(Position.of(new byte[0], true, true).located()).isEqualTo(LAST);
    assertThat(Position.of(new byte[0], true, false).located()).isEmpty();
    assertThat(Position.of(new byte[] {5}, true, true).located()).containsExactly(5);
  }

  @Test
  void before_isLocatedByARowShortlyBefore() {
    Position position = Position.before(new byte[] {'a', 'c'});
    assertThat(position.row()).containsExactly('a', 'c');
    assertThat(position.inclusive()).isFalse();
    assertThat(position.located()).isEqualTo(Bytes.add(new byte[] {'a', 'b'}, LAST));
    assertThat(Position.before(new byte[] {'a', 0}).located()).containsExactly('a');
  }
}

package org.portolan.data.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.internal.read.ReadAheads.Ahead;
import org.portolan.data.internal.read.ReadAheads.Place;
import org.portolan.data.internal.read.SortedRuns.Keyed;
import org.portolan.types.Tuple;

class ReadAheadsTest {
  private final ReadAheads aheads = new ReadAheads();

  private static Place place(int number) {
    return new Place(null, Tuple.EMPTY, Columns.ALL, false, Tuple.of(number));
  }

  private static Ahead ahead(int rows, int rowBytes) {
    Ahead ahead = new Ahead(1, Tuple.EMPTY, rowBytes);
    Keyed row = new Keyed(null, Tuple.of(1));
    ahead.add(new MergedBatch.Batch(Collections.nCopies(rows, row), null, rowBytes), rows);
    return ahead;
  }

  @Test
  void take_afterPut_givesItOnce() {
    Ahead put = ahead(3, 100);
    aheads.put(place(1), put);
    assertThat(aheads.take(place(2))).isNull();
    assertThat(aheads.take(place(1))).isSameAs(put);
    assertThat(aheads.take(place(1))).isNull();
  }

  @Test
  void roomRows_isHalfOfWhatOtherScansLeave() {
    int first = aheads.roomRows(1_000);
    aheads.put(place(1), ahead(first, 1_000));
    assertThat(aheads.roomRows(1_000)).isBetween(first / 2, first / 2 + 1);
    aheads.take(place(1));
    assertThat(aheads.roomRows(1_000)).isEqualTo(first);
  }

  @Test
  void put_beyondTheMemoryOrNumber_forgetsTheOldest() {
    int room = aheads.roomRows(1_000);
    for (int scan = 0; scan < 3; scan++) {
      aheads.put(place(scan), ahead(room, 1_000));
    }
    assertThat(aheads.take(place(0))).isNull();
    assertThat(aheads.take(place(2))).isNotNull();
    for (int scan = 10; scan < 19; scan++) {
      aheads.put(place(scan), ahead(1, 1));
    }
    assertThat(aheads.take(place(10))).isNull();
    assertThat(aheads.take(place(18))).isNotNull();
  }
}

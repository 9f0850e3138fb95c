package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.portolan.engine.EngineException;

class WriteClockTest {
  private static final int PUTS = 1;
  private static final int REMOVES = 2;
  private static final int REPLACES = 4;

  @Property(tries = 200)
  void next_inAnyOrder_letsTheLaterWriteWin(
      @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 1, max = 7) Integer> kinds) {
    WriteClock clock = new WriteClock();
    long lastPut = 0;
    long lastRemoval = 0;
    for (int kind : kinds) {
      boolean replaces = (kind & REPLACES) != 0;
      boolean puts = (kind & PUTS) != 0 || replaces;
      boolean removes = (kind & REMOVES) != 0;
      long stamp = clock.next(puts, removes, replaces);
      if (puts) {
        assertThat(stamp).isGreaterThan(lastRemoval).isGreaterThanOrEqualTo(lastPut);
      }
      if (removes) {
        assertThat(stamp).isGreaterThanOrEqualTo(lastPut);
      }
      if (replaces) {
        assertThat(stamp - 1).isGreaterThanOrEqualTo(lastPut);
      }
      lastPut = puts ? stamp : lastPut;
      lastRemoval = removes ? stamp : lastRemoval;
    }
  }

  @Property(tries = 5)
  void next_withoutRemovals_staysWithTheTime() {
    WriteClock clock = new WriteClock();
    long stamp = 0;
    for (int count = 0; count < 100_000; count++) {
      stamp = clock.next(true, false, false);
    }
    assertThat(stamp).isLessThanOrEqualTo(System.currentTimeMillis());
  }

  @Example
  void next_interruptedFarAheadOfTheTime_isRefused() {
    WriteClock clock = new WriteClock();
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> {
              long stamp = 0;
              for (int count = 0; count < 100_000; count++) {
                stamp = Math.max(stamp, clock.next(true, true, true));
              }
              assertThat(stamp).isPositive();
            })
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("nothing was changed");
    assertThat(Thread.interrupted()).isTrue();
  }
}

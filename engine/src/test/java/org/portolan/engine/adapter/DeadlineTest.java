package org.portolan.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicLong millis = new AtomicLong(1_000_000);
  private final Deadline deadline = new Deadline(Duration.ofSeconds(10), nanos::get, millis::get);

  @Test
  void isOver_afterTheSpan_byBothClocks() {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(9));
    millis.addAndGet(9_000);
    assertThat(deadline.isOver()).isFalse();
    assertThat(deadline.isWithin(TimeUnit.SECONDS.toNanos(2))).isTrue();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    millis.addAndGet(2_000);
    assertThat(deadline.isOver()).isTrue();
  }

  @Test
  void isOver_afterTheMachineWasSuspended() {
    millis.addAndGet(7_200_000);
    assertThat(deadline.isOver()).isTrue();
  }

  @Test
  void isOver_whereTheTimeOfDayWasPutBack() {
    millis.addAndGet(-7_200_000);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(11));
    assertThat(deadline.isOver()).isTrue();
  }
}

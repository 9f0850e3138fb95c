package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class StoreOptionsTest {
  private static final Duration MAX = StoreOptions.SWEEP_TIME_MAX;

  private static StoreOptions sweeping(Duration interval, Duration grace) {
    return StoreOptions.DEFAULT.sweeping(interval, grace);
  }

  @Test
  void sweeping_withinBounds_isKept() {
    assertThat(sweeping(MAX, Duration.ZERO).sweepInterval()).isEqualTo(MAX);
    assertThat(sweeping(Duration.ZERO, MAX).sweepGrace()).isEqualTo(MAX);
  }

  @Test
  void sweeping_outOfBounds_saysWhat() {
    assertThatThrownBy(() -> sweeping(ChronoUnit.FOREVER.getDuration(), Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("sweepInterval must be from 0 to 30 days but is PT");
    assertThatThrownBy(() -> sweeping(Duration.ofMillis(-1), Duration.ZERO))
        .hasMessage("sweepInterval must be from 0 to 30 days but is PT-0.001S");
    assertThatThrownBy(() -> sweeping(Duration.ZERO, Duration.ofMillis(-1)))
        .hasMessage("sweepGrace must be from 0 to 30 days but is PT-0.001S");
    assertThatThrownBy(() -> sweeping(Duration.ZERO, MAX.plusNanos(1)))
        .hasMessage("sweepGrace must be from 0 to 30 days but is PT720H0.000000001S");
  }
}

package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RetryPolicyTest {
  private static final long NANOS_MAX = 3_600_000_000_000L;

  @Property
  void waitAfter_anyAttempt_withinTheDoublingBound(
      @ForAll @IntRange(min = 1) int attempt,
      @ForAll @LongRange(min = 0, max = NANOS_MAX) long firstNanos,
      @ForAll @LongRange(min = 0, max = NANOS_MAX) long longestNanos,
      @ForAll long seed) {
    RetryPolicy policy =
        new RetryPolicy(
            Integer.MAX_VALUE, Duration.ofNanos(firstNanos), Duration.ofNanos(longestNanos));
    long wait = policy.waitAfter(attempt, new Random(seed)).toNanos();
    assertThat(wait).isBetween(0L, longestNanos);
    if (attempt <= 20) {
      assertThat(wait).isLessThanOrEqualTo(firstNanos << (attempt - 1));
    }
  }

  @Property(tries = 200)
  void waitAfter_manyDraws_reachesTheUpperHalfOfTheBound(
      @ForAll @IntRange(min = 1, max = 100) int attempt,
      @ForAll @LongRange(min = 1_000, max = NANOS_MAX) long firstNanos,
      @ForAll @LongRange(min = 1_000, max = NANOS_MAX) long longestNanos,
      @ForAll long seed) {
    RetryPolicy policy =
        new RetryPolicy(100, Duration.ofNanos(firstNanos), Duration.ofNanos(longestNanos));
    double bound = Math.min((double) longestNanos, firstNanos * Math.pow(2, attempt - 1));
    Random random = new Random(seed);
    assertThat(
            random
                .ints(64)
                .mapToObj(draw -> policy.waitAfter(attempt, random))
                .mapToLong(Duration::toNanos)
                .max()
                .orElseThrow())
        .isGreaterThan((long) (bound / 2));
  }

  @Property(tries = 50)
  void constructor_outOfBounds_saysWhat(@ForAll @IntRange(max = 0, min = -9) int attempts) {
    Duration wait = Duration.ofMillis(1);
    assertThatThrownBy(() -> new RetryPolicy(attempts, wait, wait))
        .hasMessage("a write needs at least one attempt, not " + attempts);
    assertThatThrownBy(() -> new RetryPolicy(1, wait.negated(), wait))
        .hasMessage("the first wait must be from 0 to PT1H but is PT-0.001S");
    assertThatThrownBy(() -> new RetryPolicy(1, wait, Duration.ofHours(2)))
        .hasMessage("the longest wait must be from 0 to PT1H but is PT2H");
    assertThatThrownBy(() -> RetryPolicy.DEFAULT.within(Duration.ofHours(2)))
        .hasMessage("the time of a write must be from 0 to PT1H but is PT2H");
  }
}

package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CachedPageTest {
  private static CachedPage endingAt(OptionalLong endNanos) {
    return new CachedPage(
        "Rose", 1, Map.of(), null, Set.of(), null, endNanos, new CachedPage.Check(0, 0));
  }

  @Test
  void isOver_onceItsTimeHasPassed_evenWhereTheClockOverflows() {
    assertThat(endingAt(OptionalLong.empty()).isOver(Long.MAX_VALUE)).isFalse();
    assertThat(endingAt(OptionalLong.of(100)).isOver(100)).isFalse();
    assertThat(endingAt(OptionalLong.of(100)).isOver(101)).isTrue();
    assertThat(endingAt(OptionalLong.of(Long.MIN_VALUE + 10)).isOver(Long.MAX_VALUE)).isFalse();
  }
}

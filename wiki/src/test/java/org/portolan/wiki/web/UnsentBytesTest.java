package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnsentBytesTest {
  @Test
  void take_beyondABound_isRefusedUntilSomethingIsSent() {
    UnsentBytes unsent = new UnsentBytes(100, 150);
    assertThat(unsent.take("a", 90, false)).isTrue();
    assertThat(unsent.take("a", 20, false)).isFalse();
    assertThat(unsent.take("b", 40, false)).isTrue();
    assertThat(unsent.take("b", 30, false)).isFalse();
    unsent.release("a", 90);
    assertThat(unsent.take("b", 30, false)).isTrue();
    assertThat(unsent.take("a", 1_000, false)).isTrue();
    assertThat(unsent.take("a", 1, false)).isFalse();
    assertThat(unsent.take("a", 1, true)).isTrue();
    assertThat(unsent.take("c", 1, false)).isTrue();
  }
}

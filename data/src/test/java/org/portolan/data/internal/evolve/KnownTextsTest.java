package org.portolan.data.internal.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownTextsTest {
  private final KnownTexts<Integer> texts = new KnownTexts<>();
  private final List<String> parsed = new ArrayList<>();

  private int parse(String text) {
    parsed.add(text);
    return Integer.parseInt(text);
  }

  @Test
  void sameText_isParsedOnce() {
    assertThat(texts.of("12", this::parse)).isEqualTo(12);
    assertThat(texts.of(String.valueOf(12), this::parse)).isEqualTo(12);
    assertThat(texts.of("13", this::parse)).isEqualTo(13);
    assertThat(parsed).containsExactly("12", "13");
  }

  @Test
  void manyTexts_areForgotten_andParsedAgain() {
    for (int number = 0; number < 100; number++) {
      assertThat(texts.of("" + number, this::parse)).isEqualTo(number);
    }
    assertThat(texts.of("0", this::parse)).isZero();
    assertThat(parsed).hasSize(101);
  }

  @Test
  void failure_isThrownAgain() {
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> texts.of("x", this::parse))
          .isInstanceOf(NumberFormatException.class);
    }
    assertThat(parsed).containsExactly("x", "x");
  }
}

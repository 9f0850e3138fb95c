package org.portolan.bench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SpelledTest {
  private enum Form implements Spelled {
    NATIVE,
    NATIVE_GZIP
  }

  @Test
  void words_areThoseThatConstantsAreFoundBy() {
    assertThat(Spelled.words(Form.class)).containsExactly("native", "native-gzip");
    for (Form form : Form.values()) {
      assertThat(Spelled.of(Form.class, form.spelling())).isEqualTo(form);
    }
  }

  @Test
  void of_anotherWord_isRefused() {
    assertThatThrownBy(() -> Spelled.of(Form.class, "plain"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepProgressTest {
  private static String line(long done, OptionalLong expected, double perSecond) {
    return StepProgress.line("evolve", "rows of page", done, expected, perSecond);
  }

  @Test
  void line_ofAKnownNumber_namesTheTimeThatIsLeft() {
    assertThat(line(1_000, OptionalLong.of(5_000), 500))
        .isEqualTo("evolve: 1000 of 5000 rows of page, 500 a second, about 8 s left");
    assertThat(line(1_000, OptionalLong.of(1_000_000), 500))
        .isEqualTo("evolve: 1000 of 1000000 rows of page, 500 a second, about 34 min left");
    assertThat(line(1_000, OptionalLong.of(10_000_000), 500))
        .isEqualTo("evolve: 1000 of 10000000 rows of page, 500 a second, about 5.6 h left");
  }

  @Test
  void line_ofAnUnknownOrAnExceededNumber_namesNoTime() {
    assertThat(line(1_000, OptionalLong.empty(), 500))
        .isEqualTo("evolve: 1000 rows of page, 500 a second");
    assertThat(line(1_000, OptionalLong.of(999), 500))
        .isEqualTo("evolve: 1000 rows of page, 500 a second");
    assertThat(line(1_000, OptionalLong.of(5_000), 0))
        .isEqualTo("evolve: 1000 of 5000 rows of page");
  }

  @Test
  void at_shortWork_isSilent() {
    StringWriter text = new StringWriter();
    StepProgress progress =
        new StepProgress("evolve", Map.of("rows of page", 10L), new PrintWriter(text));
    for (long done = 1; done <= 10; done++) {
      progress.at("rows of page", done);
    }
    progress.at("entries", 5, 10);
    assertThat(text.toString()).isEmpty();
  }
}

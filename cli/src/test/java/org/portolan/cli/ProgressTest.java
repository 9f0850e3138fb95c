package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static String line(OptionalLong expected, long count) {
    try (Progress progress =
        new Progress("migrate", "rows", expected, new PrintWriter(new StringWriter()))) {
      return progress.line(count, 2);
    }
  }

  @Test
  void line_upToTheExpectedNumber_namesIt() {
    assertThat(line(OptionalLong.of(1_500), 1_000))
        .isEqualTo("migrate: 1000 of 1500 rows, 500 a second");
    assertThat(line(OptionalLong.of(1_500), 1_500))
        .isEqualTo("migrate: 1500 of 1500 rows, 750 a second");
  }

  /** A second pass reads rows more often than once, and estimates of databases may be old. */
  @Test
  void line_moreThanExpected_namesNoNumber() {
    assertThat(line(OptionalLong.of(1_500), 4_000)).isEqualTo("migrate: 4000 rows, 2000 a second");
    assertThat(line(OptionalLong.empty(), 4_000)).isEqualTo("migrate: 4000 rows, 2000 a second");
  }
}

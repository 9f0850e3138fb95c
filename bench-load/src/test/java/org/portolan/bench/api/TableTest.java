package org.portolan.bench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TableTest {

  @Test
  void text_ofUnequalCells_alignsTheFirstLeftAndOthersRight() {
    String text =
        new Table("rows", "here", "there").row("read", "1", "22222222").row("w", "", "3").text();
    assertThat(text)
        .isEqualTo(
            """
            rows  here     there
            read     1  22222222
            w                  3
            """);
  }

  @Test
  void row_ofAnotherWidth_isRefused() {
    Table table = new Table("a", "b");
    assertThatThrownBy(() -> table.row("1")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void summary_ofAllKinds_isOneLineOfPairs() {
    assertThat(
            new Summary()
                .add("pages", 3)
                .add("ratio", 0.81249)
                .add("rate", 12345.6)
                .add("m", "x")
                .line())
        .isEqualTo("pages=3 ratio=0.812 rate=12346 m=x");
  }
}

package org.portolan.data.internal.auto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;
import org.portolan.data.internal.auto.ProcessUse.Hot;
import org.portolan.data.internal.auto.ProcessUse.OfIndex;

class ProcessUseTest {
  private static final OfIndex OF_INDEX =
      new OfIndex(
          new Sums(1, 2, 3, 4, 5, 6, 7), List.of(new Hot(-1, 0.25), new Hot(16, 0.125)), 40, 17);

  @Test
  void parse_itsText_isTheUse() {
    ProcessUse use =
        new ProcessUse(9, 3, new Writes(50, 60), Map.of("pages", OF_INDEX, "links", OfIndex.NONE));

    assertThat(use.text())
        .isEqualTo(
            """
            9 3 50 60
            links 0 0 0 0 0 0 0 0 0
            pages 1 2 3 4 5 6 7 40 17 ffffffff:250 10:125""");
    assertThat(ProcessUse.parse(use.text())).contains(use);
  }

  @Test
  void text_manyFrequentValues_hasTheFirst() {
    List<Hot> hot = new ArrayList<>();
    for (int hash = 0; hash < 64; hash++) {
      hot.add(new Hot(hash, 0.01));
    }
    ProcessUse use =
        new ProcessUse(1, 1, Writes.NONE, Map.of("i", new OfIndex(Sums.NONE, hot, 0, 0)));

    assertThat(ProcessUse.parse(use.text()).orElseThrow().indexes().get("i").hot())
        .isEqualTo(hot.subList(0, ProcessUse.HOT_MAX));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "free 7f", "1 2 3", "1 2 3 x", "1 2 3 4\ni 1 2", "1 2 3 4\ni 1 x"})
  void parse_otherText_isNone(String text) {
    assertThat(ProcessUse.parse(text)).isEmpty();
  }
}

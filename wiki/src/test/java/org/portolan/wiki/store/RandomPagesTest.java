package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.storage.RandomDraw;

class RandomPagesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void randomTitle_ofManyDraws_givesEachPageAChance(WikiModel model) {
    try (WikiStore store = new WikiStore(model, directory)) {
      RandomPagesChecks.manyDrawsGiveEachPageAChance(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomTitle_ofFewPages_drawsEachOfThem(WikiModel model) {
    try (WikiStore store = new WikiStore(model, directory)) {
      RandomPagesChecks.fewPagesAreAllDrawn(store);
    }
  }

  @Test
  void number_ofATitle_neverChanges() {
    assertThat(RandomDraw.number("Main Page")).isEqualTo(RandomDraw.number("Main Page"));
    assertThat(RandomDraw.number("Rīga")).isNotEqualTo(RandomDraw.number("Riga"));
    // The first eight bytes of the MD5 of "Riga": a stored number must stay what it is.
    assertThat(Long.toHexString(RandomDraw.number("Riga"))).isEqualTo("c16c50f34911d1f5");
  }
}

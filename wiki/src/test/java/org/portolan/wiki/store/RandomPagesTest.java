package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.RandomDraw;
import org.portolan.wiki.synthetic.SyntheticWiki;

class RandomPagesTest {
  private static final int PAGES = 300;
  private static final int DRAWS_EACH = 20;
  private static final long SEED = Long.getLong("portolan.seed", 1);

  @TempDir Path directory;

  private static void fill(WikiStore store, int pages) {
    try (SyntheticSource source = new SyntheticSource(new SyntheticWiki(1, pages), "test")) {
      new WikiImport(store.store(), source, false, broken -> {}, reached -> {}).run();
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomTitle_ofManyDraws_givesEachPageAChance(WikiModel model) {
    try (WikiStore store = new WikiStore(model, directory)) {
      fill(store, PAGES);
      Set<String> titles = new HashSet<>();
      for (int page = 0; page < PAGES; page++) {
        titles.add(SyntheticWiki.tag(page));
      }
      SplittableRandom random = new SplittableRandom(SEED);
      Map<String, Integer> drawn = new HashMap<>();
      for (int draw = 0; draw < DRAWS_EACH * PAGES; draw++) {
        drawn.merge(store.wiki().randomTitle(random).orElseThrow(), 1, Integer::sum);
      }

      assertThat(drawn.keySet()).as("seed " + SEED).isEqualTo(titles);
      assertThat(drawn.values()).as("seed " + SEED).allMatch(count -> count <= 3 * DRAWS_EACH);
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomTitle_ofFewPages_drawsEachOfThem(WikiModel model) {
    try (WikiStore store = new WikiStore(model, directory)) {
      SplittableRandom random = new SplittableRandom(SEED);
      assertThat(store.wiki().randomTitle(random)).isEmpty();
      fill(store, 3);
      Set<String> drawn = new HashSet<>();
      for (int draw = 0; draw < 100; draw++) {
        drawn.add(store.wiki().randomTitle(random).orElseThrow());
      }
      assertThat(drawn)
          .containsExactlyInAnyOrder(
              SyntheticWiki.tag(0), SyntheticWiki.tag(1), SyntheticWiki.tag(2));
      assertThat(store.wiki().delete(SyntheticWiki.tag(1))).isTrue();
      for (int draw = 0; draw < 100; draw++) {
        assertThat(store.wiki().randomTitle(random).orElseThrow())
            .isNotEqualTo(SyntheticWiki.tag(1));
      }
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

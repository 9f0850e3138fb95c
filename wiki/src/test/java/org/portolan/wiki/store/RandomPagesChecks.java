package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.portolan.wiki.TestedWiki;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** What random pages of any wiki must be. */
public final class RandomPagesChecks {
  private static final int PAGES = 300;
  private static final int DRAWS_EACH = 20;
  private static final long SEED = Long.getLong("portolan.seed", 1);

  private RandomPagesChecks() {}

  private static void fill(TestedWiki wiki, int pages) {
    try (SyntheticSource source = new SyntheticSource(new SyntheticWiki(1, pages), "test")) {
      new WikiImport(wiki.storage(), source, false, broken -> {}, reached -> {}, looked -> {})
          .run();
    }
  }

  /** Fails unless many draws of an empty wiki's new pages give each about as often. */
  public static void manyDrawsGiveEachPageAChance(TestedWiki wiki) {
    fill(wiki, PAGES);
    Set<String> titles = new HashSet<>();
    for (int page = 0; page < PAGES; page++) {
      titles.add(SyntheticWiki.tag(page));
    }
    SplittableRandom random = new SplittableRandom(SEED);
    Map<String, Integer> drawn = new HashMap<>();
    for (int draw = 0; draw < DRAWS_EACH * PAGES; draw++) {
      drawn.merge(wiki.wiki().randomTitle(random).orElseThrow(), 1, Integer::sum);
    }

    assertThat(drawn.keySet()).as("seed " + SEED).isEqualTo(titles);
    assertThat(drawn.values()).as("seed " + SEED).allMatch(count -> count <= 3 * DRAWS_EACH);
  }

  /** Fails unless each of an empty wiki's few new pages is drawn, and none that was deleted. */
  public static void fewPagesAreAllDrawn(TestedWiki wiki) {
    SplittableRandom random = new SplittableRandom(SEED);
    assertThat(wiki.wiki().randomTitle(random)).isEmpty();
    fill(wiki, 3);
    Set<String> drawn = new HashSet<>();
    for (int draw = 0; draw < 100; draw++) {
      drawn.add(wiki.wiki().randomTitle(random).orElseThrow());
    }
    assertThat(drawn)
        .containsExactlyInAnyOrder(
            SyntheticWiki.tag(0), SyntheticWiki.tag(1), SyntheticWiki.tag(2));
    assertThat(wiki.wiki().delete(SyntheticWiki.tag(1))).isTrue();
    for (int draw = 0; draw < 100; draw++) {
      assertThat(wiki.wiki().randomTitle(random).orElseThrow()).isNotEqualTo(SyntheticWiki.tag(1));
    }
  }
}

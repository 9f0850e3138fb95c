package org.portolan.bench.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.wiki.Answers;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wikitext.site.Title;

/** Eight writers at once, in each model. Another history: {@code -Dportolan.contention.seed=2}. */
class ContendedEditsTest {
  private static final int WRITERS = 8;
  private static final int EDITS = Integer.getInteger("portolan.contention.edits", 240);
  private static final long SEED = Long.getLong("portolan.contention.seed", 1);
  private static final int PAGES_PREPARED = 100;

  private record Written(String title, RevisionInfo revision, String text) {}

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void writers_whoMeet_loseNothing(WikiModel model) {
    String when = model.spelling() + " with seed " + SEED;
    try (WikiStore store = new WikiStore(model, directory)) {
      Queue<Written> written = new ConcurrentLinkedQueue<>();

      ContentionResult result =
          new ContendedEdits(
                  store.store(),
                  WRITERS,
                  EDITS,
                  SEED,
                  (title, revision, text) -> written.add(new Written(title, revision, text)))
              .run();

      System.out.println(
          "contended edits: "
              + when
              + ": "
              + result.samePage()
              + " conflicts on a page, "
              + result.overlapping()
              + " on an index only");
      assertThat(result.edits() + result.creations() + result.givenUp()).as(when).isEqualTo(EDITS);
      assertThat(written).as(when).hasSize(EDITS + PAGES_PREPARED - (int) result.givenUp());
      Statistics counted = store.wiki().statistics();
      assertThat(counted.pages()).as(when).isEqualTo(PAGES_PREPARED + result.creations());
      assertThat(counted.edits()).as(when).isEqualTo(written.size());
      if (model != WikiModel.PROPOSED) { // its counters are rows, which the check compares
        store.store().recount("edits");
      }
      assertThat(store.wiki().statistics().edits()).as(when).isEqualTo(written.size());
      ReferenceWiki reference = reference(written);
      List<String> titles = new ArrayList<>(Answers.titles(reference, 100));
      for (int number = 0; number < 4; number++) {
        titles.add("Category:Shared " + number);
        titles.add("Template:Template " + number);
      }
      Answers.assertSame(store.wiki(), reference, titles, 100, when);
      store.assertClean();
    }
  }

  /** Makes a wiki that holds each acknowledged text under its acknowledged revision. */
  private static ReferenceWiki reference(Queue<Written> written) {
    ReferenceWiki reference = new ReferenceWiki();
    Map<String, Long> pageIds = new HashMap<>();
    for (Written one : written) {
      pageIds.merge(one.title(), one.revision().id(), Math::min);
    }
    for (Written one : written) {
      Title title = reference.site().pageTitle(one.title()).orElseThrow();
      reference.put(
          new PageHistory(
              title.full(),
              title.namespace(),
              pageIds.get(one.title()),
              List.of(new FullRevision(one.revision(), one.text()))));
    }
    return reference;
  }
}

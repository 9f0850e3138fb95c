package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.portolan.wiki.Answers;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.TestedWiki;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;

/** Makes one random history in several stores and compares their answers with the reference. */
public final class HistoryComparison {
  private static final int STEPS_BETWEEN_COMPARISONS = 16;

  private HistoryComparison() {}

  /**
   * Fails at the first answer that differs from the reference's, and if a store is not clean at the
   * end. At random moments delta buckets are merged and stores are opened again.
   *
   * @param stores empty stores; closed when this method returns
   */
  public static void run(List<? extends TestedWiki> stores, long seed, int steps) {
    try {
      ReferenceWiki reference = new ReferenceWiki();
      RandomHistory history = new RandomHistory(seed);
      Random random = new Random(~seed);
      for (int step = 1; step <= steps; step++) {
        RandomHistory.Act act = history.next(reference);
        Object expected = act.on(reference);
        for (TestedWiki store : stores) {
          assertThat(act.on(store.wiki()))
              .as("seed %d step %d %s", seed, step, store)
              .isEqualTo(expected);
          disturb(store, random);
        }
        if (step % STEPS_BETWEEN_COMPARISONS == 0) {
          compare(stores, reference, seed, step, random);
        }
      }
      stores.forEach(TestedWiki::assertClean);
    } finally {
      stores.forEach(TestedWiki::close);
    }
  }

  /** Makes a random history in a wiki, which is drawn for its own answers. */
  public static void play(Wiki wiki, long seed, int steps) {
    RandomHistory history = new RandomHistory(seed);
    for (int step = 0; step < steps; step++) {
      history.next(wiki).on(wiki);
    }
  }

  /** Returns the titles that histories are about. */
  public static List<String> titles() {
    return RandomHistory.TITLES;
  }

  private static void disturb(TestedWiki store, Random random) {
    if (random.nextInt(20) == 0) {
      store.maintain();
    }
    if (random.nextInt(60) == 0) {
      store.reopen();
    }
  }

  private static void compare(
      List<? extends TestedWiki> stores,
      ReferenceWiki reference,
      long seed,
      int step,
      Random random) {
    List<String> titles = Answers.titles(reference, 100);
    for (TestedWiki store : stores) {
      JobThreads.finish(new LinkJobs(store.storage()), job -> true, Duration.ZERO, pages -> {});
      String when = "seed " + seed + " step " + step + " " + store;
      int limit = 1 + random.nextInt(6);
      Answers.assertSame(store.wiki(), reference, RandomHistory.TITLES, limit, when);
      var drawn = store.wiki().randomTitle(random);
      assertThat(drawn.isPresent()).as(when).isEqualTo(!titles.isEmpty());
      drawn.ifPresent(title -> assertThat(titles).as(when).contains(title));
    }
  }
}

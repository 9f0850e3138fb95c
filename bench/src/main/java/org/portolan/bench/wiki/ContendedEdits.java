package org.portolan.bench.wiki;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.random.Zipfian;
import org.portolan.bench.system.Together;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.Store;
import org.portolan.data.WriteConflictException;
import org.portolan.wiki.Edit;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.SaveOutcome.Conflict;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.Wikis;

/**
 * Writers that edit and create pages of one wiki at the same time, as fast as they can: the
 * workload behind table VI of Kruber 2014, with more contention. The edited pages follow Zipf's
 * law. Every text is in one of {@value #CATEGORIES} categories, links to {@value #LINKS} popular
 * pages and uses one template. All are drawn again for each edit, so each edit changes indexes. One
 * write in {@value #CREATE_ONE_IN} creates a page, and so changes the page list. The requests of
 * each writer are a function of the seed; the conflicts between writers are not.
 *
 * <p>Use a separate store: pages called "Contended 1" and so on are created in it, and the result
 * reports all conflicts of the store object. The number of writes is given and not the time, so
 * that the counts of two models can be compared.
 */
final class ContendedEdits {
  private static final int PAGES = 100;
  private static final int CATEGORIES = 4;
  private static final int LINKS = 3;
  private static final int CREATE_ONE_IN = 5;

  /**
   * The most times that one edit reads its page; it reads again if the page was changed meanwhile.
   */
  private static final int READS_MAX = 100;

  private final Store store;
  private final Wiki wiki;
  private final int writers;
  private final int edits;
  private final long seed;
  private final Acknowledged acknowledged;
  private final Tally tally = new Tally();
  private final AtomicLong clockMilliseconds =
      new AtomicLong(Instant.parse("2024-01-01T00:00:00Z").toEpochMilli());

  /** Receives each write that the wiki has acknowledged, in the writer's thread. */
  interface Acknowledged {
    void saved(String title, RevisionInfo revision, String text);
  }

  /** The counters that all writers share. */
  static final class Tally {
    final LongAdder edits = new LongAdder();
    final LongAdder creations = new LongAdder();
    final LongAdder editConflicts = new LongAdder();
    final LongAdder givenUp = new LongAdder();
    final Histogram times = new ConcurrentHistogram(Latencies.HIGHEST, Latencies.DIGITS);
  }

  /**
   * Prepares a run.
   *
   * @param edits the total number of writes of all writers, creations included
   */
  ContendedEdits(Store store, int writers, int edits, long seed, Acknowledged acknowledged) {
    if (writers < 1 || edits < writers) {
      throw new IllegalArgumentException(
          Text.format(
              "there must be a writer and an edit for each, not %s writers and %s edits",
              writers, edits));
    }
    this.store = store;
    this.wiki = Wikis.of(store);
    this.writers = writers;
    this.edits = edits;
    this.seed = seed;
    this.acknowledged = acknowledged;
  }

  /**
   * Creates the pages that are missing, then runs all writers to their end.
   *
   * @throws org.portolan.bench.api.BenchmarkFailedException if the store fails; a write given up
   *     because of too many conflicts is counted instead
   */
  ContentionResult run() {
    prepare();
    ConflictStatistics before = store.conflicts();
    long start = System.nanoTime();
    Together.run("the edits", writers, number -> new Writer("writers", number).write());
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    return new ContentionResult(
        tally.edits.sum(),
        tally.creations.sum(),
        tally.editConflicts.sum(),
        tally.givenUp.sum(),
        store.conflicts().since(before),
        tally.times,
        elapsed);
  }

  private void prepare() {
    Writer writer = new Writer("preparation", 0);
    for (int rank = 0; rank < PAGES; rank++) {
      if (wiki.page(title(rank)).isEmpty()) {
        attempt(title(rank), writer.text("first"), "Preparation", 0);
      }
    }
  }

  private static String title(long rank) {
    return "Contended " + (rank + 1);
  }

  /** One writer. Used by one thread. */
  private final class Writer {
    private final int number;
    private final RandomGenerator random;
    private final Sampler ranks;

    Writer(String purpose, int number) {
      this.number = number;
      this.random = new Seeds(seed).stream(purpose, number);
      this.ranks = new Zipfian(1).sampler(PAGES, random);
    }

    void write() {
      int share = edits / writers + (number < edits % writers ? 1 : 0);
      for (int edit = 0; edit < share; edit++) {
        String mark = "writer " + number + " edit " + edit;
        long begun = System.nanoTime();
        if (random.nextInt(CREATE_ONE_IN) == 0) {
          create("Created " + seed + " by " + number + " as " + edit, text(mark));
        } else {
          edit(title(ranks.next(PAGES)), text(mark));
        }
        Latencies.record(tally.times, System.nanoTime() - begun);
      }
    }

    private String text(String mark) {
      StringBuilder text = new StringBuilder("Written by ").append(mark).append(". ");
      for (int link = 0; link < LINKS; link++) {
        text.append("[[").append(title(ranks.next(PAGES))).append("]] ");
      }
      text.append("{{Template ").append(random.nextInt(CATEGORIES)).append("}} ");
      return text.append("[[Category:Shared ")
          .append(random.nextInt(CATEGORIES))
          .append("]]")
          .toString();
    }

    private void create(String title, String text) {
      if (attempt(title, text, "Writer " + number, 0)) {
        tally.creations.increment();
      } else {
        tally.givenUp.increment();
      }
    }

    private void edit(String title, String text) {
      for (int read = 0; read < READS_MAX; read++) {
        Optional<WikiPage> page = wiki.page(title);
        long base = page.map(found -> found.revision().id()).orElse(0L);
        if (attempt(title, text, "Writer " + number, base)) {
          tally.edits.increment();
          return;
        }
      }
      tally.givenUp.increment();
    }
  }

  /**
   * Returns whether the text was saved: false if the page was changed meanwhile or the write had
   * too many conflicts.
   */
  private boolean attempt(String title, String text, String contributor, long base) {
    Instant time = Instant.ofEpochMilli(clockMilliseconds.incrementAndGet());
    SaveOutcome outcome;
    try {
      outcome = wiki.save(new Edit(title, text, contributor, "", false, base, time));
    } catch (WriteConflictException e) {
      // Counted by the store, by its cause.
      return false;
    }
    if (outcome instanceof Saved saved) {
      acknowledged.saved(title, saved.revision(), text);
      return true;
    }
    if (outcome instanceof Conflict) {
      tally.editConflicts.increment();
    }
    return false;
  }
}

package org.portolan.wiki.contention;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.DataException;
import org.portolan.data.Store;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.StoreException;
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
 * reports all conflicts of the store object.
 */
public final class ContendedEdits {
  private static final int PAGES = 100;
  private static final int CATEGORIES = 4;
  private static final int LINKS = 3;
  private static final int CREATE_ONE_IN = 5;

  /** How often an edit is repeated from the newer page after the page was changed. */
  private static final int READS_MAX = 100;

  private final Store store;
  private final Wiki wiki;
  private final int writers;
  private final int edits;
  private final long seed;
  private final Acknowledged acknowledged;
  private final ZipfRanks ranks = new ZipfRanks(PAGES);
  private final Tally tally = new Tally();
  private final AtomicLong clockMilliseconds =
      new AtomicLong(Instant.parse("2024-01-01T00:00:00Z").toEpochMilli());

  /** Receives each write that the wiki has acknowledged, in the writer's thread. */
  public interface Acknowledged {
    void saved(String title, RevisionInfo revision, String text);
  }

  /**
   * Prepares a run.
   *
   * @param edits the total number of writes of all writers, creations included
   */
  public ContendedEdits(Store store, int writers, int edits, long seed) {
    this(store, writers, edits, seed, (title, revision, text) -> {});
  }

  public ContendedEdits(Store store, int writers, int edits, long seed, Acknowledged acknowledged) {
    if (writers < 1 || edits < writers) {
      throw new IllegalArgumentException(
          "there must be a writer and an edit for each, not "
              + writers
              + " writers and "
              + edits
              + " edits");
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
   * @throws StoreException if the store fails; a write given up because of too many conflicts is
   *     counted instead
   */
  public ContentionResult run() {
    prepare();
    ConflictStatistics before = store.conflicts();
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        running.add(threads.submit(() -> write(number)));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataException("the contended edits were interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new DataException("a writer of contended edits failed: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    return ContentionResult.of(tally, before, store.conflicts(), elapsed);
  }

  private void prepare() {
    RandomGenerator random = new SplittableRandom(seed);
    for (int rank = 0; rank < PAGES; rank++) {
      if (wiki.page(title(rank)).isEmpty()) {
        attempt(title(rank), text(random, "first"), "Preparation", 0);
      }
    }
  }

  private static String title(int rank) {
    return "Contended " + (rank + 1);
  }

  private void write(int writer) {
    RandomGenerator random = new SplittableRandom(seed * 1_000_003 + writer);
    int share = edits / writers + (writer < edits % writers ? 1 : 0);
    for (int number = 0; number < share; number++) {
      String mark = "writer " + writer + " edit " + number;
      if (random.nextInt(CREATE_ONE_IN) == 0) {
        create("Created " + seed + " by " + writer + " as " + number, text(random, mark), writer);
      } else {
        edit(title(ranks.draw(random)), text(random, mark), writer);
      }
    }
  }

  private String text(RandomGenerator random, String mark) {
    StringBuilder text = new StringBuilder("Written by ").append(mark).append(". ");
    for (int link = 0; link < LINKS; link++) {
      text.append("[[").append(title(ranks.draw(random))).append("]] ");
    }
    text.append("{{Template ").append(random.nextInt(CATEGORIES)).append("}} ");
    return text.append("[[Category:Shared ")
        .append(random.nextInt(CATEGORIES))
        .append("]]")
        .toString();
  }

  private void create(String title, String text, int writer) {
    if (attempt(title, text, "Writer " + writer, 0)) {
      tally.creations.increment();
    } else {
      tally.givenUp.increment();
    }
  }

  private void edit(String title, String text, int writer) {
    for (int read = 0; read < READS_MAX; read++) {
      Optional<WikiPage> page = wiki.page(title);
      long base = page.map(found -> found.revision().id()).orElse(0L);
      if (attempt(title, text, "Writer " + writer, base)) {
        tally.edits.increment();
        return;
      }
    }
    tally.givenUp.increment();
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

package org.portolan.integration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;

/**
 * Several writers that edit pages of one wiki together until they are stopped. Most edits change
 * pages that all writers share, and some create pages. Others change a page that belongs to one
 * writer, which also renames it from time to time; a rename changes two rows at once. All texts
 * name categories, templates and other pages, so that every edit changes indexes. Failures are
 * counted, and the writer goes on.
 *
 * <p>The requests of each writer follow from the seed and from its reads.
 */
final class Writers implements AutoCloseable {
  static final int CATEGORIES = 3;

  private static final int PAGES = 20;
  private static final int LINKS = 3;
  private static final int CREATE_ONE_IN = 10;
  private static final int WANDER_ONE_IN = 6;
  private static final int MOVE_ONE_IN = 2;

  /** How long a writer waits after a failure before its next edit, as a person would. */
  private static final long PAUSE_MS_MAX = 100;

  /**
   * A writer makes this many edits without a rest, so until after the kill, and then rests before
   * each edit. A few edits a second show every outage. Thousands would keep the processors from the
   * servers that recover, and each is read again by every audit.
   */
  private static final int EDITS_WITHOUT_REST = 36;

  private static final long REST_MS_MAX = 600;

  private final Wiki wiki;
  private final Ledger ledger;
  private final Observer observer;
  private final long seed;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch stopping = new CountDownLatch(1);

  /**
   * @param first the number of the first writer; no two writers at work at the same time may have
   *     the same number
   */
  Writers(Wiki wiki, Ledger ledger, Observer observer, int first, int writers, long seed) {
    this.wiki = wiki;
    this.ledger = ledger;
    this.observer = observer;
    this.seed = seed;
    for (int writer = first; writer < first + writers; writer++) {
      int number = writer;
      Thread thread = new Thread(() -> write(number), "writer-" + writer);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  Writers start() {
    threads.forEach(Thread::start);
    return this;
  }

  /** Lets each writer finish its current call, and returns when all have done so. */
  void stop() {
    stopping.countDown();
    for (Thread thread : threads) {
      try {
        thread.join(Observation.HANG.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (thread.isAlive()) {
        AssertionError hang = new AssertionError(thread.getName() + " does not end");
        hang.setStackTrace(thread.getStackTrace());
        throw hang;
      }
    }
  }

  @Override
  public void close() {
    stopping.countDown();
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private void write(int writer) {
    RandomGenerator random = new SplittableRandom(seed * 1_000_003 + writer);
    try {
      for (int number = 0; !isStopping(); number++) {
        if (number >= EDITS_WITHOUT_REST) {
          pause(random, REST_MS_MAX);
        }
        try {
          act(writer, number, random);
        } catch (RuntimeException failure) {
          observer.failed(failure);
          pause(random, PAUSE_MS_MAX);
        }
      }
    } catch (Error failure) {
      // The thread ends; a waiting test must know.
      observer.failed(failure);
    }
  }

  private void pause(RandomGenerator random, long millisecondsMax) {
    try {
      stopping.await(random.nextLong(millisecondsMax), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopping.countDown();
    }
  }

  private void act(int writer, int number, RandomGenerator random) {
    String mark = "edit " + number + " of writer " + writer + " of " + seed;
    if (random.nextInt(CREATE_ONE_IN) == 0) {
      String title = "Created by " + mark;
      save(writer, new Save(title, title, 0, text(random, mark)));
    } else if (random.nextInt(WANDER_ONE_IN) == 0) {
      wander(writer, mark, random);
    } else {
      String title = shared(random);
      save(writer, new Save(title, title, base(page(title)), text(random, mark)));
    }
  }

  /** Edits or renames the page of this writer. */
  private void wander(int writer, String mark, RandomGenerator random) {
    String wanderer = "Wanderer " + writer;
    List<String> titles = wandererTitles(wanderer);
    Map<String, WikiPage> found = timed(() -> wiki.pages(titles));
    String title = found.containsKey(titles.get(1)) ? titles.get(1) : titles.get(0);
    if (found.isEmpty() || random.nextInt(MOVE_ONE_IN) != 0) {
      Optional<WikiPage> page = Optional.ofNullable(found.get(title));
      save(writer, new Save(wanderer, title, base(page), text(random, mark)));
    } else {
      String other = titles.get(1 - titles.indexOf(title));
      timed(
          () -> wiki.move(new Move(title, other, "Writer " + writer, mark, false, Instant.now())));
    }
  }

  /** Returns the titles between which a writer's own page is moved. */
  static List<String> wandererTitles(String wanderer) {
    return List.of(wanderer + " in the north", wanderer + " in the south");
  }

  private static String shared(RandomGenerator random) {
    // The first pages are popular: writers must meet.
    return "Shared " + Math.min(random.nextInt(PAGES), random.nextInt(PAGES));
  }

  private static String text(RandomGenerator random, String mark) {
    StringBuilder text = new StringBuilder("By ").append(mark).append(". ");
    for (int link = 0; link < LINKS; link++) {
      text.append("[[").append(shared(random)).append("]] ");
    }
    return text.append("[[Category:")
        .append(category(random.nextInt(CATEGORIES)))
        .append("]]")
        .toString();
  }

  static String category(int number) {
    return "Common " + number;
  }

  private Optional<WikiPage> page(String title) {
    return timed(() -> wiki.page(title));
  }

  private static long base(Optional<WikiPage> page) {
    return page.map(found -> found.revision().id()).orElse(0L);
  }

  private void save(int writer, Save save) {
    ledger.asked(save);
    Edit edit =
        new Edit(
            save.title(), save.text(), "Writer " + writer, "", false, save.base(), Instant.now());
    SaveOutcome outcome;
    try {
      outcome = timed(() -> wiki.save(edit));
    } catch (RuntimeException failure) {
      Trouble trouble = Trouble.of(failure);
      if (trouble.changedNothing()) {
        ledger.refused(save.text(), failure.toString());
      }
      throw failure;
    }
    if (outcome instanceof Saved saved) {
      ledger.acknowledged(save.text(), saved.revision().id());
      observer.acknowledged(writer);
    } else {
      ledger.refused(save.text(), outcome.getClass().getSimpleName());
    }
  }

  private <T> T timed(Supplier<T> call) {
    long start = System.nanoTime();
    try {
      return call.get();
    } finally {
      observer.called(System.nanoTime() - start);
    }
  }
}

package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.data.WriteConflictException;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.TestedWiki;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkCheck;
import org.portolan.wiki.jobs.LinkJobs;

/**
 * Eight threads that edit, move, delete and comment the same few pages. After that every link is
 * what the texts say, every counter is what the tables say, and every revision that was saved is
 * there unless its page was deleted.
 */
final class Crowd {
  private static final int THREADS = 8;
  private static final int ACTS = 60;
  private static final List<String> TITLES =
      List.of("A", "B", "C", "Template:T", "Category:K", "User:Ann/a");

  private Crowd() {}

  static void run(TestedWiki tested, long seed) throws Exception {
    Wiki wiki = tested.wiki();
    AtomicLong saved = new AtomicLong();
    AtomicLong conflicts = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        Random random = new Random(seed * 1_000 + number);
        String name = "Author " + number;
        all.add(
            threads.submit(
                () -> {
                  for (int act = 0; act < ACTS; act++) {
                    try {
                      act(wiki, random, name + " " + act, saved);
                    } catch (WriteConflictException e) {
                      conflicts.incrementAndGet();
                    }
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      // A crowd that never saves, or meets others at every attempt, proves nothing.
      assertThat(saved.get()).as("seed " + seed).isGreaterThan(THREADS * ACTS / 10);
      assertThat(conflicts.get()).as("seed " + seed).isLessThan(THREADS * ACTS / 10);
      JobThreads.finish(new LinkJobs(tested.storage()), job -> true, Duration.ZERO, pages -> {});
      List<String> wrong = new ArrayList<>();
      LinkCheck.Result links =
          new LinkCheck(tested.storage(), Duration.ZERO, false).run(wrong::add, pages -> {});
      assertThat(wrong).as("seed " + seed).isEmpty();
      assertThat(links.isClean()).as("seed " + seed).isTrue();
      assertThat(links.notYet()).as("seed " + seed).isZero();
      tested.assertClean();
      requireWholeHistories(wiki, seed);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void act(Wiki wiki, Random random, String mark, AtomicLong saved) {
    String title = TITLES.get(random.nextInt(TITLES.size()));
    int kind = random.nextInt(10);
    if (kind < 6) {
      long base = wiki.page(title).map(page -> page.revision().id()).orElse(0L);
      Edit edit = new Edit(title, text(random, mark), mark, "", false, base, Instant.now());
      if (wiki.save(edit) instanceof Saved) {
        saved.incrementAndGet();
      }
    } else if (kind == 6) {
      wiki.delete(title);
    } else if (kind < 9) {
      String to = TITLES.get(random.nextInt(TITLES.size()));
      wiki.move(new Move(title, to, mark, "", random.nextBoolean(), Instant.now()));
    } else {
      wiki.comment(title, new Comment(Instant.now(), mark, mark));
    }
  }

  private static String text(Random random, String mark) {
    StringBuilder text = new StringBuilder(mark);
    for (int words = random.nextInt(6); words > 0; words--) {
      String other = TITLES.get(random.nextInt(TITLES.size()));
      text.append(random.nextInt(4) == 0 ? " {{T}}" : " [[" + other + "]]");
    }
    return text.toString();
  }

  /** Each revision was made from the one before it: no save was lost or overwritten another. */
  private static void requireWholeHistories(Wiki wiki, long seed) {
    for (String title : Answers.titles(wiki, 100)) {
      PageHistory history = wiki.wholePage(title).orElseThrow();
      long parent = 0;
      for (PageHistory.FullRevision revision : history.revisions()) {
        RevisionInfo info = revision.info();
        assertThat(info.parentId()).as("seed %d, parent in %s", seed, title).isEqualTo(parent);
        parent = info.id();
        assertThat(revision.text()).as("seed %d, text in %s", seed, title).isNotEmpty();
      }
      WikiPage current = wiki.page(title).orElseThrow();
      assertThat(current.revision().id()).as("seed %d, %s", seed, title).isEqualTo(parent);
    }
  }
}

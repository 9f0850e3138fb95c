package org.portolan.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.data.WriteConflictException;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Move;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * People who use a wiki by a script: they mostly read, as people do, and use every operation. Each
 * draws what it does from a seed. They leave the pages alone that they did not write themselves or
 * that the demonstration did not generate. Stops when it is closed.
 */
final class Crowd implements AutoCloseable {
  static final int PEOPLE = 4;

  /** The kinds of acts, each as likely as any other. */
  private static final int KINDS = 100;

  private static final int GENERATED = 300;
  private static final int OWN = 60;
  private static final int PAUSE_MILLIS = 25;
  private static final ListingRequest SOME = ListingRequest.first(50);

  private final Wiki wiki;
  private final ExecutorService threads = Executors.newFixedThreadPool(PEOPLE);
  private final List<Future<?>> people = new ArrayList<>();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicLong acts = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  private Crowd(Wiki wiki) {
    this.wiki = wiki;
  }

  /** Lets people begin to use a wiki. */
  static Crowd start(Wiki wiki, long seed) {
    Crowd crowd = new Crowd(wiki);
    for (int person = 0; person < PEOPLE; person++) {
      Random random = new Random(seed * PEOPLE + person);
      String name = "Visitor " + (person + 1);
      crowd.people.add(crowd.threads.submit(() -> crowd.use(random, name)));
    }
    return crowd;
  }

  /** Writes the generated pages that the crowd uses. */
  static int generate(Wiki wiki) {
    new SyntheticWiki(1, GENERATED, 20).pages(0, GENERATED).forEach(wiki::put);
    return GENERATED;
  }

  /** Does {@code acts} things, one after the other: the same ones for the same seed. */
  static void play(Wiki wiki, long seed, int acts) {
    try (Crowd crowd = new Crowd(wiki)) {
      Random random = new Random(seed);
      for (int act = 0; act < acts; act++) {
        crowd.act(random.nextInt(KINDS), random, "Visitor " + (1 + random.nextInt(PEOPLE)));
      }
    }
  }

  long acts() {
    return acts.get();
  }

  long writes() {
    return writes.get();
  }

  /** Lets the crowd go on for some time. */
  void last(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
  }

  private Object use(Random random, String name) throws InterruptedException {
    while (!stopped.get()) {
      try {
        act(random.nextInt(KINDS), random, name);
      } catch (WriteConflictException e) {
        // Others were faster forty times: a person would try again later, too.
        continue;
      }
      Thread.sleep(random.nextInt(PAUSE_MILLIS));
    }
    return null;
  }

  private void act(int kind, Random random, String name) {
    String title = title(random);
    acts.incrementAndGet();
    if (kind < 40) {
      wiki.page(title);
    } else if (kind < 50) {
      wiki.revisionIds(List.of(title(random), title(random), title(random)));
    } else if (kind < 54) {
      wiki.revisionId(title);
    } else if (kind < 56) {
      wiki.pages(List.of(title, title(random)));
    } else if (kind < 62) {
      wiki.history(title, SOME).next().ifPresent(next -> wiki.history(title, SOME.after(next)));
    } else if (kind < 66) {
      wiki.backlinks(title, SOME);
    } else if (kind < 70) {
      wiki.members("Category:Section " + random.nextInt(20), SOME);
    } else if (kind < 71) {
      wiki.uses("Template:Box", SOME);
    } else if (kind < 73) {
      wiki.titles(SOME).next().ifPresent(next -> wiki.titles(SOME.after(next)));
    } else if (kind < 74) {
      wiki.titlesFrom(title, SOME);
    } else if (kind < 76) {
      wiki.randomTitle(random);
    } else if (kind < 77) {
      wiki.statistics();
    } else if (kind < 79) {
      old(title);
    } else if (kind < 80) {
      wiki.wholePage(title);
    } else if (kind < 82) {
      wiki.comments(title, SOME).next().ifPresent(next -> wiki.comments(title, SOME.after(next)));
    } else {
      write(kind, random, name, title);
    }
  }

  private void write(int kind, Random random, String name, String title) {
    Instant now = Instant.now();
    if (kind < 94) {
      long base = wiki.page(title).map(page -> page.revision().id()).orElse(0L);
      Edit edit = new Edit(title, text(random, name), name, "a visit", false, base, now);
      if (!(wiki.save(edit) instanceof Saved)) {
        return;
      }
    } else if (kind < 97) {
      wiki.comment(title, new Comment(now, name, "seen"));
    } else if (kind < 98) {
      wiki.move(new Move(own(random), own(random), name, "", random.nextBoolean(), now));
    } else if (kind < 99) {
      wiki.delete(own(random));
    } else {
      wiki.wholePage(title).ifPresent(wiki::put);
    }
    writes.incrementAndGet();
  }

  private void old(String title) {
    wiki.page(title)
        .map(WikiPage::revision)
        .filter(revision -> revision.parentId() != 0)
        .ifPresent(revision -> wiki.revision(title, revision.parentId()));
  }

  private static String title(Random random) {
    return random.nextInt(4) == 0 ? own(random) : SyntheticWiki.tag(random.nextInt(GENERATED));
  }

  private static String own(Random random) {
    return "Visits " + random.nextInt(OWN);
  }

  private static String text(Random random, String name) {
    StringBuilder text = new StringBuilder(name + " was here, and came from");
    for (int links = random.nextInt(6); links >= 0; links--) {
      text.append(" [[").append(title(random)).append("]]");
    }
    if (random.nextInt(3) == 0) {
      text.append(" {{Box}}");
    }
    return text.append(" [[Category:Section ").append(random.nextInt(20)).append("]]").toString();
  }

  /**
   * Waits until everybody has finished what they are doing.
   *
   * @throws IllegalStateException if one of them failed
   */
  @Override
  public void close() {
    stopped.set(true);
    threads.shutdown();
    try {
      for (Future<?> person : people) {
        person.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the crowd", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("one of the crowd failed: " + e.getCause().getMessage(), e);
    } finally {
      threads.shutdownNow();
    }
  }
}

package org.portolan.wiki.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.JobTable.Chunk;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.PageNames;
import org.portolan.wiki.storage.PageNames.Look;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.text.CachedPages;
import org.portolan.wiki.text.NamedPages.End;
import org.portolan.wiki.text.PageReader;
import org.portolan.wiki.text.WikiPages;
import org.portolan.wikitext.limit.TextLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the jobs of a wiki, a part at a time, in whatever threads call it; several processes share
 * the work. Every step can be interrupted or killed: its part is done again later. Thread-safe.
 */
public final class LinkJobs {
  private static final Logger LOGGER = LoggerFactory.getLogger(LinkJobs.class);

  /** The pages of a part. */
  private static final int CHUNK_PAGES = 128;

  /** The pages that are read at once, with their texts. */
  private static final int READ_PAGES = 32;

  /** The pages that are read and written at once beside editors. */
  private static final int FEW_PAGES = 8;

  /** Several pages that took longer to look at are looked at again, one by one. */
  private static final Duration LOOK_TIME_MAX = Duration.ofSeconds(2);

  /** A part that takes longer is also done by another process. */
  private static final Duration CHUNK_TIME_MAX = Duration.ofMinutes(1);

  private final Wiki wiki;
  private final JobTable table;
  private final PageNames names;
  private final boolean oneWriter;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong corrected = new AtomicLong();
  private final AtomicLong moreLinks = new AtomicLong();

  /** When this process first saw a job, by {@link System#nanoTime}. */
  private final Map<LinkJob, Long> seen = new HashMap<>();

  /** Jobs that have not had their turn since they were read. */
  private final Deque<LinkJob> turns = new ArrayDeque<>();

  /** How many jobs there were when they were read. */
  private volatile int waiting;

  private final boolean local;
  private final Instant created = Instant.now();

  /** What a step did. */
  public enum Step {
    /** It looked at pages, or ended a job. */
    WORKED,

    /** All jobs wait for their guard time, or all their parts are taken. */
    WAITING,

    /** There is no job. */
    NOTHING
  }

  public LinkJobs(WikiStorage storage) {
    this.wiki = storage.wiki();
    this.table = storage.jobs();
    this.names = new PageNames(storage);
    this.local = wiki.local();
    this.oneWriter = storage.oneWriter();
  }

  public JobTable table() {
    return table;
  }

  /**
   * Does one part of some job.
   *
   * @param guard how long a job must have been seen before it begins
   * @param which the jobs that may be done
   */
  public Step step(Duration guard, Predicate<LinkJob> which) {
    boolean mayRead = true;
    while (true) {
      Optional<LinkJob> next = next(guard, which, mayRead);
      if (next.isEmpty()) {
        return waiting == 0 ? Step.NOTHING : Step.WAITING;
      }
      if (step(next.get())) {
        return Step.WORKED;
      }
      mayRead = false;
    }
  }

  private boolean step(LinkJob job) {
    Optional<Chunk> chunk = job.walked() ? table.takeOver(job, deadBefore()) : takeNext(job);
    chunk.ifPresent(this::work);
    return chunk.isPresent() || (job.walked() && table.endIfDone(job));
  }

  /**
   * Returns the next job to work on, in random order, so that processes meet seldom. The jobs are
   * read again when all that were read have had their turn.
   */
  private synchronized Optional<LinkJob> next(
      Duration guard, Predicate<LinkJob> which, boolean mayRead) {
    if (turns.isEmpty() && mayRead) {
      List<LinkJob> jobs = table.jobs().stream().filter(which).toList();
      waiting = jobs.size();
      List<LinkJob> ready = ready(jobs, guard);
      Collections.shuffle(ready);
      turns.addAll(ready);
    }
    return Optional.ofNullable(turns.poll());
  }

  /** Parts taken before this moment are not done any more: their process is dead, or very slow. */
  private Instant deadBefore() {
    Instant slow = Instant.now().minus(CHUNK_TIME_MAX);
    // No other process has a local store open.
    return local && created.isAfter(slow) ? created : slow;
  }

  /** Returns how many pages were looked at. */
  public long pages() {
    return pages.get();
  }

  /** Returns how many pages were found to name other pages than before. */
  public long corrected() {
    return corrected.get();
  }

  /** Returns how many more links the pages have that were corrected. */
  public long moreLinks() {
    return moreLinks.get();
  }

  private List<LinkJob> ready(List<LinkJob> jobs, Duration guard) {
    long now = System.nanoTime();
    Set<LinkJob> present = new HashSet<>();
    jobs.forEach(job -> present.add(job.identity()));
    seen.keySet().retainAll(present);
    List<LinkJob> ready = new ArrayList<>();
    for (LinkJob job : jobs) {
      long first = seen.computeIfAbsent(job.identity(), each -> now);
      if (now - first >= guard.toNanos()) {
        ready.add(job);
      }
    }
    return ready;
  }

  private Optional<Chunk> takeNext(LinkJob job) {
    Listing<String> list =
        switch (job.kind()) {
          case PAGE -> new Listing<>(List.of(job.title()), Optional.empty());
          case USERS -> wiki.uses(job.title(), request(job));
          case ALL -> wiki.titles(request(job));
        };
    Optional<Chunk> chunk = table.take(job, list.entries(), list.next());
    return chunk.isPresent() ? chunk : table.takeOver(job, deadBefore());
  }

  private static ListingRequest request(LinkJob job) {
    return new ListingRequest(CHUNK_PAGES, job.cursor());
  }

  private void work(Chunk chunk) {
    PageReader reader = new CachedPages(new WikiPages(wiki), JobTable.GUARD.dividedBy(2));
    // Small writes beside editors, who may change the same indexes.
    int pagesAtOnce = chunk.job().kind() == Kind.ALL ? READ_PAGES : FEW_PAGES;
    for (int from = 0; from < chunk.titles().size(); from += pagesAtOnce) {
      int to = Math.min(from + pagesAtOnce, chunk.titles().size());
      work(chunk.titles().subList(from, to), reader);
      pages.addAndGet(to - from);
    }
    table.done(chunk);
  }

  private void work(List<String> titles, PageReader reader) {
    long begin = System.nanoTime();
    List<Look> different = new ArrayList<>();
    for (Look look : names.look(titles, reader, TextLimits.DEFAULT)) {
      if (look.now().end() == End.UNFINISHED) {
        LOGGER.warn(
            "'{}' cannot be expanded in {}; its links stay as they are",
            look.title(),
            TextLimits.DEFAULT.time());
      } else if (look.differs()) {
        different.add(look);
      }
    }
    if (different.isEmpty() || correct(different, begin, titles.size() == 1)) {
      return;
    }
    // The looks are old: their templates may have changed, and another job may have been here.
    for (Look look : different) {
      work(List.of(look.title()), reader);
    }
  }

  /** Corrects pages unless they were looked at too long ago; returns whether it did. */
  private boolean correct(List<Look> different, long begin, boolean anyway) {
    if (oneWriter) {
      writing.lock();
    }
    try {
      if (!anyway && System.nanoTime() - begin > LOOK_TIME_MAX.toNanos()) {
        return false;
      }
      names.correct(different);
    } finally {
      if (oneWriter) {
        writing.unlock();
      }
    }
    corrected.addAndGet(different.size());
    different.forEach(look -> moreLinks.addAndGet(look.moreLinks()));
    return true;
  }
}

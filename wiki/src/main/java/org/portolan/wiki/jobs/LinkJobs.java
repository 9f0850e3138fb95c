package org.portolan.wiki.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.portolan.data.Store;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.store.JobTable;
import org.portolan.wiki.store.JobTable.Chunk;
import org.portolan.wiki.store.LinkJob;
import org.portolan.wiki.store.PageNames;
import org.portolan.wiki.store.PageNames.Look;
import org.portolan.wiki.store.StoreWiki;
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

  /** A part that takes longer is also done by another process. */
  private static final Duration CHUNK_TIME_MAX = Duration.ofMinutes(1);

  private final StoreWiki wiki;
  private final JobTable table;
  private final PageNames names;
  private final boolean oneWriter;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong corrected = new AtomicLong();
  private final AtomicLong moreLinks = new AtomicLong();

  /** When this process first saw a job, by {@link System#nanoTime}. */
  private final Map<LinkJob, Long> seen = new HashMap<>();

  /** What a step did. */
  public enum Step {
    /** It looked at pages, or ended a job. */
    WORKED,

    /** All jobs wait for their guard time, or all their parts are taken. */
    WAITING,

    /** There is no job. */
    NOTHING
  }

  public LinkJobs(Store store) {
    this.wiki = new StoreWiki(store);
    this.table = new JobTable(store);
    this.names = new PageNames(store, wiki);
    // Where a write changes all rows at once, writes of several threads would only meet in indexes.
    this.oneWriter = store.guarantee() == Store.Guarantee.ATOMIC;
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
    List<LinkJob> jobs = table.jobs().stream().filter(which).toList();
    List<LinkJob> ready = ready(jobs, guard);
    Collections.shuffle(ready);
    for (LinkJob job : ready) {
      Optional<Chunk> chunk = job.walked() ? table.takeOver(job, CHUNK_TIME_MAX) : takeNext(job);
      if (chunk.isPresent()) {
        work(chunk.get());
        return Step.WORKED;
      }
      if (job.walked() && table.endIfDone(job)) {
        return Step.WORKED;
      }
    }
    return jobs.isEmpty() ? Step.NOTHING : Step.WAITING;
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

  private synchronized List<LinkJob> ready(List<LinkJob> jobs, Duration guard) {
    long now = System.nanoTime();
    seen.keySet().removeIf(old -> jobs.stream().noneMatch(old::sameAs));
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
    return chunk.isPresent() ? chunk : table.takeOver(job, CHUNK_TIME_MAX);
  }

  private static ListingRequest request(LinkJob job) {
    return new ListingRequest(CHUNK_PAGES, job.cursor());
  }

  private void work(Chunk chunk) {
    PageReader reader = new CachedPages(new WikiPages(wiki), StoreWiki.JOB_GUARD.dividedBy(2));
    for (int from = 0; from < chunk.titles().size(); from += READ_PAGES) {
      int to = Math.min(from + READ_PAGES, chunk.titles().size());
      work(chunk.titles().subList(from, to), reader);
    }
    table.done(chunk);
  }

  private void work(List<String> titles, PageReader reader) {
    List<Look> different = new ArrayList<>();
    for (Look look : names.look(titles, reader, TextLimits.DEFAULT)) {
      if (look.now().end() == End.UNFINISHED) {
        LOGGER.warn(
            "'{}' cannot be expanded in {}; its links are those of its text alone",
            look.title(),
            TextLimits.DEFAULT.time());
      } else if (look.differs()) {
        different.add(look);
      }
    }
    pages.addAndGet(titles.size());
    corrected.addAndGet(different.size());
    different.forEach(look -> moreLinks.addAndGet(look.moreLinks()));
    if (!oneWriter) {
      names.correct(different);
      return;
    }
    writing.lock();
    try {
      names.correct(different);
    } finally {
      writing.unlock();
    }
  }
}

package org.portolan.wiki.storage;

import java.time.Duration;
import java.util.function.Supplier;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wiki.text.WikiPages;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.Title;

/**
 * What surrounds the transaction of a write of a page: before it, the pages that its text names are
 * found out; if it ended long after, a job is made for the page. Thread-safe.
 */
public final class GuardedWrites {
  /** A save waits no longer for templates and expansion; after that a job does the rest. */
  private static final TextLimits SAVE_LIMITS = TextLimits.DEFAULT.withTime(Duration.ofMillis(500));

  private final Wiki wiki;
  private final JobTable jobs;

  public GuardedWrites(Wiki wiki, JobTable jobs) {
    this.wiki = wiki;
    this.jobs = jobs;
  }

  /** Finds out what a write of a page must know, in two or more round trips. */
  public BeforeWrite before(WriteRules rules, Title title, RevisionInfo revision, String text) {
    long now = System.nanoTime();
    NamedPages named = rules.reader().read(title, revision, text, new WikiPages(wiki), SAVE_LIMITS);
    return new BeforeWrite(named, isUsed(title), now);
  }

  /** Returns whether other pages may include a page. */
  public boolean isUsed(Title title) {
    return WriteRules.isMadeToBeUsed(title)
        || !wiki.uses(title.full(), ListingRequest.first(1)).entries().isEmpty();
  }

  /**
   * Writes a page; if that ended long after its templates were read, whether it is known how or
   * not, makes a job for the page.
   *
   * @param write the transaction
   */
  public <T> T write(Title title, BeforeWrite before, Supplier<T> write) {
    T answer;
    try {
      answer = write.get();
    } catch (RuntimeException failure) {
      try {
        addJobIfLate(title, before);
      } catch (StoreException also) {
        failure.addSuppressed(also);
      }
      throw failure;
    }
    try {
      addJobIfLate(title, before);
    } catch (StoreException failure) {
      // The page is written, so this must not look like a refusal.
      throw new OutcomeUnknownException(
          "'"
              + title.full()
              + "' is written, but what it names may be wrong until 'portolan wiki jobs --sweep': "
              + failure.getMessage(),
          failure);
    }
    return answer;
  }

  private void addJobIfLate(Title title, BeforeWrite before) {
    if (before.isBehindGuard()) {
      jobs.add(Kind.PAGE, title.full());
    }
  }
}

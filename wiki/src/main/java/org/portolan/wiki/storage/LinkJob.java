package org.portolan.wiki.storage;

import java.time.Instant;
import java.util.Optional;
import org.portolan.wiki.PendingJob;
import org.portolan.wiki.PendingJob.Kind;

/**
 * A job: pages must be looked at again, since what they name may have changed.
 *
 * @param title the page of the kind; empty for all pages
 * @param since when it was made, or made again
 * @param cursor where its list of pages is read on; empty at the beginning
 * @param walked whether the list was read to its end
 * @param chunks the number of the next part of the list
 * @param done how many pages were looked at since it was made
 */
public record LinkJob(
    Kind kind,
    String title,
    Instant since,
    Optional<String> cursor,
    boolean walked,
    long chunks,
    long done) {

  /** Returns whether this is the same job as another one, and not made again since. */
  public boolean sameAs(LinkJob other) {
    return kind == other.kind && title.equals(other.title) && since.equals(other.since);
  }

  /** Returns the job as it was when it was made: equal for all its states. */
  public LinkJob identity() {
    return new LinkJob(kind, title, since, Optional.empty(), false, 0, 0);
  }

  /** Returns what the wiki tells of the job. */
  public PendingJob pending() {
    return new PendingJob(kind, title, since, done);
  }

  /** Returns the job after its next part was taken. */
  public LinkJob taken(Optional<String> next) {
    return new LinkJob(kind, title, since, next, next.isEmpty(), chunks + 1, done);
  }

  /** Returns the job after so many more of its pages are done. */
  public LinkJob done(int pages) {
    return new LinkJob(kind, title, since, cursor, walked, chunks, done + pages);
  }
}

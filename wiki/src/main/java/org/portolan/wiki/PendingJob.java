package org.portolan.wiki;

import java.time.Instant;

/**
 * Pages that must be looked at again: what they link to may have changed with a template.
 *
 * @param title the page of the kind; empty for all pages
 * @param since when the job was made, or made again
 * @param done how many pages were looked at since
 */
public record PendingJob(Kind kind, String title, Instant since, long done) {

  /** Which pages a job looks at. */
  public enum Kind {
    /** The page itself. */
    PAGE,

    /** The pages that use it as a template. */
    USERS,

    /** All pages of the wiki. */
    ALL
  }
}

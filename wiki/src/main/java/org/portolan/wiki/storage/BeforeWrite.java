package org.portolan.wiki.storage;

import java.time.Duration;
import org.portolan.wiki.text.NamedPages;

/**
 * What a write of a page found out before its transaction: the pages that its text names, by the
 * templates as they were then.
 *
 * @param named what the text names
 * @param used whether other pages may include the page that is written
 * @param sinceNanos when the first template was read, by {@link System#nanoTime}
 */
public record BeforeWrite(NamedPages named, boolean used, long sinceNanos) {
  /**
   * A job for the users of a changed template begins no earlier than this after it was made. A
   * write that takes less has either read the new template, or is among the users that the job
   * finds.
   */
  public static final Duration GUARD = Duration.ofSeconds(5);

  /** Less than {@link #GUARD}, so that the commit is made before it. */
  private static final Duration SURE = Duration.ofSeconds(2);

  /** Returns whether the templates were read so long ago that a job may have missed this page. */
  public boolean isOld() {
    return System.nanoTime() - sinceNanos > SURE.toNanos();
  }

  /** Returns whether the write took so long that a job may have begun and ended before it. */
  public boolean isBehindGuard() {
    return System.nanoTime() - sinceNanos > GUARD.toNanos();
  }
}

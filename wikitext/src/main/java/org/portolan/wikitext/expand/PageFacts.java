package org.portolan.wikitext.expand;

import java.time.Instant;
import org.portolan.wikitext.site.Title;

/**
 * The page whose text is expanded.
 *
 * @param id its number, 0 if it is new
 * @param revision its revision, 0 if it is not saved yet
 * @param revised when the revision was made
 * @param user the author of the revision
 * @param bytes the size of its text in UTF-8
 */
public record PageFacts(
    Title title, long id, long revision, Instant revised, String user, long bytes) {

  /** Returns the facts of a text that is not saved. */
  public static PageFacts unsaved(Title title, Instant now) {
    return new PageFacts(title, 0, 0, now, "", 0);
  }
}

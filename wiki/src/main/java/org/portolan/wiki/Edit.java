package org.portolan.wiki;

import java.time.Instant;
import java.util.Objects;

/**
 * A request of an author to change a page.
 *
 * @param baseRevisionId the revision that the author saw, 0 if there was no page
 */
public record Edit(
    String title,
    String text,
    String contributor,
    String comment,
    boolean minor,
    long baseRevisionId,
    Instant timestamp) {

  public Edit {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(contributor, "contributor");
    Objects.requireNonNull(comment, "comment");
    Objects.requireNonNull(timestamp, "timestamp");
  }
}

package org.portolan.wiki;

import java.util.List;

/**
 * A page with several of its revisions, oldest first, as dumps carry it.
 *
 * @param revisions at least one, ascending by id
 */
public record PageHistory(String title, int namespace, long pageId, List<FullRevision> revisions) {

  /** A revision with its text. */
  public record FullRevision(RevisionInfo info, String text) {}

  public PageHistory {
    revisions = List.copyOf(revisions);
    if (revisions.isEmpty()) {
      throw new IllegalArgumentException("page '" + title + "' must have a revision");
    }
  }

  public FullRevision newest() {
    return revisions.get(revisions.size() - 1);
  }
}

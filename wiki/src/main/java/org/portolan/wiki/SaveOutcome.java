package org.portolan.wiki;

import java.util.Optional;

/** The outcome of an {@link Edit}. */
public sealed interface SaveOutcome {

  /** The page has a new revision. */
  record Saved(RevisionInfo revision, boolean created) implements SaveOutcome {}

  /** The page already had this text; nothing was written. */
  record Unchanged(RevisionInfo revision) implements SaveOutcome {}

  /**
   * Another author changed, created or deleted the page since the author read it. Nothing was
   * written; the author's text is in {@code edit}.
   *
   * @param current the current page, empty if it was deleted
   * @param base the page as the author saw it, empty if it was new or has been deleted
   */
  record Conflict(Edit edit, Optional<WikiPage> current, Optional<WikiPage> base)
      implements SaveOutcome {}
}

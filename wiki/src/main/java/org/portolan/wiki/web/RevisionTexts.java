package org.portolan.wiki.web;

import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;

/** What pages say of a revision. */
final class RevisionTexts {
  private static final String HIDDEN = "(hidden)";

  private RevisionTexts() {}

  /** Returns a contributor's name, or that it is hidden. */
  static String contributor(RevisionInfo revision) {
    return revision.hides(Hidden.CONTRIBUTOR) ? HIDDEN : revision.contributor();
  }

  /** Returns a comment, or that it is hidden. */
  static String comment(RevisionInfo revision) {
    return revision.hides(Hidden.COMMENT) ? HIDDEN : revision.comment();
  }

  static boolean textIsHidden(RevisionInfo revision) {
    return revision.hides(Hidden.TEXT);
  }
}

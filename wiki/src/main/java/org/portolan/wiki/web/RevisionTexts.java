package org.portolan.wiki.web;

import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wikitext.message.Messages;

/** What pages say of a revision. */
final class RevisionTexts {
  private RevisionTexts() {}

  /** Returns a contributor's name, or that it is hidden. */
  static String contributor(Messages messages, RevisionInfo revision) {
    return revision.hides(Hidden.CONTRIBUTOR) ? messages.of("hidden") : revision.contributor();
  }

  /** Returns a comment, or that it is hidden. */
  static String comment(Messages messages, RevisionInfo revision) {
    return revision.hides(Hidden.COMMENT) ? messages.of("hidden") : revision.comment();
  }

  static boolean textIsHidden(RevisionInfo revision) {
    return revision.hides(Hidden.TEXT);
  }
}

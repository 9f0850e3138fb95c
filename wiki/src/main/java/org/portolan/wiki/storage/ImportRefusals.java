package org.portolan.wiki.storage;

import java.util.Optional;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo.Hidden;

/**
 * Why a page of a dump cannot be imported beside a page that is there: they must be the same page,
 * and a revision never changes its text. A text that is hidden on one side is not compared.
 */
public final class ImportRefusals {
  private ImportRefusals() {}

  /** Refuses revisions of a page with another id, whose title a page has already. */
  public static void requireSamePage(long presentId, long givenId) {
    if (presentId != givenId) {
      throw new IllegalArgumentException(
          "the store has another page of this title, with the id "
              + presentId
              + " instead of "
              + givenId
              + "; rename or delete that one and import again");
    }
  }

  /**
   * Refuses a revision that is stored with another text.
   *
   * @param present the stored text; empty if it is hidden
   */
  public static void requireSameText(Optional<String> present, FullRevision given) {
    if (present.isPresent()
        && !given.info().hides(Hidden.TEXT)
        && !given.text().equals(present.get())) {
      throw new IllegalArgumentException(
          "the store has another text for revision "
              + given.info().id()
              + ", and a revision never changes; delete the page to take that of the dump");
    }
  }
}

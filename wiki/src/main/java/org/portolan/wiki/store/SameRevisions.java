package org.portolan.wiki.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.WikiPage;

/**
 * Compares the revisions of a page to import with those in the store: they must be of the same
 * page, and a revision never changes its text. A text that is hidden on one side is not compared.
 */
final class SameRevisions {
  /** Old texts held in memory at once. */
  private static final int TEXTS_AT_ONCE = 50;

  private SameRevisions() {}

  /**
   * @throws IllegalArgumentException if the page or a revision is another
   */
  static void require(StoreReader reader, WikiPage present, PageHistory page) {
    if (present.pageId() != page.pageId()) {
      throw new IllegalArgumentException(
          "the store has another page of this title, with the id "
              + present.pageId()
              + " instead of "
              + page.pageId()
              + "; rename or delete that one and import again");
    }
    Map<Long, FullRevision> old = new HashMap<>();
    for (FullRevision revision : page.revisions()) {
      if (revision.info().id() != present.revision().id()) {
        old.put(revision.info().id(), revision);
      } else if (!revision.text().equals(present.text())
          && !revision.info().hides(Hidden.TEXT)
          && !present.revision().hides(Hidden.TEXT)) {
        throw another(revision);
      }
    }
    if (!old.isEmpty()) {
      requireOld(reader, Tuple.of(page.title()), old);
    }
  }

  private static void requireOld(StoreReader reader, Tuple key, Map<Long, FullRevision> old) {
    Paging paging = Paging.first(TEXTS_AT_ONCE);
    while (true) {
      Slice<Item> slice = reader.items(PageColumns.PAGE, key, PageColumns.TEXTS, paging);
      for (Item stored : slice.entries()) {
        FullRevision revision = old.get((Long) stored.key().get(0));
        if (revision != null
            && !revision.text().equals(stored.text("text"))
            && !revision.info().hides(Hidden.TEXT)
            && !isHidden(reader, key, stored.key())) {
          throw another(revision);
        }
      }
      if (slice.next().isEmpty()) {
        return;
      }
      paging = paging.following(slice);
    }
  }

  private static boolean isHidden(StoreReader reader, Tuple key, Tuple id) {
    Optional<Item> item = reader.item(PageColumns.PAGE, key, PageColumns.HISTORY, id);
    return item.filter(one -> PageColumns.revision(one).hides(Hidden.TEXT)).isPresent();
  }

  private static IllegalArgumentException another(FullRevision revision) {
    return new IllegalArgumentException(
        "the store has another text for revision "
            + revision.info().id()
            + ", and a revision never changes; delete the page to take that of the dump");
  }
}

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
import org.portolan.wiki.storage.ImportRefusals;

/**
 * Compares the revisions of a page to import with those in the store, see {@link ImportRefusals}.
 */
final class SameRevisions {
  /** Old texts held in memory at once. */
  private static final int TEXTS_AT_ONCE = 50;

  private SameRevisions() {}

  /**
   * @throws IllegalArgumentException if the page or a revision is another
   */
  static void require(StoreReader reader, WikiPage present, PageHistory page) {
    ImportRefusals.requireSamePage(present.pageId(), page.pageId());
    Map<Long, FullRevision> old = new HashMap<>();
    for (FullRevision revision : page.revisions()) {
      if (revision.info().id() != present.revision().id()) {
        old.put(revision.info().id(), revision);
      } else {
        boolean hidden = present.revision().hides(Hidden.TEXT);
        ImportRefusals.requireSameText(
            hidden ? Optional.empty() : Optional.of(present.text()), revision);
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
        if (revision != null && !revision.text().equals(stored.text("text"))) {
          ImportRefusals.requireSameText(
              isHidden(reader, key, stored.key())
                  ? Optional.empty()
                  : Optional.of(stored.text("text")),
              revision);
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
}

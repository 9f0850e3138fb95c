package org.portolan.wiki.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.WriteRules;

/** Reads of old revisions, in a transaction or outside. */
final class PageReads {
  private static final int PAGE_ITEMS = 1_000;

  private PageReads() {}

  /** Returns an old revision of an existing page. */
  static Optional<WikiPage> oldRevision(
      StoreReader reader, WikiPage current, long revisionId, WriteRules rules) {
    Tuple key = Tuple.of(current.title());
    Tuple itemKey = Tuple.of(revisionId);
    Optional<Item> text = reader.item(PageColumns.PAGE, key, PageColumns.TEXTS, itemKey);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return reader
        .item(PageColumns.PAGE, key, PageColumns.HISTORY, itemKey)
        .map(item -> new FullRevision(PageColumns.revision(item), text.get().text("text")))
        .map(
            old ->
                new WikiPage(
                    current.title(),
                    current.namespace(),
                    current.pageId(),
                    rules.redirect(current.title(), old),
                    old.info(),
                    old.text(),
                    false));
  }

  /** Returns all items of a collection of a page; reads them in several parts. */
  static List<Item> all(StoreReader reader, Tuple key, String collection) {
    List<Item> all = new ArrayList<>();
    Paging paging = Paging.first(PAGE_ITEMS);
    while (true) {
      Slice<Item> slice = reader.items(PageColumns.PAGE, key, collection, paging);
      all.addAll(slice.entries());
      if (slice.next().isEmpty()) {
        return all;
      }
      paging = paging.following(slice);
    }
  }

  /** Returns the texts of all old revisions of a page by id. */
  static Map<Long, String> texts(StoreReader reader, Tuple key) {
    Map<Long, String> texts = new HashMap<>();
    for (Item item : all(reader, key, PageColumns.TEXTS)) {
      texts.put((Long) item.key().get(0), item.text("text"));
    }
    return texts;
  }

  /** Returns the revisions of a page up to the one that was read, oldest first. */
  static List<FullRevision> revisionsUpTo(StoreReader reader, WikiPage page) {
    List<FullRevision> revisions = new ArrayList<>();
    Tuple key = Tuple.of(page.title());
    // The texts are read after the page and before the history, so each revision up to the page's
    // own has a text.
    Map<Long, String> texts = texts(reader, key);
    long newest = page.revision().id();
    for (Item item : all(reader, key, PageColumns.HISTORY)) {
      RevisionInfo info = PageColumns.revision(item);
      String text = info.id() == newest ? page.text() : texts.get(info.id());
      // Revisions written between the reads are newer than this page.
      if (text != null && info.id() <= newest) {
        revisions.add(new FullRevision(info, text));
      }
    }
    Collections.reverse(revisions);
    return revisions;
  }
}

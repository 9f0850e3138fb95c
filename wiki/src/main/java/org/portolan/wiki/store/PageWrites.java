package org.portolan.wiki.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.SaveOutcome.Conflict;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.SaveOutcome.Unchanged;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;

/**
 * The writes of a save, a move and an import, within a transaction. The data layer derives the
 * indexes; this class writes the page, its history and the text of the revision that it replaces.
 * Thread-safe.
 */
public final class PageWrites {
  private final SiteInfo site;
  private final LinkExtractor extractor;
  private final RandomPages randomPages;

  PageWrites(SiteInfo site, LinkExtractor extractor, RandomPages randomPages) {
    this.site = site;
    this.extractor = extractor;
    this.randomPages = randomPages;
  }

  private Title title(String full) {
    return site.pageTitle(full)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + full
                        + "' is not a title in normal form; pass a title from SiteInfo.title"));
  }

  /** Returns the page to which a revision redirects. */
  Optional<String> redirect(String full, FullRevision revision) {
    return isWikitext(revision)
        ? extractor.redirect(title(full), revision.text())
        : Optional.empty();
  }

  /**
   * Returns the other pages that a text names; a text that is not wikitext (a style sheet) names
   * none.
   */
  private PageLinks links(Title title, FullRevision revision) {
    return isWikitext(revision) ? extractor.extract(title, revision.text()) : PageLinks.NONE;
  }

  private static boolean isWikitext(FullRevision revision) {
    return revision.info().model().equals(RevisionInfo.WIKITEXT);
  }

  SaveOutcome save(StoreTransaction transaction, Edit edit) {
    Title title = title(edit.title());
    Tuple key = Tuple.of(title.full());
    transaction.prefetch(PageColumns.PAGE, List.of(key));
    Optional<EntityRow> row = transaction.get(PageColumns.PAGE, key, Columns.ALL);
    Optional<WikiPage> current = row.map(PageColumns::page);
    long currentId = current.map(page -> page.revision().id()).orElse(0L);
    if (currentId != edit.baseRevisionId()) {
      return new Conflict(edit, current, base(transaction, current, edit.baseRevisionId()));
    }
    if (current.isPresent() && current.get().text().equals(edit.text())) {
      return new Unchanged(current.get().revision());
    }
    String model = current.map(page -> page.revision().model()).orElse(RevisionInfo.WIKITEXT);
    RevisionInfo revision =
        revision(edit, Math.max(currentId + 1, edit.timestamp().toEpochMilli()), currentId, model);
    current.ifPresent(page -> keepText(transaction, key, page));
    write(
        transaction,
        title,
        current.map(WikiPage::pageId).orElse(revision.id()),
        new FullRevision(revision, edit.text()));
    transaction.insertItem(
        PageColumns.PAGE,
        key,
        PageColumns.HISTORY,
        Tuple.of(revision.id()),
        PageColumns.revision(revision));
    return new Saved(revision, current.isEmpty());
  }

  private Optional<WikiPage> base(
      StoreTransaction transaction, Optional<WikiPage> current, long baseRevisionId) {
    return current.flatMap(page -> PageReads.oldRevision(transaction, page, baseRevisionId, this));
  }

  /**
   * Returns the data of a new revision. Its id is the time in milliseconds, or one more than the
   * parent's id if that is larger. So ids rise and are unique within the page, as Kruber requires,
   * without a counter on which all writers would conflict. The model is that of the page: a module
   * stays a module after an edit.
   */
  private static RevisionInfo revision(Edit edit, long id, long parentId, String model) {
    return new RevisionInfo(
        id,
        parentId,
        PageColumns.micros(edit.timestamp()),
        edit.contributor(),
        edit.comment(),
        edit.minor(),
        edit.text().getBytes(StandardCharsets.UTF_8).length,
        model);
  }

  private static void keepText(StoreTransaction transaction, Tuple key, WikiPage page) {
    keepText(transaction, key, page.revision().id(), page.text());
  }

  private static void keepText(StoreTransaction transaction, Tuple key, long id, String text) {
    transaction.putItem(
        PageColumns.PAGE, key, PageColumns.TEXTS, Tuple.of(id), Map.of("text", text));
  }

  private void write(StoreTransaction transaction, Title title, long pageId, FullRevision newest) {
    transaction.put(
        PageColumns.PAGE,
        Tuple.of(title.full()),
        randomPages.withDraw(
            title.full(),
            PageColumns.row(pageId, title.namespace(), newest, links(title, newest))));
  }

  /**
   * Extracts the other pages that a page's newest text names. This is the expensive part of a
   * write, and needs no transaction.
   */
  public PreparedPage prepare(PageHistory page) {
    Title title = new Title(page.namespace(), page.title());
    return new PreparedPage(page, links(title, page.newest()));
  }

  /**
   * Writes revisions beside those of the same page, see {@link #put}.
   *
   * @throws IllegalArgumentException if the store has another page of that title, whose revisions
   *     must not mix with these, or has another text for its current revision. Nothing was written
   */
  public void putSame(StoreTransaction transaction, PreparedPage prepared) {
    Optional<WikiPage> current = current(transaction, prepared.page());
    current.ifPresent(present -> requireSame(present, prepared.page()));
    put(transaction, prepared, current);
  }

  private static void requireSame(WikiPage present, PageHistory page) {
    if (present.pageId() != page.pageId()) {
      throw new IllegalArgumentException(
          "the store has another page of this title, with the id "
              + present.pageId()
              + " instead of "
              + page.pageId()
              + "; rename or delete that one and import again");
    }
    for (FullRevision revision : page.revisions()) {
      if (revision.info().id() == present.revision().id()
          && !revision.text().equals(present.text())
          && !revision.info().hides(Hidden.TEXT)
          && !present.revision().hides(Hidden.TEXT)) {
        throw new IllegalArgumentException(
            "the store has another text for revision "
                + revision.info().id()
                + ", and a revision never changes; delete the page to take that of the dump");
      }
    }
  }

  /** Writes revisions beside a page's existing ones, see {@link org.portolan.wiki.Wiki#put}. */
  public void put(StoreTransaction transaction, PreparedPage prepared) {
    put(transaction, prepared, current(transaction, prepared.page()));
  }

  private static Optional<WikiPage> current(StoreTransaction transaction, PageHistory page) {
    return transaction
        .get(PageColumns.PAGE, Tuple.of(page.title()), Columns.ALL)
        .map(PageColumns::page);
  }

  private void put(
      StoreTransaction transaction, PreparedPage prepared, Optional<WikiPage> current) {
    PageHistory page = prepared.page();
    Tuple key = Tuple.of(page.title());
    FullRevision newest = page.newest();
    if (current.isPresent()) {
      long currentId = current.get().revision().id();
      if (currentId > newest.info().id()) {
        newest = null;
      } else if (currentId < newest.info().id()) {
        keepText(transaction, key, current.get());
      }
    }
    for (FullRevision revision : page.revisions()) {
      Tuple itemKey = Tuple.of(revision.info().id());
      Map<String, Object> values = PageColumns.revision(revision.info());
      if (current.isPresent()) {
        transaction.putItem(PageColumns.PAGE, key, PageColumns.HISTORY, itemKey, values);
      } else {
        transaction.insertItem(PageColumns.PAGE, key, PageColumns.HISTORY, itemKey, values);
      }
      if (!revision.equals(newest)) {
        keepText(transaction, key, revision.info().id(), revision.text());
      }
    }
    if (newest != null) {
      transaction.put(
          PageColumns.PAGE,
          key,
          randomPages.withDraw(
              page.title(),
              PageColumns.row(page.pageId(), page.namespace(), newest, prepared.links())));
    }
  }

  MoveOutcome move(StoreTransaction transaction, Move move) {
    Title old = title(move.from());
    Title to = title(move.to());
    Tuple from = Tuple.of(old.full());
    Tuple target = Tuple.of(to.full());
    transaction.prefetch(PageColumns.PAGE, List.of(from, target));
    Optional<EntityRow> row = transaction.get(PageColumns.PAGE, from, Columns.ALL);
    if (row.isEmpty()) {
      return MoveOutcome.MISSING;
    }
    if (transaction.get(PageColumns.PAGE, target, Columns.ALL).isPresent()) {
      return MoveOutcome.TARGET_EXISTS;
    }
    WikiPage page = PageColumns.page(row.get());
    moveItems(transaction, from, target, PageColumns.HISTORY);
    moveItems(transaction, from, target, PageColumns.TEXTS);
    moveItems(transaction, from, target, PageColumns.COMMENTS);
    transaction.delete(PageColumns.PAGE, from);
    write(transaction, to, page.pageId(), new FullRevision(page.revision(), page.text()));
    if (move.leaveRedirect()) {
      leaveRedirect(transaction, old, to, move, page);
    }
    return MoveOutcome.MOVED;
  }

  private static void moveItems(
      StoreTransaction transaction, Tuple from, Tuple to, String collection) {
    for (Item item : PageReads.all(transaction, from, collection)) {
      transaction.insertItem(PageColumns.PAGE, to, collection, item.key(), item.values());
    }
  }

  private void leaveRedirect(
      StoreTransaction transaction, Title from, Title to, Move move, WikiPage moved) {
    String text = "#REDIRECT [[" + to.full() + "]]";
    Edit edit =
        new Edit(from.full(), text, move.contributor(), move.comment(), false, 0, move.timestamp());
    long id = Math.max(moved.revision().id() + 1, move.timestamp().toEpochMilli());
    RevisionInfo first = revision(edit, id, 0, RevisionInfo.WIKITEXT);
    write(transaction, from, first.id(), new FullRevision(first, text));
    transaction.insertItem(
        PageColumns.PAGE,
        Tuple.of(from.full()),
        PageColumns.HISTORY,
        Tuple.of(first.id()),
        PageColumns.revision(first));
  }
}

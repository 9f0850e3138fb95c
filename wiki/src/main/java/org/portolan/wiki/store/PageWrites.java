package org.portolan.wiki.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.Edit;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.SaveOutcome.Conflict;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.SaveOutcome.Unchanged;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/**
 * The writes of a save and an import, within a transaction. The data layer derives the indexes;
 * this class writes the page, its history and the text of the revision that it replaces.
 * Thread-safe.
 */
final class PageWrites {
  private final WriteRules rules;
  private final RandomPages randomPages;

  PageWrites(WriteRules rules, RandomPages randomPages) {
    this.rules = rules;
    this.randomPages = randomPages;
  }

  WriteRules rules() {
    return rules;
  }

  /**
   * Saves an edit.
   *
   * @param before found out for the revision that {@link WriteRules#revision(Edit)} returns
   */
  SaveOutcome save(StoreTransaction transaction, Edit edit, BeforeWrite before) {
    Title title = rules.title(edit.title());
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
    RevisionInfo revision = WriteRules.revision(edit, model);
    current.ifPresent(page -> keepText(transaction, key, page));
    write(
        transaction,
        title,
        current.map(WikiPage::pageId).orElse(revision.id()),
        new FullRevision(revision, edit.text()),
        row.map(PageColumns::links).orElse(PageLinks.NONE),
        before);
    // The id is higher than that of the current revision, and the page was read in this write.
    transaction.addItem(
        PageColumns.PAGE,
        key,
        PageColumns.HISTORY,
        Tuple.of(revision.id()),
        PageColumns.revision(revision));
    return new Saved(revision, current.isEmpty());
  }

  private Optional<WikiPage> base(
      StoreTransaction transaction, Optional<WikiPage> current, long baseRevisionId) {
    return current.flatMap(page -> PageReads.oldRevision(transaction, page, baseRevisionId, rules));
  }

  private static void keepText(StoreTransaction transaction, Tuple key, WikiPage page) {
    keepText(transaction, key, page.revision().id(), page.text());
  }

  private static void keepText(StoreTransaction transaction, Tuple key, long id, String text) {
    transaction.putItem(
        PageColumns.PAGE, key, PageColumns.TEXTS, Tuple.of(id), Map.of("text", text));
  }

  void write(
      StoreTransaction transaction,
      Title title,
      long pageId,
      FullRevision newest,
      PageLinks old,
      BeforeWrite before) {
    NamedPages named = WriteRules.named(newest, before);
    transaction.put(
        PageColumns.PAGE,
        Tuple.of(title.full()),
        randomPages.withDraw(
            title.full(), PageColumns.row(pageId, title.namespace(), newest, named.links())));
    addJobs(transaction, title, named, old, before);
  }

  /**
   * Adds the jobs that a write makes necessary: for the pages that use this one, and for this one
   * if what it names is not sure.
   */
  private void addJobs(
      StoreTransaction transaction,
      Title title,
      NamedPages named,
      PageLinks old,
      BeforeWrite before) {
    if (rules.needsJob(named, old, before)) {
      StoreJobs.add(transaction, Kind.PAGE, title.full());
    }
    if (before.used()) {
      StoreJobs.add(transaction, Kind.USERS, title.full());
    }
  }

  /**
   * Writes revisions beside those of the same page, see {@link #put}.
   *
   * @throws IllegalArgumentException if the store has another page of that title, whose revisions
   *     must not mix with these, or has another text for one of the revisions. Nothing was written
   */
  void putSame(StoreTransaction transaction, PreparedPage prepared) {
    Optional<WikiPage> current = current(transaction, prepared.page());
    if (current.isPresent()) {
      SameRevisions.require(transaction, current.get(), prepared.page());
    }
    put(transaction, prepared, current);
  }

  /** Writes the revisions of a page that the store does not have. */
  void putNew(StoreTransaction transaction, PreparedPage prepared) {
    put(transaction, prepared, Optional.empty());
  }

  /** Writes revisions beside a page's existing ones, see {@link org.portolan.wiki.Wiki#put}. */
  void put(StoreTransaction transaction, PageHistory page, BeforeWrite before) {
    put(transaction, new PreparedPage(page, before.named()), current(transaction, page));
    Title title = new Title(page.namespace(), page.title());
    addJobs(transaction, title, before.named(), PageLinks.NONE, before);
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
        transaction.addItem(PageColumns.PAGE, key, PageColumns.HISTORY, itemKey, values);
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
}

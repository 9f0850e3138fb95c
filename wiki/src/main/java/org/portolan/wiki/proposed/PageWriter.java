package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.COMMENT;
import static org.portolan.wiki.proposed.Tables.PAGE;
import static org.portolan.wiki.proposed.Tables.REVISION;

import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.SaveOutcome.Conflict;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.SaveOutcome.Unchanged;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/**
 * The changes of a save, a deletion and a move, each within one write. Each writes the row of its
 * page, so that two writes of one page conflict. Thread-safe.
 */
final class PageWriter {
  private static final int ROWS_PER_READ = 1_000;

  private final WriteRules rules;

  PageWriter(WriteRules rules) {
    this.rules = rules;
  }

  WriteRules rules() {
    return rules;
  }

  /**
   * Saves an edit.
   *
   * @param actorId of its contributor
   * @param newId the key of the page if the edit makes one
   * @param before found out for the revision that {@link WriteRules#revision(Edit)} returns
   */
  SaveOutcome save(
      StoreTransaction transaction, Edit edit, long actorId, long newId, BeforeWrite before) {
    Title title = rules.title(edit.title());
    Optional<PageRow> row = PageRow.read(transaction, title.full());
    Optional<WikiPage> current = row.map(found -> Revisions.current(transaction, found));
    long currentId = row.map(PageRow::latest).orElse(0L);
    if (currentId != edit.baseRevisionId()) {
      return new Conflict(edit, current, base(transaction, row, edit.baseRevisionId()));
    }
    if (current.isPresent() && current.get().text().equals(edit.text())) {
      return new Unchanged(current.get().revision());
    }
    String model = current.map(page -> page.revision().model()).orElse(RevisionInfo.WIKITEXT);
    FullRevision newest = new FullRevision(WriteRules.revision(edit, model), edit.text());
    NamedPages named = WriteRules.named(newest, before);
    PageLinks old = row.map(found -> LinkTable.read(transaction, found)).orElse(PageLinks.NONE);
    SiteStats stats = new SiteStats();
    if (row.isPresent()) {
      PageRow changed =
          new PageRow(
              row.get().id(),
              title.full(),
              title.namespace(),
              row.get().dumpNumber(),
              newest.info().id(),
              named.links().redirect());
      write(transaction, changed, newest, actorId);
      LinkTable.change(transaction, changed.id(), title.full(), old, named.links(), false);
      stats.addEdits(1);
      stats.articleChanged(
          WriteRules.isArticle(title.namespace(), old),
          WriteRules.isArticle(title.namespace(), named.links()));
    } else {
      create(transaction, title, newId, newest, actorId, named, stats);
    }
    addJobs(transaction, title, named, old, before);
    stats.write(transaction);
    return new Saved(newest.info(), current.isEmpty());
  }

  private Optional<WikiPage> base(StoreReader reader, Optional<PageRow> page, long baseId) {
    return page.flatMap(found -> Revisions.at(reader, found, baseId)).map(this::withOwnRedirect);
  }

  /** Returns a page at a revision with the redirect of that revision. */
  WikiPage withOwnRedirect(WikiPage page) {
    return page.current()
        ? page
        : new WikiPage(
            page.title(),
            page.namespace(),
            page.pageId(),
            rules.redirect(page.title(), new FullRevision(page.revision(), page.text())),
            page.revision(),
            page.text(),
            false);
  }

  private static void write(
      StoreTransaction transaction, PageRow page, FullRevision newest, long actorId) {
    transaction.put(
        REVISION, Revisions.key(page.id(), newest.info().id()), Revisions.values(actorId, newest));
    transaction.put(PAGE, page.key(), page.values());
  }

  /** Creates a page with its first revision, whose id becomes the page's number. */
  private static void create(
      StoreTransaction transaction,
      Title title,
      long newId,
      FullRevision first,
      long actorId,
      NamedPages named,
      SiteStats stats) {
    PageRow page =
        new PageRow(
            newId,
            title.full(),
            title.namespace(),
            first.info().id(),
            first.info().id(),
            named.links().redirect());
    write(transaction, page, first, actorId);
    LinkTable.change(transaction, newId, title.full(), PageLinks.NONE, named.links(), false);
    stats.addPages(1);
    stats.addEdits(1);
    stats.articleChanged(false, WriteRules.isArticle(title.namespace(), named.links()));
  }

  /**
   * Adds the jobs that a write makes necessary: for the pages that use this one, and for this one
   * if what it names is not sure.
   */
  void addJobs(
      StoreTransaction transaction,
      Title title,
      NamedPages named,
      PageLinks old,
      BeforeWrite before) {
    if (rules.needsJob(named, old, before)) {
      ProposedJobs.add(transaction, Kind.PAGE, title.full());
    }
    if (before.used()) {
      ProposedJobs.add(transaction, Kind.USERS, title.full());
    }
  }

  /**
   * Deletes a page and all rows that refer to it. The references would delete them too, but no more
   * than a hundred in one write.
   *
   * @param used whether other pages may include it
   */
  boolean delete(StoreTransaction transaction, String title, boolean used) {
    Optional<PageRow> found = PageRow.read(transaction, title);
    if (found.isEmpty()) {
      return false;
    }
    PageRow page = found.get();
    PageLinks old = LinkTable.read(transaction, page);
    List<Tuple> revisions = keys(transaction, REVISION, page);
    List<Tuple> comments = keys(transaction, COMMENT, page);
    transaction.delete(PAGE, page.key());
    revisions.forEach(key -> transaction.delete(REVISION, key));
    comments.forEach(key -> transaction.delete(COMMENT, key));
    LinkTable.change(transaction, page.id(), title, old, PageLinks.NONE, false);
    if (used) {
      ProposedJobs.add(transaction, Kind.USERS, title);
    }
    SiteStats stats = new SiteStats();
    stats.addPages(-1);
    stats.addEdits(-revisions.size());
    stats.articleChanged(WriteRules.isArticle(page.namespace(), old), false);
    stats.write(transaction);
    return true;
  }

  private static List<Tuple> keys(StoreReader reader, String entity, PageRow page) {
    return Paging.first(ROWS_PER_READ).stream(
            paging -> reader.scan(entity, page.key(), Columns.NONE, paging))
        .map(EntityRow::key)
        .toList();
  }

  /**
   * Moves a page: its row gets another title, and so do the rows that repeat it.
   *
   * @param expected the revision for which {@code before} was found out
   * @param actorId of the contributor of a redirect
   * @param redirectId the key of the page that a redirect becomes
   * @param usedBefore whether other pages may include the page under its old title
   * @return empty if the page has another revision now; nothing is written
   */
  Optional<MoveOutcome> move(
      StoreTransaction transaction,
      Move move,
      RevisionInfo expected,
      long actorId,
      long redirectId,
      BeforeWrite before,
      boolean usedBefore) {
    Title from = rules.title(move.from());
    Title to = rules.title(move.to());
    Optional<PageRow> found = PageRow.read(transaction, from.full());
    if (found.isEmpty()) {
      return Optional.of(MoveOutcome.MISSING);
    }
    if (PageRow.read(transaction, to.full()).isPresent()) {
      return Optional.of(MoveOutcome.TARGET_EXISTS);
    }
    PageRow page = found.get();
    if (page.latest() != expected.id()) {
      return Optional.empty();
    }
    PageLinks old = LinkTable.read(transaction, page);
    NamedPages named =
        expected.model().equals(RevisionInfo.WIKITEXT) ? before.named() : NamedPages.NONE;
    PageRow moved =
        new PageRow(
            page.id(),
            to.full(),
            to.namespace(),
            page.dumpNumber(),
            page.latest(),
            named.links().redirect());
    transaction.put(PAGE, moved.key(), moved.values());
    LinkTable.change(transaction, page.id(), to.full(), old, named.links(), true);
    SiteStats stats = new SiteStats();
    stats.articleChanged(
        WriteRules.isArticle(page.namespace(), old),
        WriteRules.isArticle(to.namespace(), named.links()));
    if (move.leaveRedirect()) {
      FullRevision first = WriteRules.redirectLeft(from, to, move, expected);
      NamedPages left = rules.beforeRedirectLeft(from, first).named();
      create(transaction, from, redirectId, first, actorId, left, stats);
    }
    addJobs(transaction, to, named, PageLinks.NONE, before);
    if (usedBefore) {
      ProposedJobs.add(transaction, Kind.USERS, from.full());
    }
    stats.write(transaction);
    return Optional.of(MoveOutcome.MOVED);
  }
}

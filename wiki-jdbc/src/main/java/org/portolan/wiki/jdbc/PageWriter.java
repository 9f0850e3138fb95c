package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.portolan.wiki.jdbc.PageRows.Locked;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.RandomDraw;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/**
 * The statements of a save, a deletion and a move, each within one transaction that first locks the
 * page. Thread-safe.
 */
final class PageWriter {
  static final String INSERT_REVISION =
      "INSERT INTO revision (parent_id, origin_id, actor_id, created, summary, minor, bytes, model,"
          + " hidden, page_id, revision_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  static final String INSERT_TEXT =
      "INSERT INTO revision_text (content, page_id, revision_id) VALUES (?, ?, ?)";

  private final WriteRules rules;

  PageWriter(WriteRules rules) {
    this.rules = rules;
  }

  /**
   * Saves an edit.
   *
   * @param actorId of its contributor
   * @param before found out for the revision that {@link WriteRules#revision(Edit)} returns
   */
  SaveOutcome save(Session session, Edit edit, long actorId, BeforeWrite before)
      throws SQLException {
    Title title = rules.title(edit.title());
    Optional<Locked> locked =
        Optional.ofNullable(PageRows.lock(session, List.of(title.full())).get(title.full()));
    Optional<WikiPage> current =
        locked.isPresent() ? PageRows.page(session, title.full()) : Optional.empty();
    long currentId = current.map(page -> page.revision().id()).orElse(0L);
    if (currentId != edit.baseRevisionId()) {
      return new Conflict(edit, current, base(session, current, edit.baseRevisionId()));
    }
    if (current.isPresent() && current.get().text().equals(edit.text())) {
      return new Unchanged(current.get().revision());
    }
    String model = current.map(page -> page.revision().model()).orElse(RevisionInfo.WIKITEXT);
    FullRevision newest = new FullRevision(WriteRules.revision(edit, model), edit.text());
    SiteStats stats = new SiteStats();
    LinkTables links = new LinkTables();
    NamedPages named = WriteRules.named(newest, before);
    PageLinks old = PageLinks.NONE;
    if (locked.isPresent()) {
      old = PageRows.links(session, List.of(locked.get())).get(locked.get().pageId());
      change(session, locked.get(), title, newest, actorId, named, old, links, stats);
    } else {
      create(session, title, newest, actorId, named, links, stats);
    }
    links.write(session);
    addJobs(session, title, named, old, before);
    stats.write(session);
    return new Saved(newest.info(), current.isEmpty());
  }

  private Optional<WikiPage> base(Session session, Optional<WikiPage> current, long baseId)
      throws SQLException {
    return current.isEmpty()
        ? Optional.empty()
        : PageRows.revision(session, current.get().title(), baseId).map(this::withOwnRedirect);
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

  private static void change(
      Session session,
      Locked page,
      Title title,
      FullRevision newest,
      long actorId,
      NamedPages named,
      PageLinks old,
      LinkTables links,
      SiteStats stats)
      throws SQLException {
    insertRevision(session, page.pageId(), actorId, newest);
    session.update(
        "UPDATE page SET latest = ?, redirect_to = ? WHERE page_id = ?",
        newest.info().id(),
        named.links().redirect().orElse(null),
        page.pageId());
    links.change(page.pageId(), title.full(), old, named.links());
    stats.addEdits(1);
    stats.articleChanged(
        WriteRules.isArticle(title.namespace(), old),
        WriteRules.isArticle(title.namespace(), named.links()));
  }

  /** Creates a page with its first revision, whose id becomes the page's number. */
  private static void create(
      Session session,
      Title title,
      FullRevision first,
      long actorId,
      NamedPages named,
      LinkTables links,
      SiteStats stats)
      throws SQLException {
    long pageId =
        session.insert(
            "INSERT INTO page (title, namespace, dump_number, redirect_to, draw)"
                + " VALUES (?, ?, ?, ?, ?)",
            "page_id",
            Session.key(title.full()),
            title.namespace(),
            first.info().id(),
            named.links().redirect().orElse(null),
            RandomDraw.number(title.full()));
    insertRevision(session, pageId, actorId, first);
    session.update("UPDATE page SET latest = ? WHERE page_id = ?", first.info().id(), pageId);
    links.change(pageId, title.full(), PageLinks.NONE, named.links());
    stats.addPages(1);
    stats.addEdits(1);
    stats.articleChanged(false, WriteRules.isArticle(title.namespace(), named.links()));
  }

  private static void insertRevision(
      Session session, long pageId, long actorId, FullRevision revision) throws SQLException {
    session.update(INSERT_REVISION, PageRows.revision(pageId, actorId, revision.info()));
    session.update(INSERT_TEXT, PageRows.text(pageId, revision));
  }

  /**
   * Adds the jobs that a write makes necessary: for the pages that use this one, and for this one
   * if what it names is not sure.
   */
  void addJobs(Session session, Title title, NamedPages named, PageLinks old, BeforeWrite before)
      throws SQLException {
    if (rules.needsJob(named, old, before)) {
      JdbcJobs.add(session, Kind.PAGE, title.full());
    }
    if (before.used()) {
      JdbcJobs.add(session, Kind.USERS, title.full());
    }
  }

  /**
   * Deletes a page; its revisions, texts, links and comments go with it by their foreign keys.
   *
   * @param used whether other pages may include it
   */
  boolean delete(Session session, String title, boolean used) throws SQLException {
    Locked page = PageRows.lock(session, List.of(title)).get(title);
    if (page == null) {
      return false;
    }
    PageLinks old = PageRows.links(session, List.of(page)).get(page.pageId());
    long revisions =
        session
            .first("SELECT COUNT(*) FROM revision WHERE page_id = ?", Row::number, page.pageId())
            .orElseThrow();
    session.update("UPDATE page SET latest = NULL WHERE page_id = ?", page.pageId());
    session.update("DELETE FROM page WHERE page_id = ?", page.pageId());
    if (used) {
      JdbcJobs.add(session, Kind.USERS, title);
    }
    SiteStats stats = new SiteStats();
    stats.addPages(-1);
    stats.addEdits(-revisions);
    stats.articleChanged(WriteRules.isArticle(page.namespace(), old), false);
    stats.write(session);
    return true;
  }

  /**
   * Moves a page.
   *
   * @param expected the revision for which {@code before} was found out
   * @param actorId of the contributor of a redirect
   * @param usedBefore whether other pages may include the page under its old title
   * @return empty if the page has another revision now; nothing is written
   */
  Optional<MoveOutcome> move(
      Session session,
      Move move,
      RevisionInfo expected,
      long actorId,
      BeforeWrite before,
      boolean usedBefore)
      throws SQLException {
    Title from = rules.title(move.from());
    Title to = rules.title(move.to());
    Map<String, Locked> locked = PageRows.lock(session, List.of(from.full(), to.full()));
    Locked page = locked.get(from.full());
    if (page == null) {
      return Optional.of(MoveOutcome.MISSING);
    }
    if (locked.containsKey(to.full())) {
      return Optional.of(MoveOutcome.TARGET_EXISTS);
    }
    if (page.latest() != expected.id()) {
      return Optional.empty();
    }
    PageLinks old = PageRows.links(session, List.of(page)).get(page.pageId());
    NamedPages named =
        expected.model().equals(RevisionInfo.WIKITEXT) ? before.named() : NamedPages.NONE;
    session.update(
        "UPDATE page SET title = ?, namespace = ?, redirect_to = ?, draw = ? WHERE page_id = ?",
        Session.key(to.full()),
        to.namespace(),
        named.links().redirect().orElse(null),
        RandomDraw.number(to.full()),
        page.pageId());
    LinkTables.rename(session, page.pageId(), to.full());
    SiteStats stats = new SiteStats();
    LinkTables links = new LinkTables();
    links.change(page.pageId(), to.full(), old, named.links());
    stats.articleChanged(
        WriteRules.isArticle(page.namespace(), old),
        WriteRules.isArticle(to.namespace(), named.links()));
    if (move.leaveRedirect()) {
      FullRevision first = WriteRules.redirectLeft(from, to, move, expected);
      create(
          session,
          from,
          first,
          actorId,
          rules.beforeRedirectLeft(from, first).named(),
          links,
          stats);
    }
    links.write(session);
    addJobs(session, to, named, PageLinks.NONE, before);
    if (usedBefore) {
      JdbcJobs.add(session, Kind.USERS, from.full());
    }
    stats.write(session);
    return Optional.of(MoveOutcome.MOVED);
  }
}

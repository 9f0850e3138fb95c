package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/** Rows of pages and revisions, in the wiki's terms. */
final class PageRows {
  private static final String REVISION_COLUMNS =
      "r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account,"
          + " r.summary, r.minor, r.bytes, r.model, r.hidden";

  private static final String VIEW_COLUMNS =
      "SELECT p.page_id, p.title, p.namespace, p.dump_number, p.redirect_to, p.latest, "
          + REVISION_COLUMNS
          + ", t.content FROM page p";

  private static final String WITH_TEXT =
      " JOIN actor a ON a.actor_id = r.actor_id"
          + " JOIN revision_text t ON t.page_id = r.page_id AND t.revision_id = r.revision_id";

  private static final String LATEST =
      " JOIN revision r ON r.page_id = p.page_id AND r.revision_id = p.latest";

  /** Pages with their current revision. */
  private static final String VIEW = VIEW_COLUMNS + LATEST + WITH_TEXT + " WHERE p.title";

  private PageRows() {}

  /** A page with its key in the database. */
  record Keyed(long pageId, WikiPage page) {}

  /**
   * A page that is locked by this transaction.
   *
   * @param latest the id of its current revision
   */
  record Locked(
      String title,
      long pageId,
      int namespace,
      long dumpNumber,
      long latest,
      Optional<String> redirect) {}

  static Optional<WikiPage> page(Session session, String title) throws SQLException {
    return session.first(VIEW + " = ?", PageRows::keyed, Session.key(title)).map(Keyed::page);
  }

  static List<Keyed> pages(Session session, Collection<String> titles) throws SQLException {
    return session.listIn(VIEW + " IN ({list})", List.of(), titles, Session::key, PageRows::keyed);
  }

  /** Returns a page at a revision, with the redirect of its current revision. */
  static Optional<WikiPage> revision(Session session, String title, long id) throws SQLException {
    return session
        .first(
            VIEW_COLUMNS
                + " JOIN revision r ON r.page_id = p.page_id"
                + WITH_TEXT
                + " WHERE r.revision_id = ? AND p.title = ?",
            PageRows::keyed,
            id,
            Session.key(title))
        .map(Keyed::page);
  }

  /** Returns all revisions of a page, oldest first, each with the page: one statement. */
  static List<WikiPage> whole(Session session, String title) throws SQLException {
    return session
        .list(
            VIEW_COLUMNS
                + " JOIN revision r ON r.page_id = p.page_id"
                + WITH_TEXT
                + " WHERE p.title = ? ORDER BY r.revision_id",
            PageRows::keyed,
            Session.key(title))
        .stream()
        .map(Keyed::page)
        .toList();
  }

  private static Keyed keyed(Row row) throws SQLException {
    long pageId = row.number();
    String title = row.key();
    int namespace = row.integer();
    long dumpNumber = row.number();
    Optional<String> redirect = row.optionalLine();
    long latest = row.number();
    RevisionInfo info = info(row);
    return new Keyed(
        pageId,
        new WikiPage(
            title, namespace, dumpNumber, redirect, info, row.text(), info.id() == latest));
  }

  private static RevisionInfo info(Row row) throws SQLException {
    long id = row.number();
    long parent = row.number();
    long origin = row.number();
    var created = row.instant();
    String name = row.key();
    boolean withAccount = row.flag();
    long account = row.number();
    return new RevisionInfo(
        id,
        parent,
        origin,
        created,
        name,
        withAccount ? OptionalLong.of(account) : OptionalLong.empty(),
        row.line(),
        row.flag(),
        row.integer(),
        row.line(),
        RevisionInfo.hidden(row.integer()));
  }

  /** Returns at most {@code limit} revisions of a page up to an id, newest first. */
  static List<RevisionInfo> history(Session session, String title, long newest, int limit)
      throws SQLException {
    return session.list(
        "SELECT "
            + REVISION_COLUMNS
            + " FROM page p JOIN revision r ON r.page_id = p.page_id"
            + " JOIN actor a ON a.actor_id = r.actor_id"
            + " WHERE p.title = ? AND r.revision_id <= ? ORDER BY r.revision_id DESC LIMIT ?",
        PageRows::info,
        Session.key(title),
        newest,
        limit);
  }

  /** Locks the pages that exist, in the order of their titles, for this transaction. */
  static Map<String, Locked> lock(Session session, Collection<String> titles) throws SQLException {
    Map<String, Locked> locked = new LinkedHashMap<>();
    session
        .listIn(
            "SELECT title, page_id, namespace, dump_number, latest, redirect_to FROM page"
                + " WHERE title IN ({list}) ORDER BY title FOR UPDATE",
            List.of(),
            new TreeSet<>(titles),
            Session::key,
            row ->
                new Locked(
                    row.key(),
                    row.number(),
                    row.integer(),
                    row.number(),
                    row.number(),
                    row.optionalLine()))
        .forEach(page -> locked.put(page.title(), page));
    return locked;
  }

  /** Returns what locked pages name, by their keys. */
  static Map<Long, PageLinks> links(Session session, Collection<Locked> pages) throws SQLException {
    Map<Long, Optional<String>> redirects = new HashMap<>();
    pages.forEach(page -> redirects.put(page.pageId(), page.redirect()));
    return LinkTables.read(session, redirects);
  }

  static Object[] revision(long pageId, long actorId, RevisionInfo info) {
    return new Object[] {
      info.parentId(),
      info.origin(),
      actorId,
      WriteRules.micros(info.timestamp()),
      info.comment(),
      info.minor(),
      info.bytes(),
      info.model(),
      info.hiddenBits(),
      pageId,
      info.id()
    };
  }

  static Object[] text(long pageId, FullRevision revision) {
    return new Object[] {revision.text(), pageId, revision.info().id()};
  }
}

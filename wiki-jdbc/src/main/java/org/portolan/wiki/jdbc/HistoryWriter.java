package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.jdbc.Actors.Actor;
import org.portolan.wiki.jdbc.PageRows.Locked;
import org.portolan.wiki.storage.ImportRefusals;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.RandomDraw;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/**
 * Writes revisions of pages as they are, many pages in one transaction: the rows of each table are
 * sent together. Used by one thread, in one transaction.
 */
final class HistoryWriter {
  /** Old texts held in memory at once. */
  private static final int TEXTS_AT_ONCE = 50;

  private static final String UPDATE_REVISION =
      "UPDATE revision SET parent_id = ?, origin_id = ?, actor_id = ?, created = ?, summary = ?,"
          + " minor = ?, bytes = ?, model = ?, hidden = ? WHERE page_id = ? AND revision_id = ?";

  private static final String UPDATE_TEXT =
      "UPDATE revision_text SET content = ? WHERE page_id = ? AND revision_id = ?";

  private final Session session;
  private final Map<Actor, Long> actors;
  private final boolean same;
  private final SiteStats stats = new SiteStats();

  /**
   * @param actors the ids of all contributors
   * @param same whether revisions must be of the page that is there, and say the same
   */
  HistoryWriter(Session session, Map<Actor, Long> actors, boolean same) {
    this.session = session;
    this.actors = actors;
    this.same = same;
  }

  /** Writes pages, in their order: two may have one title. */
  void write(List<PreparedPage> pages) throws SQLException {
    Map<String, PreparedPage> group = new LinkedHashMap<>();
    for (PreparedPage page : pages) {
      if (group.containsKey(page.page().title())) {
        writeGroup(group);
        group.clear();
      }
      group.put(page.page().title(), page);
    }
    writeGroup(group);
    stats.write(session);
  }

  private void writeGroup(Map<String, PreparedPage> group) throws SQLException {
    if (group.isEmpty()) {
      return;
    }
    Map<String, Locked> present = PageRows.lock(session, group.keySet());
    Map<Long, PageLinks> old = PageRows.links(session, present.values());
    Map<String, Long> created = create(group, present.keySet());
    List<Object[]> inserted = new ArrayList<>();
    List<Object[]> insertedTexts = new ArrayList<>();
    List<Object[]> changed = new ArrayList<>();
    List<Object[]> changedTexts = new ArrayList<>();
    List<Object[]> newest = new ArrayList<>();
    LinkTables links = new LinkTables();
    for (PreparedPage prepared : group.values()) {
      PageHistory page = prepared.page();
      Locked before = present.get(page.title());
      long pageId = before == null ? created.get(page.title()) : before.pageId();
      Set<Long> ids = before == null ? Set.of() : presentRevisions(before, page);
      for (FullRevision revision : page.revisions()) {
        boolean isThere = ids.contains(revision.info().id());
        (isThere ? changed : inserted).add(row(pageId, revision.info()));
        (isThere ? changedTexts : insertedTexts).add(PageRows.text(pageId, revision));
      }
      stats.addEdits(page.revisions().size() - ids.size());
      if (before == null || page.newest().info().id() >= before.latest()) {
        PageLinks now = prepared.links();
        PageLinks named = before == null ? PageLinks.NONE : old.get(pageId);
        newest.add(newestRow(pageId, page, now));
        links.change(pageId, page.title(), named, now);
        stats.articleChanged(
            before != null && WriteRules.isArticle(before.namespace(), named),
            WriteRules.isArticle(page.namespace(), now));
      }
    }
    session.batch(UPDATE_REVISION, changed);
    session.batch(UPDATE_TEXT, changedTexts);
    session.batch(PageWriter.INSERT_REVISION, inserted);
    session.batch(PageWriter.INSERT_TEXT, insertedTexts);
    session.batch(
        "UPDATE page SET namespace = ?, dump_number = ?, latest = ?, redirect_to = ?"
            + " WHERE page_id = ?",
        newest);
    links.write(session);
  }

  private Object[] row(long pageId, RevisionInfo info) {
    return PageRows.revision(pageId, actors.get(Actor.of(info)), info);
  }

  private static Object[] newestRow(long pageId, PageHistory page, PageLinks now) {
    return new Object[] {
      page.namespace(),
      page.pageId(),
      page.newest().info().id(),
      now.redirect().orElse(null),
      pageId
    };
  }

  /** Inserts the pages that are missing and returns their keys. */
  private Map<String, Long> create(Map<String, PreparedPage> group, Set<String> present)
      throws SQLException {
    List<String> missing =
        group.keySet().stream().filter(title -> !present.contains(title)).sorted().toList();
    List<Object[]> rows = new ArrayList<>();
    for (String title : missing) {
      PageHistory page = group.get(title).page();
      rows.add(
          new Object[] {
            Session.key(title), page.namespace(), page.pageId(), RandomDraw.number(title)
          });
    }
    session.batch(
        "INSERT INTO page (title, namespace, dump_number, draw) VALUES (?, ?, ?, ?)", rows);
    stats.addPages(missing.size());
    Map<String, Long> keys = new HashMap<>();
    session.listIn(
        "SELECT title, page_id FROM page WHERE title IN ({list})",
        List.of(),
        missing,
        Session::key,
        row -> keys.put(row.key(), row.number()));
    return keys;
  }

  /**
   * Returns which of the given revisions a page has.
   *
   * @throws IllegalArgumentException if they must be the same and are not
   */
  private Set<Long> presentRevisions(Locked before, PageHistory page) throws SQLException {
    if (same) {
      ImportRefusals.requireSamePage(before.dumpNumber(), page.pageId());
    }
    Set<Long> ids = new HashSet<>();
    Map<Long, FullRevision> given = new HashMap<>();
    page.revisions().forEach(revision -> given.put(revision.info().id(), revision));
    session.listIn(
        "SELECT revision_id FROM revision WHERE page_id = ? AND revision_id IN ({list})",
        List.of(before.pageId()),
        given.keySet(),
        id -> id,
        row -> ids.add(row.number()));
    if (same) {
      requireSameTexts(before.pageId(), ids, given);
    }
    return ids;
  }

  private void requireSameTexts(long pageId, Set<Long> ids, Map<Long, FullRevision> given)
      throws SQLException {
    List<Long> all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += TEXTS_AT_ONCE) {
      session.listIn(
          "SELECT r.revision_id, r.hidden, t.content FROM revision r JOIN revision_text t"
              + " ON t.page_id = r.page_id AND t.revision_id = r.revision_id"
              + " WHERE r.page_id = ? AND r.revision_id IN ({list})",
          List.of(pageId),
          all.subList(from, Math.min(all.size(), from + TEXTS_AT_ONCE)),
          id -> id,
          row -> {
            FullRevision revision = given.get(row.number());
            boolean hidden = RevisionInfo.hidden(row.integer()).contains(Hidden.TEXT);
            String text = row.text();
            ImportRefusals.requireSameText(hidden ? Optional.empty() : Optional.of(text), revision);
            return revision;
          });
    }
  }
}

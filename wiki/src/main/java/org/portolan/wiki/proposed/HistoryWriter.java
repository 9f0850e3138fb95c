package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.PAGE;
import static org.portolan.wiki.proposed.Tables.REVISION;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.proposed.Actors.Actor;
import org.portolan.wiki.storage.ImportRefusals;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/**
 * Writes revisions of pages as they are, many pages in one write. Used by one thread, in one write.
 */
final class HistoryWriter {
  /** Old revisions, with their texts, held in memory at once. */
  private static final int REVISIONS_AT_ONCE = 50;

  private final StoreTransaction transaction;
  private final Map<Actor, Long> actors;
  private final boolean same;
  private final SiteStats stats = new SiteStats();

  /**
   * @param actors the ids of all contributors
   * @param same whether revisions must be of the page that is there, and say the same
   */
  HistoryWriter(StoreTransaction transaction, Map<Actor, Long> actors, boolean same) {
    this.transaction = transaction;
    this.actors = actors;
    this.same = same;
  }

  /**
   * Writes pages of different titles.
   *
   * @param newIds keys for pages that are missing, by their titles
   * @throws Interference if a page is missing that has no key
   * @throws IllegalArgumentException if revisions must be the same and are not
   */
  void write(List<PreparedPage> pages, Map<String, Long> newIds) {
    Map<String, PageRow> present =
        PageRow.read(transaction, pages.stream().map(each -> each.page().title()).toList());
    for (PreparedPage prepared : pages) {
      String title = prepared.page().title();
      Optional<PageRow> before = Optional.ofNullable(present.get(title));
      if (before.isEmpty() && !newIds.containsKey(title)) {
        throw new Interference();
      }
      write(prepared, before, before.map(PageRow::id).orElseGet(() -> newIds.get(title)));
    }
    stats.write(transaction);
  }

  private void write(PreparedPage prepared, Optional<PageRow> before, long pageId) {
    PageHistory page = prepared.page();
    before
        .filter(row -> same)
        .ifPresent(row -> ImportRefusals.requireSamePage(row.dumpNumber(), page.pageId()));
    Set<Long> ids = before.isEmpty() ? Set.of() : presentRevisions(pageId, page.revisions());
    for (FullRevision revision : page.revisions()) {
      transaction.put(
          REVISION,
          Revisions.key(pageId, revision.info().id()),
          Revisions.values(actors.get(Actor.of(revision.info())), revision));
    }
    stats.addPages(before.isEmpty() ? 1 : 0);
    stats.addEdits(page.revisions().size() - ids.size());
    long newest = page.newest().info().id();
    if (before.isPresent() && newest < before.get().latest()) {
      // Its row is written all the same: so no other writer changes the page meanwhile.
      transaction.put(PAGE, before.get().key(), before.get().values());
      return;
    }
    PageLinks now = prepared.links();
    PageLinks old = before.map(row -> LinkTable.read(transaction, row)).orElse(PageLinks.NONE);
    PageRow row =
        new PageRow(pageId, page.title(), page.namespace(), page.pageId(), newest, now.redirect());
    transaction.put(PAGE, row.key(), row.values());
    LinkTable.change(transaction, pageId, page.title(), old, now, false);
    stats.articleChanged(
        before.isPresent() && WriteRules.isArticle(before.get().namespace(), old),
        WriteRules.isArticle(page.namespace(), now));
  }

  /** Returns which of the given revisions a page has. */
  private Set<Long> presentRevisions(long pageId, List<FullRevision> revisions) {
    Set<Long> present = new HashSet<>();
    for (int from = 0; from < revisions.size(); from += REVISIONS_AT_ONCE) {
      List<FullRevision> part =
          revisions.subList(from, Math.min(revisions.size(), from + REVISIONS_AT_ONCE));
      List<Tuple> keys =
          part.stream().map(each -> Revisions.key(pageId, each.info().id())).toList();
      List<Optional<EntityRow>> rows = transaction.getAll(REVISION, keys, Columns.ALL);
      for (int at = 0; at < part.size(); at++) {
        FullRevision given = part.get(at);
        rows.get(at).ifPresent(row -> present.add(requireSameText(row, given)));
      }
    }
    return present;
  }

  private long requireSameText(EntityRow row, FullRevision given) {
    if (same) {
      boolean hidden = RevisionInfo.hidden(row.intValue("hidden")).contains(Hidden.TEXT);
      ImportRefusals.requireSameText(
          hidden ? Optional.empty() : Optional.of(row.text("content")), given);
    }
    return given.info().id();
  }
}

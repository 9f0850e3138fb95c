package org.portolan.wiki.store;

import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/** The writes of a move, within a transaction. Thread-safe. */
final class PageMoves {
  private final PageWrites writes;

  PageMoves(PageWrites writes) {
    this.writes = writes;
  }

  /**
   * Moves a page.
   *
   * @param expected the revision for which {@code before} was found out
   * @param usedBefore whether other pages may include the page under its old title
   * @return empty if the page has another revision now; nothing is written
   */
  Optional<MoveOutcome> move(
      StoreTransaction transaction,
      Move move,
      long expected,
      BeforeWrite before,
      boolean usedBefore) {
    Title old = writes.rules().title(move.from());
    Title to = writes.rules().title(move.to());
    Tuple from = Tuple.of(old.full());
    Tuple target = Tuple.of(to.full());
    transaction.prefetch(PageColumns.PAGE, List.of(from, target));
    Optional<EntityRow> row = transaction.get(PageColumns.PAGE, from, Columns.ALL);
    if (row.isEmpty()) {
      return Optional.of(MoveOutcome.MISSING);
    }
    if (transaction.get(PageColumns.PAGE, target, Columns.ALL).isPresent()) {
      return Optional.of(MoveOutcome.TARGET_EXISTS);
    }
    WikiPage page = PageColumns.page(row.get());
    if (page.revision().id() != expected) {
      return Optional.empty();
    }
    moveItems(transaction, from, target, PageColumns.HISTORY);
    moveItems(transaction, from, target, PageColumns.TEXTS);
    moveItems(transaction, from, target, PageColumns.COMMENTS);
    transaction.delete(PageColumns.PAGE, from);
    FullRevision moved = new FullRevision(page.revision(), page.text());
    writes.write(transaction, to, page.pageId(), moved, PageLinks.NONE, before);
    if (usedBefore) {
      StoreJobs.add(transaction, Kind.USERS, old.full());
    }
    if (move.leaveRedirect()) {
      leaveRedirect(transaction, old, to, move, page);
    }
    return Optional.of(MoveOutcome.MOVED);
  }

  private static void moveItems(
      StoreTransaction transaction, Tuple from, Tuple to, String collection) {
    for (Item item : PageReads.all(transaction, from, collection)) {
      // The target is no page, so it has no items: to look for each would cost a read of each.
      transaction.addItem(PageColumns.PAGE, to, collection, item.key(), item.values());
    }
  }

  private void leaveRedirect(
      StoreTransaction transaction, Title from, Title to, Move move, WikiPage moved) {
    FullRevision first = WriteRules.redirectLeft(from, to, move, moved.revision());
    BeforeWrite before = writes.rules().beforeRedirectLeft(from, first);
    writes.write(transaction, from, first.info().id(), first, PageLinks.NONE, before);
    transaction.insertItem(
        PageColumns.PAGE,
        Tuple.of(from.full()),
        PageColumns.HISTORY,
        Tuple.of(first.info().id()),
        PageColumns.revision(first.info()));
  }
}

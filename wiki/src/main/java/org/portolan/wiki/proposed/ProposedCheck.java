package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.PAGE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.Statistics;
import org.portolan.wikitext.text.PageLinks;

/**
 * Compares what the store's own check knows nothing of, since the twin's tables keep it by their
 * writers: the counters with the rows, the titles in the rows of links with those of the pages, and
 * the current revisions with the newest ones. All is read from one snapshot, so nothing that is
 * written meanwhile looks wrong; without snapshots it is left out. A repair reads again what it
 * corrects. Used by one thread.
 */
final class ProposedCheck {
  private static final int ROWS_PER_READ = 500;

  private final Store store;
  private final StoreCheck.Options options;
  private final Consumer<Finding> findings;
  private final List<Runnable> repairs = new ArrayList<>();
  private int reported;
  private long rows;
  private long missing;
  private long dangling;
  private long repaired;

  ProposedCheck(Store store, StoreCheck.Options options, Consumer<Finding> findings) {
    this.store = store;
    this.options = options;
    this.findings = findings;
  }

  /**
   * Returns the result of the store's check together with this one.
   *
   * @param progress receives the number of rows and entries looked at so far
   */
  StoreCheck.Result run(LongConsumer progress) {
    StoreCheck.Result own = store.check(options).run(this::report, progress::accept);
    if (store.hasSnapshots()) {
      store.readSnapshot(
          reader -> {
            check(reader, looked -> progress.accept(own.rows() + own.entries() + looked));
            return null;
          });
    }
    if (options.repair()) {
      repairs.forEach(Runnable::run);
    }
    return new StoreCheck.Result(
        own.rows(),
        own.entries() + rows,
        own.missing() + missing,
        own.dangling() + dangling,
        own.repaired() + repaired,
        own.undecided());
  }

  private void report(Finding finding) {
    if (reported < options.reportsMax()) {
      reported++;
      findings.accept(finding);
    }
  }

  private void found(Kind kind, String name, String detail, long amount) {
    if (kind == Kind.MISSING) {
      missing += amount;
    } else {
      dangling += amount;
    }
    repaired += options.repair() ? amount : 0;
    report(new Finding(kind, name, detail, options.repair()));
  }

  private void check(StoreReader reader, LongConsumer progress) {
    Paging.first(ROWS_PER_READ).stream(
            paging -> reader.scan(PAGE, Tuple.EMPTY, Columns.ALL, paging))
        .forEach(
            row -> {
              checkPage(reader, row);
              rows++;
              progress.accept(rows);
            });
    Statistics kept = SiteStats.read(reader);
    Statistics counted = SiteStats.count(reader);
    compare("pages", kept.pages(), counted.pages());
    compare("articles", kept.articles(), counted.articles());
    compare("edits", kept.edits(), counted.edits());
    if (!kept.equals(counted)) {
      repairs.add(this::repairCounters);
    }
  }

  private void checkPage(StoreReader reader, EntityRow row) {
    long pageId = (Long) row.key().get(0);
    String title = Tables.text(row.value("title"));
    Optional<Long> newest = newest(reader, pageId);
    if (newest.isEmpty() || !newest.get().equals(row.value("latest"))) {
      found(
          Kind.DANGLING,
          "page.latest",
          "'" + title + "' has another current revision than its newest",
          1);
      repairs.add(() -> repairLatest(pageId));
    }
    for (LinkTable table : LinkTable.values()) {
      List<String> wrong = table.targetsOfOtherTitle(reader, pageId, title);
      wrong.forEach(
          target ->
              found(
                  Kind.DANGLING,
                  table.entity(),
                  "'" + target + "' lists another title than '" + title + "'",
                  1));
      if (!wrong.isEmpty()) {
        repairs.add(() -> repairTitles(pageId));
      }
    }
  }

  private static Optional<Long> newest(StoreReader reader, long pageId) {
    return reader
        .scan(Tables.REVISION, Tuple.of(pageId), Columns.NONE, Paging.last(1))
        .entries()
        .stream()
        .map(row -> (Long) row.key().get(1))
        .findFirst();
  }

  private void repairLatest(long pageId) {
    store.write(
        transaction -> {
          newest(transaction, pageId)
              .ifPresent(
                  newest -> transaction.update(PAGE, Tuple.of(pageId), Map.of("latest", newest)));
          return null;
        });
  }

  private void repairTitles(long pageId) {
    store.write(
        transaction -> {
          transaction
              .get(PAGE, Tuple.of(pageId), Columns.ALL)
              .map(PageRow::of)
              .ifPresent(
                  page -> {
                    PageLinks links = LinkTable.read(transaction, page);
                    // The page's row is written, so a move meanwhile makes this run again.
                    transaction.put(PAGE, page.key(), page.values());
                    LinkTable.change(transaction, pageId, page.title(), links, links, true);
                  });
          return null;
        });
  }

  private void compare(String counter, long kept, long counted) {
    if (kept != counted) {
      found(
          kept < counted ? Kind.MISSING : Kind.DANGLING,
          "site_stats." + counter,
          "is " + kept + " and should be " + counted,
          Math.abs(kept - counted));
    }
  }

  /**
   * Counts anew. Every writer changes a slot, and this write changes all of them: so if one commits
   * meanwhile, this runs again.
   */
  private void repairCounters() {
    store.write(
        transaction -> {
          SiteStats.replace(transaction, SiteStats.count(transaction));
          return null;
        });
  }
}

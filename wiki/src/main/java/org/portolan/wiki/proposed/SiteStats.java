package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.PAGE;
import static org.portolan.wiki.proposed.Tables.STATS;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.text.PageLinks;

/**
 * What a write adds to the counters, which are sums over some rows, so that writers of different
 * pages seldom meet. Used by one thread.
 */
final class SiteStats {
  private static final int SLOTS = 16;
  private static final int ROWS_PER_READ = 500;

  private long pages;
  private long articles;
  private long edits;

  static Statistics read(StoreReader reader) {
    List<EntityRow> slots =
        reader.scan(STATS, Tuple.EMPTY, Columns.ALL, Paging.first(SLOTS)).entries();
    return new Statistics(sum(slots, "pages"), sum(slots, "articles"), sum(slots, "edits"));
  }

  private static long sum(List<EntityRow> slots, String column) {
    return slots.stream().mapToLong(row -> row.longValue(column)).sum();
  }

  /** Counts the rows that the counters stand for. */
  static Statistics count(StoreReader reader) {
    long[] counted = new long[3];
    Paging.first(ROWS_PER_READ).stream(
            paging -> reader.scan(PAGE, Tuple.EMPTY, Columns.ALL, paging))
        .map(PageRow::of)
        .forEach(
            page -> {
              PageLinks links = LinkTable.read(reader, page);
              counted[0]++;
              counted[1] += WriteRules.isArticle(page.namespace(), links) ? 1 : 0;
              counted[2] += Revisions.rows(reader, page.id(), Columns.NONE).count();
            });
    return new Statistics(counted[0], counted[1], counted[2]);
  }

  /** Writes every slot, so that the sums are these. */
  static void replace(StoreTransaction transaction, Statistics sums) {
    for (int slot = 0; slot < SLOTS; slot++) {
      transaction.put(
          STATS,
          Tuple.of(slot),
          Map.of(
              "pages", slot == 0 ? sums.pages() : 0L,
              "articles", slot == 0 ? sums.articles() : 0L,
              "edits", slot == 0 ? sums.edits() : 0L));
    }
  }

  void addPages(long more) {
    pages += more;
  }

  void addEdits(long more) {
    edits += more;
  }

  /** Counts a page that was or was not an article and now is or is not one. */
  void articleChanged(boolean before, boolean after) {
    articles += (after ? 1 : 0) - (before ? 1 : 0);
  }

  /** Adds to a random slot; in a new store makes all of them first. */
  void write(StoreTransaction transaction) {
    if (pages == 0 && articles == 0 && edits == 0) {
      return;
    }
    Tuple slot = Tuple.of(ThreadLocalRandom.current().nextInt(SLOTS));
    Optional<EntityRow> before = transaction.get(STATS, slot, Columns.ALL);
    if (before.isEmpty()) {
      makeMissing(transaction);
    }
    transaction.put(
        STATS,
        slot,
        Map.of(
            "pages", pages + before.map(row -> row.longValue("pages")).orElse(0L),
            "articles", articles + before.map(row -> row.longValue("articles")).orElse(0L),
            "edits", edits + before.map(row -> row.longValue("edits")).orElse(0L)));
  }

  /** Makes the slots that are missing, as the twin does with its tables. */
  private static void makeMissing(StoreTransaction transaction) {
    List<Tuple> slots = IntStream.range(0, SLOTS).mapToObj(number -> Tuple.of(number)).toList();
    List<Optional<EntityRow>> rows = transaction.getAll(STATS, slots, Columns.ALL);
    for (int slot = 0; slot < SLOTS; slot++) {
      if (rows.get(slot).isEmpty()) {
        transaction.put(STATS, slots.get(slot), Map.of("pages", 0L, "articles", 0L, "edits", 0L));
      }
    }
  }
}

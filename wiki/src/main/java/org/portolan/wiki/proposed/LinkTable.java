package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.bytes;
import static org.portolan.wiki.proposed.Tables.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wikitext.text.PageLinks;

/**
 * A table of what pages name, with a row for each page and target. Each row repeats its page's
 * title, by which the index lists the pages of a target in order.
 */
enum LinkTable {
  PAGE_LINK,
  CATEGORY_LINK,
  TEMPLATE_LINK;

  private static final int ROWS_PER_READ = 1_000;
  private static final String PAGE_TITLE = "page_title";
  private static final Columns TITLE_ONLY = Columns.of(PAGE_TITLE);

  String entity() {
    return name().toLowerCase(Locale.ROOT);
  }

  private String index() {
    return entity() + "_by_target_and_page_title";
  }

  static List<String> indexes() {
    return Arrays.stream(values()).map(LinkTable::index).toList();
  }

  private SortedSet<String> of(PageLinks links) {
    return switch (this) {
      case PAGE_LINK -> links.links();
      case CATEGORY_LINK -> links.categories();
      case TEMPLATE_LINK -> links.templates();
    };
  }

  /** Returns the titles of the pages that name a target: the list, then its rows. */
  Slice<String> pages(StoreReader reader, String target, Paging paging) {
    Slice<Tuple> keys = reader.index(index(), Tuple.of(bytes(target)), paging);
    List<String> titles =
        reader.getAll(entity(), keys.entries(), TITLE_ONLY).stream()
            .flatMap(Optional::stream)
            .map(row -> text(row.value(PAGE_TITLE)))
            .toList();
    return new Slice<>(titles, keys.next());
  }

  /** Reads what a page names: the rows of its three tables. */
  static PageLinks read(StoreReader reader, PageRow page) {
    return new PageLinks(
        PAGE_LINK.targets(reader, page.id()),
        CATEGORY_LINK.targets(reader, page.id()),
        TEMPLATE_LINK.targets(reader, page.id()),
        page.redirect());
  }

  private SortedSet<String> targets(StoreReader reader, long pageId) {
    SortedSet<String> targets = new TreeSet<>();
    Paging.first(ROWS_PER_READ).stream(
            paging -> reader.scan(entity(), Tuple.of(pageId), Columns.NONE, paging))
        .map(EntityRow::key)
        .forEach(key -> targets.add(text(key.get(1))));
    return targets;
  }

  /** Returns the targets in whose rows a page has another title than its own. */
  List<String> targetsOfOtherTitle(StoreReader reader, long pageId, String title) {
    return Paging.first(ROWS_PER_READ).stream(
            paging -> reader.scan(entity(), Tuple.of(pageId), TITLE_ONLY, paging))
        .filter(row -> !text(row.value(PAGE_TITLE)).equals(title))
        .map(row -> text(row.key().get(1)))
        .toList();
  }

  /**
   * Writes the difference between what a page named and what it names now.
   *
   * @param renamed whether the page has a new title, so that every row changes
   */
  static void change(
      StoreTransaction transaction,
      long pageId,
      String title,
      PageLinks old,
      PageLinks now,
      boolean renamed) {
    for (LinkTable table : values()) {
      SortedSet<String> before = table.of(old);
      SortedSet<String> after = table.of(now);
      for (String target : before) {
        if (!after.contains(target)) {
          transaction.delete(table.entity(), Tuple.of(pageId, bytes(target)));
        }
      }
      for (String target : after) {
        if (renamed || !before.contains(target)) {
          transaction.put(
              table.entity(), Tuple.of(pageId, bytes(target)), Map.of(PAGE_TITLE, bytes(title)));
        }
      }
    }
  }
}

package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.PAGE;
import static org.portolan.wiki.proposed.Tables.PAGE_BY_TITLE;
import static org.portolan.wiki.proposed.Tables.bytes;
import static org.portolan.wiki.proposed.Tables.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.storage.RandomDraw;

/**
 * The row of a page.
 *
 * @param id its key, which no title tells
 * @param dumpNumber its number in the wiki of its dump, which two pages may share
 * @param latest the id of its current revision
 */
record PageRow(
    long id, String title, int namespace, long dumpNumber, long latest, Optional<String> redirect) {

  static PageRow of(EntityRow row) {
    return new PageRow(
        (Long) row.key().get(0),
        text(row.value("title")),
        row.intValue("namespace"),
        row.longValue("dump_number"),
        row.longValue("latest"),
        Optional.ofNullable(row.text("redirect_to")));
  }

  Tuple key() {
    return Tuple.of(id);
  }

  Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    values.put("title", bytes(title));
    values.put("namespace", namespace);
    values.put("dump_number", dumpNumber);
    values.put("latest", latest);
    values.put("redirect_to", redirect.orElse(null));
    values.put("draw", RandomDraw.number(title));
    return values;
  }

  /**
   * Reads the page of a title: the entry of the title, then the row.
   *
   * @throws Interference if the page got another title between the two reads
   */
  static Optional<PageRow> read(StoreReader reader, String title) {
    return reader.index(PAGE_BY_TITLE, Tuple.of(bytes(title)), Paging.first(1)).entries().stream()
        .findFirst()
        .map(key -> reader.get(PAGE, key, Columns.ALL).map(PageRow::of))
        .map(row -> row.orElseThrow(Interference::new).requireTitle(title));
  }

  private PageRow requireTitle(String expected) {
    if (!title.equals(expected)) {
      throw new Interference();
    }
    return this;
  }

  /** Reads the pages of titles, by title: a batch of entries, then a batch of rows. */
  static Map<String, PageRow> read(StoreReader reader, Collection<String> titles) {
    Map<String, PageRow> rows = new HashMap<>();
    for (Optional<EntityRow> row : reader.getAll(PAGE, keys(reader, titles), Columns.ALL)) {
      PageRow page = PageRow.of(row.orElseThrow(Interference::new));
      rows.put(page.title(), page);
    }
    if (!titles.containsAll(rows.keySet())) {
      throw new Interference();
    }
    return rows;
  }

  /** Returns the keys of the pages that exist. */
  private static List<Tuple> keys(StoreReader reader, Collection<String> titles) {
    List<Tuple> values = titles.stream().distinct().map(title -> Tuple.of(bytes(title))).toList();
    if (!(reader instanceof Store store)) {
      List<Tuple> keys = new ArrayList<>();
      for (Tuple value : values) {
        keys.addAll(reader.index(PAGE_BY_TITLE, value, Paging.first(1)).entries());
      }
      return keys;
    }
    return store.read(
        batch -> {
          List<Supplier<Slice<Tuple>>> entries =
              values.stream()
                  .map(value -> batch.add(r -> r.index(PAGE_BY_TITLE, value, Paging.first(1))))
                  .toList();
          return () -> entries.stream().flatMap(entry -> entry.get().entries().stream()).toList();
        });
  }
}

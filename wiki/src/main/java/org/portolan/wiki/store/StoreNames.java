package org.portolan.wiki.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;
import org.portolan.wiki.storage.NamesTable;
import org.portolan.wiki.storage.PageNames.Look;

/** The columns of pages in a store that say what they name. Thread-safe. */
final class StoreNames implements NamesTable {
  private final Store store;

  StoreNames(Store store) {
    this.store = store;
  }

  @Override
  public List<Stored> read(List<String> titles) {
    List<Tuple> keys = titles.stream().map(title -> Tuple.of(title)).toList();
    List<Stored> pages = new ArrayList<>();
    for (Optional<EntityRow> row : store.getAll(PageColumns.PAGE, keys, Columns.ALL)) {
      row.ifPresent(
          found -> pages.add(new Stored(PageColumns.page(found), PageColumns.links(found))));
    }
    return pages;
  }

  @Override
  public void correct(List<Look> looks) {
    store.write(
        Durability.BUFFERED,
        transaction -> {
          correct(transaction, looks);
          return null;
        });
  }

  private static void correct(StoreTransaction transaction, List<Look> looks) {
    transaction.prefetch(
        PageColumns.PAGE, looks.stream().map(look -> Tuple.of(look.title())).toList());
    for (Look look : looks) {
      Tuple key = Tuple.of(look.title());
      Optional<EntityRow> row = transaction.get(PageColumns.PAGE, key, Columns.ALL);
      if (row.filter(found -> look.isStill(found.longValue("revision"), PageColumns.links(found)))
          .isPresent()) {
        transaction.update(
            PageColumns.PAGE,
            key,
            PageColumns.links(row.get().intValue("namespace"), look.now().links()));
      }
    }
  }
}

package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.portolan.data.ItemsWithoutRow;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.TreeItems;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.tree.DamagedTreeException;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.key.KeyMapping;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;

/**
 * Finds the items of an entity whose rows do not exist. Passes once over the keys of the tables
 * that hold items, a page at a time, and looks up the rows of each page in one round trip. Nothing
 * here is a transaction: so a row that seems to be missing is looked up once more after its items
 * were counted, and one that is being written is left out. Used by one thread.
 */
public final class RowlessItems {
  private static final int PAGE_ROWS = 1_000;
  private static final int PAGE_ITEMS = 1_000;

  private final Access access;
  private final EntitySchema entity;
  private final List<FamilyRead> presence;
  private final Predicate<Row> settled;
  private final Consumer<ItemsWithoutRow> found;

  /**
   * @param state the state of the writes of a row, if rows have one
   * @param settled whether a row that was read with it is not being written
   */
  public RowlessItems(
      Access access,
      EntitySchema entity,
      Optional<FamilyRead> state,
      Predicate<Row> settled,
      Consumer<ItemsWithoutRow> found) {
    this.access = access;
    this.entity = entity;
    this.presence = new ArrayList<>(List.of(new FamilyRead.Presence(entity.presenceFamily())));
    state.ifPresent(presence::add);
    this.settled = settled;
    this.found = found;
  }

  /** Makes the pass. */
  public void run() {
    List<CollectionSchema> cells = new ArrayList<>();
    for (CollectionSchema collection : entity.collectionsInForce()) {
      if (collection.storage() == Storage.CELLS) {
        cells.add(collection);
      } else {
        ofTable(collection);
      }
    }
    if (!cells.isEmpty()) {
      ofCells(cells);
    }
  }

  /** Cells are in the row itself, so a row that is read with one item of each shows all. */
  private void ofCells(List<CollectionSchema> collections) {
    List<FamilyRead> reads = new ArrayList<>(presence.subList(0, 1));
    for (CollectionSchema collection : collections) {
      reads.add(new FamilyRead.Items(collection.family(), KeyRange.ALL, 1, false));
    }
    each(
        entity.table(),
        reads,
        rows -> {
          List<Tuple> suspects = new ArrayList<>();
          for (Row row : rows) {
            if (!entity.exists(row) && !row.items().isEmpty()) {
              suspects.add(row.key());
            }
          }
          for (CollectionSchema collection : collections) {
            Map<Tuple, List<Tuple>> rowsOfItems = new LinkedHashMap<>();
            suspects.forEach(suspect -> rowsOfItems.put(suspect, List.of()));
            look(collection, rowsOfItems);
          }
        });
  }

  private void ofTable(CollectionSchema collection) {
    int columns = entity.keyMapping().rowKeyColumns().size();
    each(
        collection.table(),
        List.of(new FamilyRead.Presence(collection.family())),
        rows -> {
          Map<Tuple, List<Tuple>> rowsOfItems = new LinkedHashMap<>();
          for (Row row : rows) {
            // A tree has several rows, of which one is its root.
            if (collection.storage() != Storage.TREE || TreeReads.isRoot(row.key())) {
              rowsOfItems
                  .computeIfAbsent(row.key().slice(0, columns), any -> new ArrayList<>())
                  .add(row.key());
            }
          }
          look(collection, rowsOfItems);
        });
  }

  private void each(String table, List<FamilyRead> reads, Consumer<List<Row>> page) {
    Scan scan = new Scan(table, KeyRange.ALL, false, PAGE_ROWS, Scan.BYTES_DEFAULT, reads);
    while (true) {
      ScanPage rows = access.scan(scan);
      page.accept(rows.rows());
      if (rows.next().isEmpty()) {
        return;
      }
      scan = scan.following(rows);
    }
  }

  /**
   * Tells of those rows that do not exist.
   *
   * @param rowsOfItems the rows that may not exist, with the rows of their items on a page
   */
  private void look(CollectionSchema collection, Map<Tuple, List<Tuple>> rowsOfItems) {
    Map<Tuple, Long> counts = new LinkedHashMap<>();
    for (Tuple row : missing(List.copyOf(rowsOfItems.keySet()))) {
      counts.put(row, count(collection, row, rowsOfItems.get(row)));
    }
    for (Tuple row : missing(List.copyOf(counts.keySet()))) {
      if (counts.get(row) > 0) {
        KeyMapping mapping = entity.keyMapping();
        Tuple key = mapping.keyOfAbsent(mapping.behindPrefix(row));
        found.accept(new ItemsWithoutRow(entity.name(), collection.name(), key, counts.get(row)));
      }
    }
  }

  /** Returns those of some rows that do not exist, and are not being written. */
  private List<Tuple> missing(List<Tuple> rows) {
    List<Row> read =
        access.get(rows.stream().map(row -> new Get(entity.table(), row, presence)).toList());
    List<Tuple> missing = new ArrayList<>();
    for (int position = 0; position < rows.size(); position++) {
      Row row = read.get(position);
      if (!entity.exists(row) && settled.test(row)) {
        missing.add(rows.get(position));
      }
    }
    return missing;
  }

  private long count(CollectionSchema collection, Tuple row, List<Tuple> rowsOfItems) {
    return switch (collection.storage()) {
      case CELLS -> countCells(collection, row);
      case TREE -> countElements(collection, row);
      case ROWS ->
          access
              .get(
                  rowsOfItems.stream()
                      .map(
                          item ->
                              Get.of(
                                  collection.table(),
                                  item,
                                  new FamilyRead.Presence(collection.family())))
                      .toList())
              .stream()
              .filter(item -> !item.isEmpty())
              .count();
      case OBJECT ->
          access
              .get(List.of(Get.of(collection.table(), row, FamilyRead.all(collection.family()))))
              .get(0)
              .family(collection.family())
              .map(object -> (long) ((List<?>) object.get(0)).size())
              .orElse(0L);
      case PORTABLE -> throw collection.notConcrete();
    };
  }

  private long countCells(CollectionSchema collection, Tuple row) {
    long count = 0;
    KeyRange range = KeyRange.ALL;
    while (true) {
      FamilyRead read = new FamilyRead.Items(collection.family(), range, PAGE_ITEMS, false);
      List<Row.Item> items =
          access
              .get(List.of(Get.of(collection.table(), row, read)))
              .get(0)
              .itemsOf(collection.family());
      count += items.size();
      if (items.size() < PAGE_ITEMS) {
        return count;
      }
      range = KeyRange.ALL.after(items.get(items.size() - 1).key());
    }
  }

  /** Counts the items of a tree; none if its nodes contradict each other, which a check finds. */
  private long countElements(CollectionSchema collection, Tuple row) {
    long count = 0;
    Optional<Tuple> behind = Optional.empty();
    try {
      while (true) {
        var items = TreeItems.page(access, collection, row, behind, PAGE_ITEMS, false);
        count += items.size();
        if (items.size() < PAGE_ITEMS) {
          return count;
        }
        behind = Optional.of(items.get(items.size() - 1).key());
      }
    } catch (DamagedTreeException e) {
      return count;
    }
  }
}

package org.portolan.data.records;

import java.util.Optional;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.types.Tuple;

/**
 * A child collection whose items are records, as {@link Entity} does it for rows. Rows are named by
 * their keys. Immutable and thread-safe.
 *
 * @param <R> the record of an item: its key columns and columns, without those of the row
 */
public final class Items<R extends Record> {
  private final String entity;
  private final String name;
  private final RecordForm<R> form;

  Items(String entity, CollectionDesign design, Class<R> type) {
    this.entity = entity;
    this.name = design.name();
    this.form =
        new RecordForm<>(
            type,
            "collection '" + entity + "." + design.name() + "'",
            design.itemKey(),
            design.columns());
  }

  /** Reads an item: one round trip. */
  public Optional<R> get(StoreReader reader, Tuple row, Object... itemKey) {
    return reader.item(entity, row, name, Tuple.of(itemKey)).map(form::make);
  }

  /** Reads a page of the items of a row, see {@link StoreReader#items}. */
  public Slice<R> page(StoreReader reader, Tuple row, Paging paging) {
    Slice<Item> found = reader.items(entity, row, name, paging);
    return found.map(form::make);
  }

  /**
   * Writes an item, see {@link StoreTransaction#putItem}.
   *
   * @throws IllegalStateException if the record does not have all columns: it would make the others
   *     null
   */
  public void put(StoreTransaction transaction, Tuple row, R item) {
    form.requireAllColumns();
    transaction.putItem(entity, row, name, form.key(item), form.values(item));
  }

  /**
   * Writes an item that must not exist, see {@link StoreTransaction#insertItem}.
   *
   * @throws org.portolan.data.ItemExistsException if the item exists
   */
  public void insert(StoreTransaction transaction, Tuple row, R item) {
    transaction.insertItem(entity, row, name, form.key(item), form.values(item));
  }

  /**
   * Writes an item that it takes for new: if the item is there, it is replaced and may be counted
   * twice, see {@link StoreTransaction#addItem}.
   */
  public void add(StoreTransaction transaction, Tuple row, R item) {
    transaction.addItem(entity, row, name, form.key(item), form.values(item));
  }

  /** Deletes an item; does nothing if there is none. */
  public void delete(StoreTransaction transaction, Tuple row, Object... itemKey) {
    transaction.deleteItem(entity, row, name, Tuple.of(itemKey));
  }
}

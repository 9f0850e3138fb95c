package org.portolan.data.records;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.types.Tuple;

/**
 * An entity whose rows are records: each component of the record is the key column or column of its
 * name, {@code placedAt} of {@code placed_at}, or that of its {@link ColumnName}. The record has
 * all key columns; columns that it does not have are not read. A null set or list is an empty one.
 *
 * <p>The methods do what those of {@link StoreReader} and {@link StoreTransaction} do, in as many
 * round trips, and fail as they do. A read also throws {@link IllegalStateException} if a column is
 * null and its component primitive, or if the record's constructor refuses the values. Immutable
 * and thread-safe.
 *
 * @param <R> the record
 */
public final class Entity<R extends Record> {
  private final EntityDesign design;
  private final RecordForm<R> form;
  private final Columns columns;

  private Entity(EntityDesign design, Class<R> type) {
    this.design = design;
    this.form =
        new RecordForm<>(
            type, "entity '" + design.name() + "'", design.key(), design.columns().toList());
    this.columns = new Columns(false, Set.copyOf(form.columns()));
  }

  /**
   * Returns an entity of a store.
   *
   * @throws IllegalArgumentException if the design has no such entity, or if the record does not
   *     fit it; the message lists every reason
   */
  public static <R extends Record> Entity<R> of(Store store, String name, Class<R> type) {
    return of(store.design(), name, type);
  }

  /** Like {@link #of(Store, String, Class)}, of a design. */
  public static <R extends Record> Entity<R> of(Design design, String name, Class<R> type) {
    EntityDesign found =
        design
            .entity(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "design '"
                            + design.name()
                            + "' has no entity '"
                            + name
                            + "'; it has "
                            + design.entities().stream().map(EntityDesign::name).toList()));
    return new Entity<>(found, type);
  }

  /**
   * Returns a collection of this entity's rows.
   *
   * @throws IllegalArgumentException if there is none of that name, or if the record does not fit
   *     it
   */
  public <I extends Record> Items<I> items(String collection, Class<I> type) {
    CollectionDesign found =
        design
            .collection(collection)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "entity '"
                            + design.name()
                            + "' has no collection '"
                            + collection
                            + "'; it has "
                            + design.collections().stream().map(CollectionDesign::name).toList()));
    return new Items<>(design.name(), found, type);
  }

  /** Returns the key of a row. */
  public Tuple key(R row) {
    return form.key(row);
  }

  /** Returns a row that was read with at least the record's columns. */
  public R row(EntityRow found) {
    return form.make(found);
  }

  /**
   * Reads a row: one round trip.
   *
   * @param key the values of the key columns, in their order
   */
  public Optional<R> get(StoreReader reader, Object... key) {
    return reader.get(design.name(), Tuple.of(key), columns).map(form::make);
  }

  /**
   * Reads rows by their keys: one round trip for all.
   *
   * @return one entry for each key, in their order
   */
  public List<Optional<R>> getAll(StoreReader reader, List<Tuple> keys) {
    return reader.getAll(design.name(), keys, columns).stream()
        .map(found -> found.map(form::make))
        .toList();
  }

  /**
   * Reads a page of an index and its rows: two round trips. A row that was deleted between them is
   * left out, so a page may be shorter than its limit although another follows.
   */
  public Slice<R> index(StoreReader reader, String index, Tuple value, Paging paging) {
    Slice<Tuple> keys = reader.index(index, value, paging);
    List<R> rows = new ArrayList<>();
    if (!keys.entries().isEmpty()) {
      getAll(reader, keys.entries()).forEach(row -> row.ifPresent(rows::add));
    }
    return new Slice<>(rows, keys.next(), keys.previous());
  }

  /**
   * Reads a page of the rows whose keys begin with {@code leading}, see {@link StoreReader#scan}.
   */
  public Slice<R> scan(StoreReader reader, Tuple leading, Paging paging) {
    return rows(reader.scan(design.name(), leading, columns, paging));
  }

  /** Reads a page of all rows in stored order, see {@link StoreReader#scanStored}. */
  public Slice<R> scanStored(StoreReader reader, Paging paging) {
    return rows(reader.scanStored(design.name(), columns, paging));
  }

  private Slice<R> rows(Slice<EntityRow> found) {
    return found.map(form::make);
  }

  /**
   * Writes a row that must not exist, see {@link StoreTransaction#insert}. Columns that the record
   * does not have become null.
   */
  public void insert(StoreTransaction transaction, R row) {
    transaction.insert(design.name(), form.key(row), form.values(row));
  }

  /**
   * Writes a row, whether or not it exists.
   *
   * @throws IllegalStateException if the record does not have all columns: it would make the others
   *     null
   */
  public void put(StoreTransaction transaction, R row) {
    form.requireAllColumns();
    transaction.put(design.name(), form.key(row), form.values(row));
  }

  /**
   * Changes the record's columns of a row; other columns stay.
   *
   * @return whether the row exists; if not, nothing is changed
   */
  public boolean update(StoreTransaction transaction, R row) {
    return transaction.update(design.name(), form.key(row), form.values(row));
  }

  /**
   * Adds to an {@code int} or {@code long} column of a row, whether or not the record has the
   * column, see {@link StoreTransaction#add(String, Tuple, String, long)}.
   *
   * @return the new value; empty if the row does not exist
   */
  public OptionalLong add(StoreTransaction transaction, Tuple key, String column, long delta) {
    return transaction.add(design.name(), key, column, delta);
  }

  /** Adds to a {@code decimal} column of a row, as the other {@code add}. */
  public Optional<BigDecimal> add(
      StoreTransaction transaction, Tuple key, String column, BigDecimal delta) {
    return transaction.add(design.name(), key, column, delta);
  }

  /**
   * Deletes a row with all its collections.
   *
   * @return whether the row existed
   */
  public boolean delete(StoreTransaction transaction, Object... key) {
    return transaction.delete(design.name(), Tuple.of(key));
  }
}

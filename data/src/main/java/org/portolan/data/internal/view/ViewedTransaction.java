package org.portolan.data.internal.view;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.read.ReaderView;
import org.portolan.types.Tuple;

/**
 * A write of an application that does not know everything: it cannot name what is hidden from it.
 * The write itself keeps what is hidden. Used by the thread of the write.
 */
final class ViewedTransaction implements StoreTransaction, ReaderView {
  private final View view;
  private final StoreTransaction transaction;
  private final StoreReader reader;

  ViewedTransaction(View view, StoreTransaction transaction) {
    this.view = view;
    this.transaction = transaction;
    this.reader = new ViewedReader(view, transaction);
  }

  @Override
  public StoreReader reader() {
    return reader;
  }

  @Override
  public void prefetch(String entity, List<Tuple> keys) {
    view.requireEntity(entity);
    transaction.prefetch(entity, keys);
  }

  @Override
  public void put(String entity, Tuple key, Map<String, Object> values) {
    view.requireColumns(entity, values.keySet());
    transaction.put(entity, key, values);
  }

  @Override
  public void insert(String entity, Tuple key, Map<String, Object> values) {
    view.requireColumns(entity, values.keySet());
    transaction.insert(entity, key, values);
  }

  @Override
  public boolean update(String entity, Tuple key, Map<String, Object> changes) {
    view.requireColumns(entity, changes.keySet());
    return transaction.update(entity, key, changes);
  }

  @Override
  public OptionalLong add(String entity, Tuple key, String column, long delta) {
    view.requireColumns(entity, Set.of(column));
    return transaction.add(entity, key, column, delta);
  }

  @Override
  public Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta) {
    view.requireColumns(entity, Set.of(column));
    return transaction.add(entity, key, column, delta);
  }

  @Override
  public boolean delete(String entity, Tuple key) {
    view.requireEntity(entity);
    return transaction.delete(entity, key);
  }

  @Override
  public void leaveReferencesUnchecked() {
    transaction.leaveReferencesUnchecked();
  }

  @Override
  public void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    view.requireColumns(entity, collection, values.keySet());
    transaction.putItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    view.requireColumns(entity, collection, values.keySet());
    transaction.insertItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    view.requireColumns(entity, collection, values.keySet());
    transaction.addItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void deleteItem(String entity, Tuple key, String collection, Tuple itemKey) {
    view.requireCollection(entity, collection);
    transaction.deleteItem(entity, key, collection, itemKey);
  }
}

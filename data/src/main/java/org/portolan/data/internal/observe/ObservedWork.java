package org.portolan.data.internal.observe;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.read.ReaderView;
import org.portolan.types.Tuple;

/** A transaction that notes which entity it changes first. */
record ObservedWork(StoreTransaction transaction, Names names, Subject subject)
    implements StoreTransaction, ReaderView {

  /** Returns the function of a write so that its subject is noted. */
  static <T> Function<StoreTransaction, T> of(
      Function<StoreTransaction, T> work, Names names, Subject subject) {
    return transaction -> {
      subject.attempt();
      try {
        return work.apply(new ObservedWork(transaction, names, subject));
      } catch (Throwable e) {
        subject.threw(e);
        throw e;
      }
    };
  }

  private StoreTransaction changing(String entity) {
    subject.changes(names.entity(entity));
    return transaction;
  }

  @Override
  public StoreReader reader() {
    return transaction;
  }

  @Override
  public void prefetch(String entity, List<Tuple> keys) {
    transaction.prefetch(entity, keys);
  }

  @Override
  public void put(String entity, Tuple key, Map<String, Object> values) {
    changing(entity).put(entity, key, values);
  }

  @Override
  public void insert(String entity, Tuple key, Map<String, Object> values) {
    changing(entity).insert(entity, key, values);
  }

  @Override
  public boolean update(String entity, Tuple key, Map<String, Object> changes) {
    return changing(entity).update(entity, key, changes);
  }

  @Override
  public OptionalLong add(String entity, Tuple key, String column, long delta) {
    return changing(entity).add(entity, key, column, delta);
  }

  @Override
  public Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta) {
    return changing(entity).add(entity, key, column, delta);
  }

  @Override
  public boolean delete(String entity, Tuple key) {
    return changing(entity).delete(entity, key);
  }

  @Override
  public void leaveReferencesUnchecked() {
    transaction.leaveReferencesUnchecked();
  }

  @Override
  public void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    changing(entity).putItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    changing(entity).insertItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    changing(entity).addItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void deleteItem(String entity, Tuple key, String collection, Tuple itemKey) {
    changing(entity).deleteItem(entity, key, collection, itemKey);
  }
}

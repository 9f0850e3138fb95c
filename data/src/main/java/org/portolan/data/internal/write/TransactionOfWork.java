package org.portolan.data.internal.write;

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

/**
 * A transaction as the work of a write sees it. It ends with the work: a change that is made
 * afterwards would be lost without a word, so it is refused.
 */
public final class TransactionOfWork implements StoreTransaction, ReaderView {
  private final StoreWrite write;
  private volatile boolean ended;

  private TransactionOfWork(StoreWrite write) {
    this.write = write;
  }

  /** Runs work in a transaction that is valid until the work returns or fails. */
  public static <T> T run(StoreWrite write, Function<StoreTransaction, T> work) {
    TransactionOfWork transaction = new TransactionOfWork(write);
    try {
      return work.apply(transaction);
    } finally {
      transaction.ended = true;
    }
  }

  private StoreWrite open() {
    if (ended) {
      throw new IllegalStateException(
          "a transaction was used after its write had ended; use it only inside the function that"
              + " is passed to Store.write");
    }
    return write;
  }

  @Override
  public StoreReader reader() {
    return open();
  }

  @Override
  public void prefetch(String entity, List<Tuple> keys) {
    open().prefetch(entity, keys);
  }

  @Override
  public void put(String entity, Tuple key, Map<String, Object> values) {
    open().put(entity, key, values);
  }

  @Override
  public void insert(String entity, Tuple key, Map<String, Object> values) {
    open().insert(entity, key, values);
  }

  @Override
  public boolean update(String entity, Tuple key, Map<String, Object> changes) {
    return open().update(entity, key, changes);
  }

  @Override
  public OptionalLong add(String entity, Tuple key, String column, long delta) {
    return open().add(entity, key, column, delta);
  }

  @Override
  public Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta) {
    return open().add(entity, key, column, delta);
  }

  @Override
  public boolean delete(String entity, Tuple key) {
    return open().delete(entity, key);
  }

  @Override
  public void leaveReferencesUnchecked() {
    open().leaveReferencesUnchecked();
  }

  @Override
  public void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    open().putItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    open().insertItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    open().addItem(entity, key, collection, itemKey, values);
  }

  @Override
  public void deleteItem(String entity, Tuple key, String collection, Tuple itemKey) {
    open().deleteItem(entity, key, collection, itemKey);
  }
}

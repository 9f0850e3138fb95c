package org.portolan.data.internal.write;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.ItemExistsException;
import org.portolan.data.Paging;
import org.portolan.data.RowExistsException;
import org.portolan.data.Slice;
import org.portolan.data.Start;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;

/**
 * The transaction of one write of a group, used by the thread of this write, while the thread of
 * the group's leader waits. If the function does not end in time, the leader ends the transaction:
 * every later call fails with {@link Together}, so that the function runs again, by itself. No call
 * is under way then, so the leader may close the engine's transaction.
 */
final class SharedTransaction implements StoreTransaction {
  private final StoreTransaction inner;
  private final StoreWrite write;
  private final Lock lock;
  private boolean ended;
  private boolean changed;

  /**
   * @param write the write behind {@code inner}
   * @param lock held during each call
   */
  SharedTransaction(StoreTransaction inner, StoreWrite write, Lock lock) {
    this.inner = inner;
    this.write = write;
    this.lock = lock;
  }

  /** Ends the transaction, after the call that is under way. */
  void end() {
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
  }

  /** See {@link StoreWrite#wantNoOthers}. */
  void wantNoOthers() {
    call(
        () -> {
          write.wantNoOthers();
          return true;
        });
  }

  /**
   * Returns whether anything may have been changed. An addition that is out of bounds, an insert of
   * a row or an item that exists and a change that must not share its transaction have changed
   * nothing.
   */
  boolean hasChanged() {
    return changed;
  }

  private <T> T call(Supplier<T> call) {
    lock.lock();
    try {
      if (ended) {
        throw new Together(null);
      }
      return call.get();
    } finally {
      lock.unlock();
    }
  }

  private <T> T change(Supplier<T> change) {
    return call(
        () -> {
          boolean before = changed;
          changed = true;
          try {
            return change.get();
          } catch (ConstraintException
              | ItemExistsException
              | RowExistsException
              | Together refused) {
            changed = before;
            throw refused;
          }
        });
  }

  private void run(Runnable change) {
    change(
        () -> {
          change.run();
          return true;
        });
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return call(() -> inner.getAll(entity, keys, columns));
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return call(() -> inner.scan(entity, leading, columns, paging));
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return call(() -> inner.scanStored(entity, columns, paging));
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return call(() -> inner.item(entity, key, collection, itemKey));
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return call(() -> inner.items(entity, key, collection, paging));
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    return call(() -> inner.index(index, value, start, paging));
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return call(() -> inner.randomMember(index, value, random));
  }

  @Override
  public long counter(String counter) {
    return call(() -> inner.counter(counter));
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    return call(() -> inner.extreme(counter, group));
  }

  @Override
  public void prefetch(String entity, List<Tuple> keys) {
    call(
        () -> {
          inner.prefetch(entity, keys);
          return true;
        });
  }

  @Override
  public void put(String entity, Tuple key, Map<String, Object> values) {
    run(() -> inner.put(entity, key, values));
  }

  @Override
  public void insert(String entity, Tuple key, Map<String, Object> values) {
    run(() -> inner.insert(entity, key, values));
  }

  @Override
  public boolean update(String entity, Tuple key, Map<String, Object> changes) {
    return change(() -> inner.update(entity, key, changes));
  }

  @Override
  public OptionalLong add(String entity, Tuple key, String column, long delta) {
    return change(() -> inner.add(entity, key, column, delta));
  }

  @Override
  public Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta) {
    return change(() -> inner.add(entity, key, column, delta));
  }

  @Override
  public void leaveReferencesUnchecked() {
    run(inner::leaveReferencesUnchecked);
  }

  @Override
  public boolean delete(String entity, Tuple key) {
    return change(() -> inner.delete(entity, key));
  }

  @Override
  public void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    run(() -> inner.putItem(entity, key, collection, itemKey, values));
  }

  @Override
  public void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    run(() -> inner.insertItem(entity, key, collection, itemKey, values));
  }

  @Override
  public void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    run(() -> inner.addItem(entity, key, collection, itemKey, values));
  }

  @Override
  public void deleteItem(String entity, Tuple key, String collection, Tuple itemKey) {
    run(() -> inner.deleteItem(entity, key, collection, itemKey));
  }
}

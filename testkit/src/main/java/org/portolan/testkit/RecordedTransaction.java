package org.portolan.testkit;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Start;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;

/** A transaction that records each read and change with its answer. Used by one thread. */
final class RecordedTransaction implements StoreTransaction {
  private final StoreTransaction inner;
  private final List<Step> steps = new ArrayList<>();

  /**
   * A read or a change.
   *
   * @param act the method
   * @param subject the entity, index or counter
   * @param key the arguments that must be equal if it is repeated
   * @param values the values that are written; points in time may differ if it is repeated
   * @param answer the answer, or the class of the exception that was thrown
   */
  record Step(String act, String subject, List<?> key, Map<String, ?> values, Object answer) {
    @Override
    public String toString() {
      return act + " " + subject + " " + key + (values.isEmpty() ? "" : " " + values);
    }
  }

  RecordedTransaction(StoreTransaction inner) {
    this.inner = inner;
  }

  List<Step> steps() {
    return steps;
  }

  private <T> T step(String act, String subject, List<?> key, Supplier<T> made) {
    return step(act, subject, key, Map.of(), made);
  }

  private <T> T step(
      String act, String subject, List<?> key, Map<String, ?> values, Supplier<T> made) {
    try {
      T answer = made.get();
      steps.add(new Step(act, subject, key, values, answer));
      return answer;
    } catch (RuntimeException refused) {
      steps.add(new Step(act, subject, key, values, refused.getClass()));
      throw refused;
    }
  }

  private void run(
      String act, String subject, List<?> key, Map<String, Object> values, Runnable made) {
    step(
        act,
        subject,
        key,
        values,
        () -> {
          made.run();
          return true;
        });
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return step("get", entity, List.of(keys, columns), () -> inner.getAll(entity, keys, columns));
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return step(
        "scan",
        entity,
        List.of(leading, columns, paging),
        () -> inner.scan(entity, leading, columns, paging));
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return step(
        "scanStored",
        entity,
        List.of(columns, paging),
        () -> inner.scanStored(entity, columns, paging));
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return step(
        "item",
        entity,
        List.of(key, collection, itemKey),
        () -> inner.item(entity, key, collection, itemKey));
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return step(
        "items",
        entity,
        List.of(key, collection, paging),
        () -> inner.items(entity, key, collection, paging));
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    return step(
        "index",
        index,
        List.of(value, start, paging),
        () -> inner.index(index, value, start, paging));
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return step(
        "randomMember", index, List.of(value), () -> inner.randomMember(index, value, random));
  }

  @Override
  public long counter(String counter) {
    return step("counter", counter, List.of(), () -> inner.counter(counter));
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    return step("extreme", counter, List.of(group), () -> inner.extreme(counter, group));
  }

  /** Not recorded: it has no effect. */
  @Override
  public void prefetch(String entity, List<Tuple> keys) {
    inner.prefetch(entity, keys);
  }

  @Override
  public void put(String entity, Tuple key, Map<String, Object> values) {
    run("put", entity, List.of(key), values, () -> inner.put(entity, key, values));
  }

  @Override
  public void insert(String entity, Tuple key, Map<String, Object> values) {
    run("insert", entity, List.of(key), values, () -> inner.insert(entity, key, values));
  }

  @Override
  public boolean update(String entity, Tuple key, Map<String, Object> changes) {
    return step("update", entity, List.of(key), changes, () -> inner.update(entity, key, changes));
  }

  @Override
  public OptionalLong add(String entity, Tuple key, String column, long delta) {
    return step(
        "add", entity, List.of(key, column, delta), () -> inner.add(entity, key, column, delta));
  }

  @Override
  public Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta) {
    return step(
        "add", entity, List.of(key, column, delta), () -> inner.add(entity, key, column, delta));
  }

  @Override
  public boolean delete(String entity, Tuple key) {
    return step("delete", entity, List.of(key), () -> inner.delete(entity, key));
  }

  @Override
  public void leaveReferencesUnchecked() {
    inner.leaveReferencesUnchecked();
  }

  @Override
  public void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    run(
        "putItem",
        entity,
        List.of(key, collection, itemKey),
        values,
        () -> inner.putItem(entity, key, collection, itemKey, values));
  }

  @Override
  public void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    run(
        "insertItem",
        entity,
        List.of(key, collection, itemKey),
        values,
        () -> inner.insertItem(entity, key, collection, itemKey, values));
  }

  @Override
  public void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    run(
        "addItem",
        entity,
        List.of(key, collection, itemKey),
        values,
        () -> inner.addItem(entity, key, collection, itemKey, values));
  }

  @Override
  public void deleteItem(String entity, Tuple key, String collection, Tuple itemKey) {
    run(
        "deleteItem",
        entity,
        List.of(key, collection, itemKey),
        Map.of(),
        () -> inner.deleteItem(entity, key, collection, itemKey));
  }
}

package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.portolan.data.Columns;
import org.portolan.data.ItemExistsException;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.RowExistsException;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.types.Tuple;

/** One change, made to both a store and its model. */
public sealed interface Operation {

  /** Makes the change to both, and requires that both give the same answer. */
  void apply(StoreTransaction transaction, Model model);

  /** Makes the change to the model alone. */
  void apply(Model model);

  record Put(EntityDesign entity, Tuple key, Map<String, Object> values) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      transaction.put(entity.name(), key, values);
      apply(model);
    }

    @Override
    public void apply(Model model) {
      model.put(entity, key, values);
    }
  }

  /**
   * Inserts a row; if it exists, the write goes on without it. The store is asked before, so that
   * it does not take the row for new: then the answer would come with the commit.
   */
  record Insert(EntityDesign entity, Tuple key, Map<String, Object> values) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      boolean exists = model.rows(entity.name()).containsKey(key);
      assertThat(transaction.get(entity.name(), key, Columns.NONE).isPresent())
          .as("%s", this)
          .isEqualTo(exists);
      boolean inserted;
      try {
        transaction.insert(entity.name(), key, values);
        inserted = true;
      } catch (RowExistsException e) {
        inserted = false;
      }
      assertThat(inserted).as("%s", this).isEqualTo(!exists);
      apply(model);
    }

    @Override
    public void apply(Model model) {
      if (model.rows(entity.name()).containsKey(key)) {
        model.judge(entity, values);
      } else {
        model.put(entity, key, values);
        model.inserted(entity, key);
      }
    }
  }

  record Update(EntityDesign entity, Tuple key, Map<String, Object> changes) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      boolean updated = transaction.update(entity.name(), key, changes);
      assertThat(updated).as("%s", this).isEqualTo(model.update(entity, key, changes));
    }

    @Override
    public void apply(Model model) {
      model.update(entity, key, changes);
    }
  }

  /** Adds to a number; if the sum is out of its bounds, the write goes on without it. */
  record Add(EntityDesign entity, Tuple key, String column, Number delta) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      Optional<Number> expected = model.sum(entity, key, column, delta);
      boolean fits = expected.isEmpty() || Model.admits(entity, column, expected.get());
      try {
        Optional<? extends Number> sum =
            delta instanceof BigDecimal decimal
                ? transaction.add(entity.name(), key, column, decimal)
                : box(transaction.add(entity.name(), key, column, delta.longValue()));
        assertThat(fits).as("whether %s keeps the bounds", this).isTrue();
        assertThat(sum.map(Number::toString))
            .as("%s", this)
            .isEqualTo(expected.map(Number::toString));
      } catch (OutOfBoundsException refusal) {
        assertThat(fits).as("whether %s keeps the bounds", this).isFalse();
      }
      apply(model);
    }

    private static Optional<Long> box(OptionalLong sum) {
      return sum.isPresent() ? Optional.of(sum.getAsLong()) : Optional.empty();
    }

    @Override
    public void apply(Model model) {
      model
          .sum(entity, key, column, delta)
          .filter(sum -> Model.admits(entity, column, sum))
          .ifPresent(sum -> model.update(entity, key, Map.of(column, sum)));
    }
  }

  record Delete(EntityDesign entity, Tuple key) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      boolean deleted = transaction.delete(entity.name(), key);
      assertThat(deleted).as("%s", this).isEqualTo(model.delete(entity, key));
    }

    @Override
    public void apply(Model model) {
      model.delete(entity, key);
    }
  }

  record Prefetch(EntityDesign entity, List<Tuple> keys) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      transaction.prefetch(entity.name(), keys);
    }

    @Override
    public void apply(Model model) {
      // Changes nothing.
    }
  }

  record PutItem(
      EntityDesign entity,
      Tuple key,
      CollectionDesign collection,
      Tuple itemKey,
      Map<String, Object> values)
      implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      var items = model.items(entity, collection.name(), key);
      if (items.containsKey(itemKey)) {
        transaction.putItem(entity.name(), key, collection.name(), itemKey, values);
      } else {
        transaction.addItem(entity.name(), key, collection.name(), itemKey, values);
      }
      apply(model);
    }

    @Override
    public void apply(Model model) {
      Map<String, Object> all = new HashMap<>();
      collection.columns().forEach(column -> all.put(column.name(), values.get(column.name())));
      model.items(entity, collection.name(), key).put(itemKey, all);
    }
  }

  /** Inserts an item; if it exists, the write goes on without it. */
  record InsertItem(
      EntityDesign entity,
      Tuple key,
      CollectionDesign collection,
      Tuple itemKey,
      Map<String, Object> values)
      implements Operation {

    /** Returns whether the model has the item, so that the store must refuse another. */
    public boolean exists(Model model) {
      return model.items(entity, collection.name(), key).containsKey(itemKey);
    }

    /**
     * Inserts the item into a store.
     *
     * @throws ItemExistsException if the store has it
     */
    public void insert(StoreTransaction transaction) {
      transaction.insertItem(entity.name(), key, collection.name(), itemKey, values);
    }

    /**
     * {@inheritDoc}
     *
     * <p>A store with transactions does not look for items of a row that the write has inserted. So
     * it is asked before for one that was there without its row.
     */
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      boolean exists = exists(model);
      if (exists && model.isInserted(entity, key)) {
        assertThat(transaction.item(entity.name(), key, collection.name(), itemKey)).isPresent();
      }
      try {
        insert(transaction);
        assertThat(exists).as("whether the item of %s exists", this).isFalse();
      } catch (ItemExistsException e) {
        assertThat(exists).as("whether the item of %s exists", this).isTrue();
        assertThat(e.itemKey()).isEqualTo(itemKey);
      }
      apply(model);
    }

    @Override
    public void apply(Model model) {
      if (!exists(model)) {
        new PutItem(entity, key, collection, itemKey, values).apply(model);
      }
    }
  }

  record DeleteItem(EntityDesign entity, Tuple key, CollectionDesign collection, Tuple itemKey)
      implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      transaction.deleteItem(entity.name(), key, collection.name(), itemKey);
      apply(model);
    }

    @Override
    public void apply(Model model) {
      model.items(entity, collection.name(), key).remove(itemKey);
    }
  }

  /** Reads inside the transaction, which sees its own writes. */
  record Read(EntityDesign entity, Tuple key, long seed) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      Random random = new Random(seed);
      Comparison comparison = new Comparison(transaction, model, random);
      comparison.row(entity, key);
      for (CollectionDesign collection : entity.collections()) {
        comparison.items(entity, collection, key);
      }
      if (random.nextInt(4) == 0) {
        comparison.scan(entity, Tuple.EMPTY);
      }
    }

    @Override
    public void apply(Model model) {
      // Changes nothing.
    }
  }
}

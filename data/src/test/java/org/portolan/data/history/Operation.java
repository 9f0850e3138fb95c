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
import org.portolan.data.RowExistsException;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
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
      if (!model.rows(entity.name()).containsKey(key)) {
        model.put(entity, key, values);
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

  /** Adds to a column of numbers. */
  record Add(EntityDesign entity, Tuple key, Column column, long units) implements Operation {
    @Override
    public void apply(StoreTransaction transaction, Model model) {
      Optional<?> sum;
      if (column.type() instanceof ScalarType type && type.kind() == ScalarType.Kind.DECIMAL) {
        sum =
            transaction.add(
                entity.name(), key, column.name(), BigDecimal.valueOf(units, type.scale()));
      } else {
        OptionalLong found = transaction.add(entity.name(), key, column.name(), units);
        sum = found.isPresent() ? Optional.of(found.getAsLong()) : Optional.empty();
      }
      apply(model);
      Optional<Object> expected =
          Optional.ofNullable(model.rows(entity.name()).get(key))
              .map(row -> row.values().get(column.name()));
      assertThat(sum.map(Object::toString))
          .as("%s", this)
          .isEqualTo(expected.map(Object::toString));
    }

    @Override
    public void apply(Model model) {
      Model.ModelRow row = model.rows(entity.name()).get(key);
      if (row != null) {
        Object value = row.values().get(column.name());
        model.update(entity, key, Map.of(column.name(), sum(value)));
      }
    }

    private Object sum(Object value) {
      ScalarType type = (ScalarType) column.type();
      return switch (type.kind()) {
        case INT -> (value == null ? 0 : (Integer) value) + (int) units;
        case LONG -> (value == null ? 0L : (Long) value) + units;
        default -> {
          BigDecimal delta = BigDecimal.valueOf(units, type.scale());
          yield value == null ? delta : ((BigDecimal) value).add(delta);
        }
      };
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
        transaction.insertItem(entity.name(), key, collection.name(), itemKey, values);
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

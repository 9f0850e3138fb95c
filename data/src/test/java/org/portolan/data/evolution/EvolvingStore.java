package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.portolan.data.DataException;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.RandomOperations;
import org.portolan.data.history.RandomValues;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** A store whose design changes, and its model. */
final class EvolvingStore {
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO);

  private final String uri;
  private final Capabilities engine;
  private final Random random;
  private Model model;

  EvolvingStore(String uri, Capabilities engine, Design design, Random random) {
    this.uri = uri;
    this.engine = engine;
    this.random = random;
    this.model = new Model(design);
  }

  static List<Storage> storages(Capabilities engine) {
    if (engine.transactions() != TransactionScope.STORE) {
      return List.of(Storage.ROWS, Storage.CELLS);
    }
    return !engine.items() || engine.keyOrder() == KeyOrder.NONE
        ? List.of(Storage.OBJECT, Storage.TREE)
        : List.of(Storage.ROWS, Storage.CELLS, Storage.OBJECT, Storage.TREE);
  }

  /** Returns options with which a change waits for a dead process without taking time. */
  static EvolveOptions options() {
    return EvolveOptions.DEFAULT.whileStopped().in(new StillRuntime(System.currentTimeMillis()));
  }

  /** Lets a store check itself; it looks at the indexes of the design in force alone. */
  static void requireClean(Store store) {
    StoreCheck.Result result =
        store
            .check(CHECK)
            .run(
                finding -> {
                  throw new AssertionError("the check finds " + finding);
                },
                looked -> {});
    assertThat(result.isClean()).as(result.summary()).isTrue();
  }

  Design design() {
    return model.design();
  }

  RandomEvolution next() {
    return RandomEvolution.of(design(), random, storages(engine));
  }

  /** Adds something while the store is open. */
  void grow() {
    RandomEvolution evolution = RandomEvolution.adding(design(), random, engine.items());
    try (Store store = open()) {
      assertThat(store.evolve(evolution.target(), EvolveOptions.DEFAULT)).isNotEmpty();
      assertThat(store.design()).isEqualTo(evolution.target());
    }
    evolved(evolution);
  }

  /**
   * Changes the design in any way that is possible while the store is open; or tries to, if two
   * rows have the same value of a unique index that is added.
   */
  RandomEvolution change() {
    RandomEvolution evolution =
        RandomEvolution.online(design(), random, storages(engine), Evolution.newCounters(engine));
    // The wait for processes that only read takes no time.
    StoreOptions still = OPTIONS.in(new StillRuntime(System.currentTimeMillis()));
    try (Store store = Stores.openOrCreate(uri, design(), still)) {
      Model before = model;
      evolved(evolution);
      if (model.hasDuplicates()) {
        model = before;
        assertThatThrownBy(() -> store.evolve(evolution.target(), EvolveOptions.DEFAULT))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("rows have the same value of a unique index");
        assertThat(store.design()).isEqualTo(design());
      } else {
        assertThat(store.evolve(evolution.target(), EvolveOptions.DEFAULT)).isNotEmpty();
        assertThat(store.design()).isEqualTo(evolution.target());
      }
    }
    return evolution;
  }

  private Store open() {
    return Stores.openOrCreate(uri, design(), OPTIONS);
  }

  /** Writes rows and items, and compares all reads. */
  void write(int transactions) {
    try (Store store = open()) {
      for (int number = 0; number < transactions; number++) {
        List<Operation> transaction = transaction();
        Model after = model.copy();
        transaction.forEach(operation -> operation.apply(after));
        if (after.hasDuplicates()) {
          continue;
        }
        store.write(
            attempt -> {
              Model attempted = model.copy();
              transaction.forEach(operation -> operation.apply(attempt, attempted));
              return attempted;
            });
        model = after;
      }
    }
  }

  /** Opens the store with the design of the model, and compares all reads with it. */
  void requireReads() {
    try (Store store = open()) {
      store.mergeDeltas();
      new Comparison(store, model, random, engine.keyOrder()).everything();
      requireClean(store);
    }
  }

  private List<Operation> transaction() {
    RandomValues values = new RandomValues(random);
    RandomOperations operations = new RandomOperations(design(), random);
    List<Operation> transaction = new ArrayList<>();
    for (int count = 1 + random.nextInt(5); count > 0; count--) {
      List<EntityDesign> entities = design().entities();
      EntityDesign entity = entities.get(random.nextInt(entities.size()));
      Tuple key = values.key(entity.key());
      int choice = random.nextInt(10);
      if (choice < 4) {
        transaction.add(new Operation.Put(entity, key, complete(entity, values.row(entity))));
      } else if (choice < 5) {
        transaction.add(new Operation.Update(entity, key, changes(entity, values)));
      } else if (choice < 6) {
        transaction.add(new Operation.Delete(entity, key));
      } else if (!entity.collections().isEmpty()) {
        List<CollectionDesign> all = entity.collections();
        CollectionDesign items = all.get(random.nextInt(all.size()));
        Tuple itemKey = values.key(items.itemKey());
        Operation operation =
            choice < 9
                ? new Operation.PutItem(
                    entity, key, items, itemKey, values.values(items.columns(), 0.8))
                : new Operation.DeleteItem(entity, key, items, itemKey);
        operations.withListed(operation).forEach(each -> transaction.add(complete(each)));
      }
    }
    return transaction;
  }

  private static Operation complete(Operation operation) {
    return operation instanceof Operation.PutItem put
        ? new Operation.PutItem(
            put.entity(),
            put.key(),
            put.collection(),
            put.itemKey(),
            complete(put.collection().columns(), put.collection()::rule, put.values()))
        : operation;
  }

  private static Map<String, Object> complete(EntityDesign entity, Map<String, Object> values) {
    Map<String, Object> all = new HashMap<>(values);
    for (FamilyDesign family : entity.families()) {
      all.putAll(complete(family.columns(), family::rule, values));
    }
    return all;
  }

  /** Returns values in which a column that has a default has it instead of null. */
  private static Map<String, Object> complete(
      List<Column> columns, Function<String, ColumnRule> rules, Map<String, Object> values) {
    Map<String, Object> all = new HashMap<>();
    for (Column column : columns) {
      Object value = values.get(column.name());
      all.put(
          column.name(),
          value == null ? rules.apply(column.name()).defaultValue().orElse(null) : value);
    }
    return all;
  }

  private static Map<String, Object> changes(EntityDesign entity, RandomValues values) {
    Map<String, Object> changes = new HashMap<>(values.changes(entity));
    changes
        .entrySet()
        .removeIf(
            change ->
                change.getValue() == null
                    && entity.families().stream()
                        .anyMatch(family -> family.rule(change.getKey()).required()));
    return changes;
  }

  /** Notes that the store has another design: its rows read by it. */
  void evolved(RandomEvolution evolution) {
    Model before = model;
    model = new Model(evolution.target());
    for (EntityDesign entity : evolution.target().entities()) {
      before
          .design()
          .entity(entity.name())
          .ifPresent(old -> entity(evolution, old, entity, before));
    }
  }

  private void entity(
      RandomEvolution evolution, EntityDesign old, EntityDesign entity, Model before) {
    before
        .rows(old.name())
        .values()
        .forEach(
            row -> {
              Map<String, Object> values = new HashMap<>();
              for (FamilyDesign family : entity.families()) {
                List<Column> columns =
                    old.families().stream()
                        .filter(each -> each.name().equals(family.name()))
                        .findFirst()
                        .map(FamilyDesign::columns)
                        .orElse(List.of());
                values.putAll(
                    converted(
                        columns,
                        row.values(),
                        evolution.renames().of(entity.name(), family.name()),
                        family.columns(),
                        family::rule));
              }
              model.put(entity, row.key(), values);
            });
    for (CollectionDesign items : entity.collections()) {
      old.collection(items.name())
          .ifPresent(
              was ->
                  before
                      .keys(old)
                      .forEach(
                          key ->
                              before
                                  .items(old, was.name(), key)
                                  .forEach(
                                      (itemKey, values) ->
                                          model
                                              .items(entity, items.name(), key)
                                              .put(
                                                  itemKey,
                                                  converted(
                                                      was.columns(),
                                                      values,
                                                      evolution
                                                          .renames()
                                                          .of(entity.name(), items.name()),
                                                      items.columns(),
                                                      items::rule)))));
    }
  }

  private static Map<String, Object> converted(
      List<Column> old,
      Map<String, Object> values,
      Map<String, String> renames,
      List<Column> columns,
      Function<String, ColumnRule> rules) {
    Map<String, Object> converted = new HashMap<>();
    for (Column column : columns) {
      ColumnRule rule = rules.apply(column.name());
      converted.put(column.name(), rule.required() ? rule.defaultValue().orElse(null) : null);
    }
    for (Column column : old) {
      String name = renames.getOrDefault(column.name(), column.name());
      if (name.equals(column.name()) && renames.containsValue(name)) {
        continue;
      }
      columns.stream()
          .filter(each -> each.name().equals(name))
          .findFirst()
          .ifPresent(
              now -> {
                Object value = values.get(column.name());
                converted.put(
                    name,
                    now.type().equals(ScalarType.LONG) && value instanceof Integer number
                        ? (Object) number.longValue()
                        : value);
              });
    }
    return converted;
  }
}

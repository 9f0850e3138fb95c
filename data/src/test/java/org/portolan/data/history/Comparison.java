package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.CapabilityException;
import org.portolan.types.Column;
import org.portolan.types.Tuple;

/** Compares every read of a store with its model. */
public final class Comparison {
  private final StoreReader store;
  private final Model model;
  private final Random random;
  private final KeyOrder keyOrder;
  private final RandomValues values;

  public Comparison(StoreReader store, Model model, Random random) {
    this(store, model, random, KeyOrder.TABLE);
  }

  /**
   * Creates a comparison.
   *
   * @param keyOrder the rows that its engine scans in the order of their keys
   */
  public Comparison(StoreReader store, Model model, Random random, KeyOrder keyOrder) {
    this.store = store;
    this.model = model;
    this.random = random;
    this.keyOrder = keyOrder;
    this.values = new RandomValues(random);
  }

  public void everything() {
    for (EntityDesign entity : model.design().entities()) {
      Set<Tuple> keys = new LinkedHashSet<>(model.rows(entity.name()).keySet());
      for (int more = 0; more < 5; more++) {
        keys.add(values.key(entity.key()));
      }
      rows(entity, List.copyOf(keys));
      for (Tuple key : keys) {
        entity.collections().forEach(collection -> items(entity, collection, key));
      }
      int size = entity.key().size();
      int least =
          switch (keyOrder) {
            case TABLE -> 0;
            case WITHIN_PARTITION -> entity.partitionColumns().size();
            case NONE -> size + 1;
          };
      for (int length = least; length <= size; length++) {
        scan(entity, values.key(entity.key()).slice(0, length));
      }
      scanStored(entity);
      for (IndexDesign index : entity.indexes()) {
        Set<Tuple> found = model.values(entity, index);
        found.add(values.indexed(entity, index.on()));
        found.forEach(value -> index(entity, index, value));
      }
      entity.counters().forEach(counter -> counter(entity, counter));
      for (ExtremeDesign extreme : entity.extremes()) {
        Set<Tuple> groups = model.groups(entity, extreme);
        groups.add(values.indexed(entity, extreme.by()));
        groups.forEach(group -> extreme(entity, extreme, group));
      }
    }
  }

  void row(EntityDesign entity, Tuple key) {
    Columns columns = columns(entity);
    assertThat(store.get(entity.name(), key, columns))
        .as("row %s of %s, %s", key, entity.name(), columns)
        .isEqualTo(expected(entity, key, columns));
  }

  private void rows(EntityDesign entity, List<Tuple> keys) {
    Columns columns = columns(entity);
    assertThat(store.getAll(entity.name(), keys, columns))
        .as("rows of %s, %s", entity.name(), columns)
        .isEqualTo(keys.stream().map(key -> expected(entity, key, columns)).toList());
  }

  private Columns columns(EntityDesign entity) {
    return switch (random.nextInt(3)) {
      case 0 -> Columns.ALL;
      case 1 -> Columns.NONE;
      default ->
          Columns.of(
              entity
                  .columns()
                  .map(Column::name)
                  .filter(name -> random.nextInt(4) == 0)
                  .toArray(String[]::new));
    };
  }

  private Optional<EntityRow> expected(EntityDesign entity, Tuple key, Columns columns) {
    return Optional.ofNullable(model.rows(entity.name()).get(key))
        .map(row -> expected(row, columns));
  }

  private static EntityRow expected(Model.ModelRow row, Columns columns) {
    Map<String, Object> wanted = new HashMap<>(row.values());
    wanted.keySet().removeIf(column -> !columns.contains(column));
    return new EntityRow(row.key(), wanted);
  }

  void items(EntityDesign entity, CollectionDesign collection, Tuple key) {
    Map<Tuple, Map<String, Object>> items = model.items(entity, collection.name(), key);
    List<Item> expected = new ArrayList<>();
    items.forEach((itemKey, ofItem) -> expected.add(new Item(itemKey, ofItem)));
    assertThat(all(paging -> store.items(entity.name(), key, collection.name(), paging)))
        .as("items %s of %s", collection, key)
        .isEqualTo(expected);
    Tuple itemKey = values.key(collection.itemKey());
    assertThat(store.item(entity.name(), key, collection.name(), itemKey))
        .as("item %s of %s", itemKey, key)
        .isEqualTo(Optional.ofNullable(items.get(itemKey)).map(found -> new Item(itemKey, found)));
  }

  void scan(EntityDesign entity, Tuple leading) {
    Columns columns = columns(entity);
    Comparator<Tuple> prefix = Orders.of(entity.key().subList(0, leading.size()));
    List<EntityRow> expected =
        model.rows(entity.name()).values().stream()
            .filter(row -> prefix.compare(row.key(), leading) == 0)
            .map(row -> expected(row, columns))
            .toList();
    assertThat(all(paging -> store.scan(entity.name(), leading, columns, paging)))
        .as("scan of %s from %s, %s", entity.name(), leading, columns)
        .isEqualTo(expected);
  }

  private void scanStored(EntityDesign entity) {
    Columns columns = columns(entity);
    List<EntityRow> expected =
        model.rows(entity.name()).values().stream().map(row -> expected(row, columns)).toList();
    Function<Paging, Slice<EntityRow>> read =
        paging -> store.scanStored(entity.name(), columns, paging);
    List<EntityRow> found;
    if (keyOrder == KeyOrder.TABLE) {
      found = all(read);
    } else {
      found = ListReading.forwards(read, ListReading.limit(random));
      assertThatThrownBy(() -> read.apply(Paging.last(5)))
          .isInstanceOf(CapabilityException.class)
          .hasMessageContaining("backwards in stored order");
    }
    assertThat(found)
        .as("stored rows of %s", entity.name())
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private void index(EntityDesign entity, IndexDesign index, Tuple value) {
    List<Tuple> expected =
        model.listed(entity, index, value).stream().map(Model.Listed::key).toList();
    assertThat(all(paging -> store.index(index.name(), value, paging)))
        .as("%s under %s", index, value)
        .isEqualTo(expected);
    if (index.order().isEmpty() && !expected.isEmpty()) {
      Tuple start = expected.get(random.nextInt(expected.size()));
      int at = expected.indexOf(start);
      int limit = ListReading.limit(random);
      Function<Paging, Slice<Tuple>> read =
          paging -> store.index(index.name(), value, start, paging);
      Slice<Tuple> page = read.apply(Paging.first(limit));
      assertThat(page.entries())
          .as("%s under %s from %s", index, value, start)
          .isEqualTo(expected.subList(at, Math.min(expected.size(), at + limit)));
      Slice<Tuple> before = read.apply(Paging.last(limit).preceding(page));
      assertThat(before.entries())
          .as("%s under %s before %s", index, value, start)
          .isEqualTo(expected.subList(Math.max(0, at - limit), at))
          .isEqualTo(read.apply(Paging.last(limit)).entries());
    }
    Optional<Tuple> member = store.randomMember(index.name(), value, random);
    assertThat(member.isPresent())
        .as("a random member of %s under %s", index, value)
        .isEqualTo(!expected.isEmpty());
    member.ifPresent(found -> assertThat(expected).contains(found));
  }

  void counter(EntityDesign entity, CounterDesign counter) {
    assertThat(store.counter(counter.name()))
        .as("%s", counter)
        .isEqualTo(model.count(entity, counter));
  }

  private void extreme(EntityDesign entity, ExtremeDesign extreme, Tuple group) {
    assertThat(store.extreme(extreme.name(), group))
        .as("%s of %s", extreme, group)
        .isEqualTo(model.extreme(entity, extreme, group));
  }

  /** Reads all pages of a list, in both directions. */
  private <T> List<T> all(Function<Paging, Slice<T>> read) {
    return ListReading.all(read, random);
  }

  /**
   * Reads all pages of a scan or an index, with writes in between. Every row that exists throughout
   * must come exactly once, in order, and no row may come that never existed.
   *
   * @param write makes a write and returns the model after it
   */
  void pagesBetweenWrites(EntityDesign entity, java.util.function.Supplier<Model> write) {
    if (entity.indexes().isEmpty() || random.nextBoolean()) {
      Tuple leading = values.key(entity.key()).slice(0, random.nextInt(2));
      Comparator<Tuple> prefix = Orders.of(entity.key().subList(0, leading.size()));
      between(
          paging -> store.scan(entity.name(), leading, Columns.NONE, paging).map(EntityRow::key),
          state ->
              state.rows(entity.name()).keySet().stream()
                  .filter(key -> prefix.compare(key, leading) == 0)
                  .toList(),
          Orders.of(entity.key()),
          random.nextBoolean(),
          write);
    } else {
      IndexDesign index = entity.indexes().get(random.nextInt(entity.indexes().size()));
      Tuple value = values.indexed(entity, index.on());
      if (index.order().isEmpty()) {
        between(
            paging -> store.index(index.name(), value, paging),
            state -> state.listed(entity, index, value).stream().map(Model.Listed::key).toList(),
            Orders.of(entity.key()),
            random.nextBoolean(),
            write);
      }
    }
  }

  private void between(
      Function<Paging, Slice<Tuple>> read,
      Function<Model, List<Tuple>> expected,
      Comparator<Tuple> ascending,
      boolean backwards,
      java.util.function.Supplier<Model> write) {
    Comparator<Tuple> order = backwards ? ascending.reversed() : ascending;
    Set<Tuple> always = new TreeSet<>(order);
    always.addAll(expected.apply(model));
    Set<Tuple> ever = new HashSet<>(always);
    List<Tuple> seen = new ArrayList<>();
    int limit = 1 + random.nextInt(3);
    (backwards ? Paging.last(limit) : Paging.first(limit))
        .pages(read)
        .forEach(
            page -> {
              List<Tuple> entries = new ArrayList<>(page.entries());
              if (backwards) {
                Collections.reverse(entries);
              }
              seen.addAll(entries);
              if ((backwards ? page.previous() : page.next()).isPresent()) {
                List<Tuple> after = expected.apply(write.get());
                Set<Tuple> afterSet = new TreeSet<>(order);
                afterSet.addAll(after);
                always.removeIf(key -> !afterSet.contains(key));
                ever.addAll(after);
              }
            });
    assertThat(ever).containsAll(seen);
    Set<Tuple> seenOnce = new TreeSet<>(order);
    seenOnce.addAll(seen);
    assertThat(seen).as("each once, in order").containsExactlyElementsOf(seenOnce);
    assertThat(seenOnce).as("all that stood throughout").containsAll(always);
  }
}

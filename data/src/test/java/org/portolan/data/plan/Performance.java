package org.portolan.data.plan;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.SinglePartition;
import org.portolan.types.Tuple;

/**
 * One operation of a plan on a separate row, which has two links, three items in each collection,
 * and a fourth item in collections that list others.
 */
final class Performance {
  private static final int ITEMS = 3;

  /** An item that only collections that list others have. */
  private static final int UNLISTED = 100;

  private static final int NEW_ITEM = 200;
  private static final String AFTER_NEW_ROWS = " of a new row after other new rows";
  private static final int NEW_ROWS = 4;

  /** Rows that others refer to. */
  private static final String TARGET = "target";

  private static final String OTHER_TARGET = "other target";
  private static final Set<String> OLD_LINKS = Set.of("Latvia", "Daugava");
  private static final Set<String> NEW_LINKS = Set.of("Estonia", "Narva");

  private final Design design;
  private final Operation operation;
  private final Tuple key;
  private final EntityDesign entity;
  private final String part;

  Performance(Design design, Operation operation, String title) {
    this.design = design;
    this.operation = operation;
    this.key = Tuple.of(title);
    String[] subject = operation.subject().split("\\.", -1);
    this.part = subject[subject.length - 1];
    this.entity =
        design.entities().stream()
            .filter(each -> each.name().equals(subject[0]) || owns(each, part))
            .findFirst()
            .orElseThrow();
  }

  private static boolean owns(EntityDesign entity, String part) {
    return entity.indexes().stream().anyMatch(index -> index.name().equals(part))
        || entity.counters().stream().anyMatch(counter -> counter.name().equals(part))
        || extreme(entity, part).isPresent();
  }

  private static Optional<ExtremeDesign> extreme(EntityDesign entity, String name) {
    return entity.extremes().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  private boolean lists(String collection) {
    return entity.collections().stream()
        .anyMatch(other -> other.listedBy().filter(collection::equals).isPresent());
  }

  private boolean isOver() {
    return operation.name().startsWith("put over")
        || operation.name().equals("update of every indexed value");
  }

  boolean readsAPage() {
    return operation.trips().stream()
        .flatMap(trip -> trip.touches().stream())
        .anyMatch(touch -> touch.unit() == Touch.Unit.PAGE);
  }

  Amounts amounts() {
    return new Amounts() {
      @Override
      public long entries(String index) {
        IndexDesign found =
            extreme(entity, index)
                .map(ExtremeDesign::list)
                .orElseGet(
                    () ->
                        entity.indexes().stream()
                            .filter(each -> each.name().equals(index))
                            .findFirst()
                            .orElseThrow());
        if (found.on().contains("links")) {
          return (long) OLD_LINKS.size() + (isOver() ? NEW_LINKS.size() : 0);
        }
        // The old and the new entry of one list without buckets are in one row, or in one leaf. And
        // a list of all rows in the order of their keys does not change with a row.
        boolean oneRow =
            found.on().isEmpty()
                && (found.order().isEmpty()
                    || found.layout().partitioning() instanceof SinglePartition
                    || found.layout().partitioning() instanceof OrderedTree);
        return isOver() && !oneRow ? 2 : 1;
      }

      @Override
      public long items(String collection) {
        return lists(collection) ? ITEMS + 1 : ITEMS;
      }
    };
  }

  void prepare(Store store) {
    for (ReferenceDesign reference : entity.references()) {
      for (String target : List.of(TARGET, OTHER_TARGET)) {
        write(store, transaction -> transaction.put(reference.to(), Tuple.of(target), Map.of()));
      }
    }
    boolean isNew =
        operation.name().startsWith("append")
            || operation.name().contains("new row")
            || operation.name().equals("insert of a row");
    if (operation.name().endsWith(AFTER_NEW_ROWS)) {
      for (int number = 0; number < NEW_ROWS; number++) {
        Tuple before = Tuple.of(key.text(0) + "/" + number);
        write(
            store,
            transaction -> transaction.put(entity.name(), before, values(before, OLD_LINKS)));
      }
    }
    if (operation.name().equals("insert of a row") || operation.name().equals("put of a new row")) {
      // Neither the next row nor its values are taken for new after one that was there before.
      for (int number = 0; number < 2; number++) {
        write(
            store,
            transaction ->
                transaction.put(entity.name(), otherKey(), values(otherKey(), OLD_LINKS)));
        if (number == 0) {
          write(store, transaction -> transaction.delete(entity.name(), otherKey()));
        }
      }
    }
    if (isNew || !entity.keyLayout().answersLookup()) {
      return;
    }
    write(
        store,
        transaction -> transaction.put(entity.name(), otherKey(), values(otherKey(), OLD_LINKS)));
    write(
        store,
        transaction -> {
          transaction.put(entity.name(), key, values(key, OLD_LINKS));
          for (CollectionDesign collection : entity.collections()) {
            for (int number = 1; number <= ITEMS; number++) {
              item(transaction, collection.name(), number);
            }
            if (lists(collection.name())) {
              item(transaction, collection.name(), UNLISTED);
            }
          }
        });
  }

  private Tuple otherKey() {
    return Tuple.of(key.text(0) + "/other");
  }

  private void item(StoreTransaction transaction, String collection, int number) {
    transaction.addItem(entity.name(), key, collection, Tuple.of(number), Map.of());
  }

  private static void write(Store store, java.util.function.Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private Map<String, Object> values(Tuple row, Set<String> links) {
    Map<String, Object> values = new HashMap<>();
    entity.column("links").ifPresent(column -> values.put("links", links));
    entity
        .column("code")
        .ifPresent(
            column -> values.put("code", row.text(0) + (links.equals(OLD_LINKS) ? "" : " new")));
    entity
        .column("amount")
        .ifPresent(column -> values.put("amount", links.equals(OLD_LINKS) ? 5L : 7L));
    entity.references().forEach(reference -> values.put(reference.on().get(0), TARGET));
    entity.column("size").ifPresent(column -> values.put("size", 1));
    return values;
  }

  void run(Store store) {
    switch (operation.name()) {
      case "append of a row",
          "put of a row",
          "put of a new row",
          "put" + AFTER_NEW_ROWS,
          "put or insert" + AFTER_NEW_ROWS ->
          write(store, transaction -> transaction.put(entity.name(), key, values(key, OLD_LINKS)));
      case "put over a row, every indexed value changed" ->
          write(store, transaction -> transaction.put(entity.name(), key, values(key, NEW_LINKS)));
      case "insert of a row", "insert" + AFTER_NEW_ROWS ->
          write(
              store, transaction -> transaction.insert(entity.name(), key, values(key, OLD_LINKS)));
      case "update of every indexed value" ->
          write(
              store, transaction -> transaction.update(entity.name(), key, values(key, NEW_LINKS)));
      case "update of every reference" -> {
        Map<String, Object> others = new HashMap<>();
        entity.references().forEach(reference -> others.put(reference.on().get(0), OTHER_TARGET));
        write(store, transaction -> transaction.update(entity.name(), key, others));
      }
      case "update of columns that no index needs" ->
          write(store, transaction -> transaction.update(entity.name(), key, columns()));
      case "update of two rows read together, no index needs it" ->
          write(
              store,
              transaction -> {
                transaction.prefetch(entity.name(), List.of(key, otherKey()));
                transaction.update(entity.name(), key, columns());
                transaction.update(entity.name(), otherKey(), columns());
              });
      case "delete of a row with its items" ->
          write(store, transaction -> transaction.delete(entity.name(), key));
      case "put or add of an item" ->
          write(
              store,
              transaction -> transaction.putItem(entity.name(), key, part, itemToPut(), Map.of()));
      case "add of an item" ->
          write(
              store,
              transaction -> transaction.addItem(entity.name(), key, part, itemToPut(), Map.of()));
      case "insert of an item", "put or insert of an item" ->
          write(
              store,
              transaction ->
                  transaction.insertItem(entity.name(), key, part, itemToPut(), Map.of()));
      case "delete of an item" ->
          write(
              store,
              transaction ->
                  transaction.deleteItem(
                      entity.name(), key, part, Tuple.of(lists(part) ? UNLISTED : 1)));
      case "get" -> store.get(entity.name(), key, Columns.ALL);
      case "get of an item" -> store.item(entity.name(), key, part, Tuple.of(1));
      case "page of items" -> store.items(entity.name(), key, part, Paging.first(Paging.LIMIT_MAX));
      case "page of items, backwards" ->
          store.items(entity.name(), key, part, Paging.last(Paging.LIMIT_MAX));
      case "page of the index, backwards" ->
          store.index(part, value(), Paging.last(Paging.LIMIT_MAX));
      case "page of the index" -> store.index(part, value(), Paging.first(Paging.LIMIT_MAX));
      case "value of the counter" -> value(store);
      case "scan in the order of keys" ->
          store.scan(entity.name(), Tuple.EMPTY, Columns.NONE, Paging.first(Paging.LIMIT_MAX));
      case "scan in stored order" ->
          store.scanStored(entity.name(), Columns.NONE, Paging.first(Paging.LIMIT_MAX));
      default -> throw new AssertionError("no operation: " + operation.name());
    }
  }

  private Map<String, Object> columns() {
    String column = entity.column("text").isPresent() ? "text" : "version";
    return Map.of(column, column.equals("text") ? (Object) "other" : (Object) 7L);
  }

  /** Returns a new item; in a listed collection, an item that the lister has. */
  private Tuple itemToPut() {
    boolean listed = entity.collection(part).orElseThrow().listedBy().isPresent();
    return Tuple.of(listed ? UNLISTED : NEW_ITEM);
  }

  private void value(Store store) {
    Optional<ExtremeDesign> extreme = extreme(entity, part);
    if (extreme.isPresent()) {
      int groups = extreme.get().by().size();
      store.extreme(part, new Tuple(Collections.nCopies(groups, "Latvia")));
    } else {
      store.counter(part);
    }
  }

  private Tuple value() {
    List<String> on =
        design.entities().stream()
            .flatMap(each -> each.indexes().stream())
            .filter(index -> index.name().equals(part))
            .findFirst()
            .orElseThrow()
            .on();
    return new Tuple(Collections.nCopies(on.size(), "Latvia"));
  }
}

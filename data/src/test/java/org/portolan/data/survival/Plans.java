package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.Orders;
import org.portolan.data.history.RandomDesign;
import org.portolan.data.history.RandomOperations;
import org.portolan.data.history.RandomValues;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Durability;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.Tuple;

/** The state before, and every kind of write of a random design. */
final class Plans {
  private static final int TRIES_MAX = 10_000;
  private static final int SEEDS_MAX = 100;
  private static final Set<String> UNFINISHED = Set.of("replace", "swap", "row and items");

  private final Design design;
  private final EntityDesign document;
  private final Map<String, Collation> collations;
  private final Random random;
  private final RandomValues values;
  private final RandomOperations operations;
  private final Model before;

  Plans(Design design, long seed) {
    this.design = design;
    document = design.entity(RandomDesign.DOCUMENT).orElseThrow();
    collations = design.collations(document);
    random = new Random(seed);
    values = new RandomValues(random);
    operations = new RandomOperations(design, random);
    before = new Model(design);
    boolean collated = RandomDesign.collatedUnique(design).isPresent();
    while (before.rows(RandomDesign.DOCUMENT).size() < 3
        || (collated && haverOfUnique().isEmpty())) {
      List<Operation> next = transaction();
      Model after = before.copy();
      next.forEach(operation -> operation.apply(after));
      if (!after.hasDuplicates()) {
        next.forEach(operation -> operation.apply(before));
      }
    }
  }

  /** Returns the state in which every plan begins. */
  Model before() {
    return before;
  }

  /**
   * Returns random operations that change something; reads in transactions are tested elsewhere.
   */
  private List<Operation> transaction() {
    List<Operation> all = new ArrayList<>();
    while (all.isEmpty()) {
      all.addAll(operations.transaction());
      all.removeIf(Operation.Read.class::isInstance);
    }
    return all;
  }

  private Tuple standing() {
    List<Tuple> keys = List.copyOf(before.rows(RandomDesign.DOCUMENT).keySet());
    return keys.get(random.nextInt(keys.size()));
  }

  private Tuple absent() {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      Tuple key = values.key(document.key());
      if (!before.rows(RandomDesign.DOCUMENT).containsKey(key)) {
        return key;
      }
    }
    throw new NoPlanException();
  }

  private Operation put(Tuple key) {
    return new Operation.Put(document, key, values.row(document));
  }

  /** All keys or all unique values are taken, so that there is no such plan. */
  static final class NoPlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoPlanException() {
      super("no write is admitted", null, false, false);
    }
  }

  /** Returns a plan that no unique index refuses; some are, so others are tried. */
  private Plan admitted(Supplier<Plan> plans) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      Plan plan = plans.get();
      if (!plan.after(before).hasDuplicates()) {
        return plan;
      }
    }
    throw new NoPlanException();
  }

  private Operation delete(Tuple key) {
    return new Operation.Delete(document, key);
  }

  List<Plan> all() {
    List<Plan> plans = new ArrayList<>();
    plans.add(admitted(() -> synced("put", put(absent()))));
    plans.add(
        admitted(
            () ->
                synced("insert", new Operation.Insert(document, absent(), values.row(document)))));
    plans.add(admitted(() -> synced("replace", put(standing()))));
    plans.add(
        admitted(
            () ->
                synced(
                    "update",
                    new Operation.Update(document, standing(), values.changes(document)))));
    Tuple deleted = standing();
    plans.add(synced("delete", delete(deleted)));
    plans.add(admitted(() -> synced("move", delete(deleted), put(absent()))));
    plans.add(admitted(() -> synced("swap", put(deleted), put(absent()), put(standing()))));
    uniqueMoved().ifPresent(plans::add);
    uniqueRespelt().ifPresent(plans::add);
    for (CollectionDesign collection : document.collections()) {
      plans.add(
          new Plan(
              "item of " + collection.name(), Durability.SYNCED, item(standing(), collection)));
    }
    if (!document.collections().isEmpty()) {
      CollectionDesign collection = document.collections().get(0);
      Tuple key = standing();
      List<Operation> items = new ArrayList<>(item(key, collection));
      items.addAll(item(key, collection));
      plans.add(
          admitted(
              () ->
                  new Plan(
                      "row and items",
                      Durability.SYNCED,
                      Stream.concat(Stream.of(put(key)), items.stream()).toList())));
      plans.add(new Plan("item of no row", Durability.SYNCED, item(absent(), collection)));
    }
    plans.add(admitted(() -> new Plan("any", Durability.SYNCED, transaction())));
    plans.add(admitted(() -> new Plan("any other", Durability.SYNCED, transaction())));
    plans.add(admitted(() -> new Plan("bulk", Durability.BUFFERED, bulk())));
    return plans;
  }

  /** Returns plans for a design, by the first seed from the given one on that has such plans. */
  static Plans from(long seed, Design design, Predicate<Plans> has) {
    for (long next = seed; next < seed + SEEDS_MAX; next++) {
      try {
        if (has.test(new Plans(design, next))) {
          return new Plans(design, next);
        }
      } catch (NoPlanException e) {
        // Of the next seed, perhaps.
      }
    }
    throw new IllegalStateException("no seed from " + seed + " on has such plans");
  }

  /** Returns the plans of which each changes a unique value or its spelling. */
  List<Plan> ofUniqueValues() {
    List<Plan> plans = new ArrayList<>();
    plans.add(admitted(() -> synced("put", put(absent()))));
    uniqueMoved().ifPresent(plans::add);
    uniqueRespelt().ifPresent(plans::add);
    return plans;
  }

  /** Returns the plans of which unfinished work is interrupted too. */
  List<Plan> unfinished() {
    return all().stream().filter(plan -> UNFINISHED.contains(plan.name())).toList();
  }

  /** Returns a write in which a row takes the unique values that another gives up. */
  private Optional<Plan> uniqueMoved() {
    return haverOfUnique()
        .map(
            giver ->
                synced(
                    "unique value moved",
                    new Operation.Put(document, absent(), respelt(giver, document.columns())),
                    put(giver, document)));
  }

  /** Returns a write that changes the spelling of a row's unique values, and nothing else. */
  private Optional<Plan> uniqueRespelt() {
    return haverOfUnique()
        .filter(row -> RandomDesign.collatedUnique(design).isPresent())
        .map(
            row -> {
              Stream<Column> collated =
                  document.columns().filter(column -> collations.containsKey(column.name()));
              return synced(
                  "unique value in another spelling",
                  new Operation.Update(document, row, respelt(row, collated)));
            });
  }

  private Optional<Tuple> haverOfUnique() {
    return document.indexes().stream()
        .filter(IndexDesign::unique)
        .findFirst()
        .flatMap(
            index ->
                before.values(document, index).stream()
                    .flatMap(value -> before.listed(document, index, value).stream())
                    .map(Model.Listed::key)
                    .min(Orders.of(document.key())));
  }

  /** Returns the values of a row, those of collated columns in another spelling. */
  private Map<String, Object> respelt(Tuple row, Stream<Column> columns) {
    Map<String, Object> stored = before.rows(RandomDesign.DOCUMENT).get(row).values();
    Map<String, Object> respelt = new HashMap<>();
    columns.forEach(
        column ->
            respelt.put(
                column.name(),
                collations.containsKey(column.name())
                    ? RandomValues.respelt(stored.get(column.name()))
                    : stored.get(column.name())));
    return respelt;
  }

  /** Returns a put of a row without unique values, as far as its key admits. */
  private Operation put(Tuple key, EntityDesign entity) {
    return new Operation.Put(entity, key, values.rowWithoutRivals(entity));
  }

  /**
   * Returns operations that are repeatable: a second run over a part of the first has the same
   * result.
   */
  private List<Operation> bulk() {
    List<Operation> bulk = new ArrayList<>();
    for (int count = 0; count < 4; count++) {
      bulk.add(put(values.key(document.key())));
    }
    return bulk;
  }

  private List<Operation> item(Tuple key, CollectionDesign collection) {
    Tuple itemKey = values.key(collection.itemKey());
    return operations.withListed(
        new Operation.PutItem(
            document, key, collection, itemKey, values.values(collection.columns(), 0.8)));
  }

  private static Plan synced(String name, Operation... operations) {
    return new Plan(name, Durability.SYNCED, List.of(operations));
  }
}

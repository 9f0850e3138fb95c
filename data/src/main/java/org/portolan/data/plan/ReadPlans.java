package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.read.BucketScan;
import org.portolan.data.internal.read.ListedRows;
import org.portolan.data.internal.read.MergedScan;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.ExtremeSchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.plan.Touch.Unit;
import org.portolan.data.plan.Trip.Phase;
import org.portolan.data.plan.Trip.Times;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.index.IndexProfile;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.types.Tuple;

/** The reads of a design. They are the same under both guarantees, except for reads of counters. */
final class ReadPlans {
  /** The content of an index does not affect the number of rows from which it is read. */
  private static final IndexProfile ANY_PROFILE = new IndexProfile(1, 1, 0);

  private final StoreSchema schema;
  private final Guarantee guarantee;
  private final Capabilities capabilities;

  ReadPlans(StoreSchema schema, Guarantee guarantee, Capabilities capabilities) {
    this.schema = schema;
    this.guarantee = guarantee;
    this.capabilities = capabilities;
  }

  List<Operation> all() {
    List<Operation> all = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      if (entity.keyMapping().layout().answersLookup()) {
        all.add(operation("get", entity.name(), once(Touch.one("the row"))));
      }
      for (CollectionSchema collection : entity.collections()) {
        items(collection, all);
        itemsBackwards(collection, all);
      }
      for (IndexSchema index : entity.indexes()) {
        if (index.ofExtreme()) {
          continue;
        }
        all.add(page(index));
        if (index.cells() && index.claims().isEmpty() && !capabilities.itemsFromEnd()) {
          all.add(operation("page of the index, backwards", index.name(), fromEnd(buckets(index))));
        }
      }
      entity.counters().forEach(counter -> all.add(value(counter)));
      for (ExtremeDesign extreme : entity.design().extremes()) {
        all.add(value(schema.extreme(extreme.name())));
      }
      if (capabilities.keyOrder() == KeyOrder.WITHIN_PARTITION && entity.isClustered()) {
        all.add(scanTogether(entity));
      }
      all.add(orderedScan(entity));
      all.add(operation("scan in stored order", entity.name(), once(rows(entity.name()))));
    }
    return all;
  }

  private static Operation operation(String name, String subject, Trip... trips) {
    return new Operation(name, subject, List.of(trips), Optional.empty());
  }

  private static Trip once(Touch... touches) {
    return Trip.once(Phase.READ, List.of(touches));
  }

  /** With the inner nodes remembered, and a page within its leaf. */
  private static Trip leaves() {
    return Trip.atLeastOnce(
        Phase.READ,
        List.of(Touch.one("a leaf")),
        "more for a page beyond its leaf, and where inner nodes are not remembered");
  }

  private static Touch rows(String of) {
    return new Touch("a page of rows of " + of, Unit.PAGE, List.of());
  }

  private void items(CollectionSchema collection, List<Operation> all) {
    String name = collection.name();
    String subject = collection.entity().name() + "." + name;
    String where =
        switch (collection.storage()) {
          case ROWS -> "the row of the item";
          case CELLS -> "the item in its row";
          case OBJECT -> "the object of the row's items";
          case TREE -> "the leaf of the item";
          case PORTABLE -> throw collection.notConcrete();
        };
    all.add(operation("get of an item", subject, once(Touch.one(where))));
    if (collection.storage() == Storage.TREE) {
      all.add(operation("page of items", subject, leaves()));
    } else if (collection.storage() != Storage.ROWS) {
      all.add(operation("page of items", subject, once(Touch.one("the items of the row"))));
    } else if (collection.listedBy().isEmpty()) {
      all.add(operation("page of items", subject, once(rows(subject))));
    } else {
      boolean fromEnd =
          !capabilities.itemsFromEnd()
              && isListedByCells(collection)
              && collection.isListedBackwards();
      all.add(operation("page of items", subject, listed(collection, fromEnd)));
    }
  }

  /** A page backwards costs what one forwards does, unless the engine must look for the end. */
  private void itemsBackwards(CollectionSchema collection, List<Operation> all) {
    if (capabilities.itemsFromEnd()) {
      return;
    }
    String subject = collection.entity().name() + "." + collection.name();
    if (collection.storage() == Storage.CELLS) {
      Trip trip = fromEnd(List.of(Touch.one("the items of the row")));
      all.add(operation("page of items, backwards", subject, trip));
    }
    if (isListedByCells(collection) && !collection.isListedBackwards()) {
      all.add(operation("page of items, backwards", subject, listed(collection, true)));
    }
  }

  private static boolean isListedByCells(CollectionSchema collection) {
    return collection.listedBy().filter(by -> by.storage() == Storage.CELLS).isPresent();
  }

  private static Trip fromEnd(List<Touch> touches) {
    return Trip.atLeastOnce(
        Phase.READ, touches, "some more to find the end of a list longer than twice the page");
  }

  private static List<Touch> buckets(IndexSchema index) {
    int buckets = index.design().layout().cost(ANY_PROFILE).rowsPerRead();
    String what = index.withinEntity() ? "the row of " + index.table() : "a bucket";
    return Collections.nCopies(buckets, Touch.one(what));
  }

  /**
   * @param fromEnd whether the keys are read from their end, which must be looked for
   */
  private static Trip[] listed(CollectionSchema collection, boolean fromEnd) {
    String by = collection.listedBy().orElseThrow().name();
    int size = ListedRows.ROWS_MAX;
    Touch keys = Touch.one("the keys of " + by);
    Trip first =
        ListedRows.isByObject(collection)
            ? once(keys)
            : new Trip(Phase.READ, List.of(keys), new Times.PerItems(by, size, true, true));
    if (fromEnd) {
      first = fromEnd(List.of(keys));
    }
    Touch rows = Touch.of("the rows under those keys", Unit.ITEM, by);
    return new Trip[] {
      first, new Trip(Phase.READ, List.of(rows), new Times.PerItems(by, size, false, false))
    };
  }

  private static Operation page(IndexSchema index) {
    if (index.claims().isPresent()) {
      return operation("page of the index", index.name(), once(Touch.one("the row of the value")));
    }
    if (index.tree().isPresent()) {
      return operation("page of the index", index.name(), leaves());
    }
    return operation("page of the index", index.name(), once(buckets(index).toArray(Touch[]::new)));
  }

  private Operation value(CounterSchema counter) {
    List<Touch> shard =
        guarantee == Guarantee.ATOMIC
            ? List.of(Touch.one("a shard"))
            : List.of(Touch.one("the base of a shard"), Touch.one("the receipts of a shard"));
    return operation(
        "value of the counter",
        counter.name(),
        once(counter.shards().stream().flatMap(any -> shard.stream()).toArray(Touch[]::new)));
  }

  /** A list is read from its end only if it is an index of the design in the other direction. */
  private Operation value(ExtremeSchema extreme) {
    IndexSchema index = extreme.index();
    Trip trip;
    if (index.tree().isPresent()) {
      trip = leaves();
    } else if (extreme.backwards() && !capabilities.itemsFromEnd()) {
      trip = fromEnd(buckets(index));
    } else {
      trip = once(buckets(index).toArray(Touch[]::new));
    }
    return operation("value of the counter", extreme.name(), trip);
  }

  /** A scan of the rows that agree in the partition columns. */
  private static Operation scanTogether(EntitySchema entity) {
    int divisions = Partitions.divisions(entity);
    Times times =
        divisions == 1
            ? new Times.Fixed(1)
            : new Times.Merged(divisions, MergedScan.roundTripsMin(divisions));
    if (entity.keyMapping().buckets().isPresent()) {
      times =
          new Times.AtLeast(
              1,
              "more if the first buckets have few rows, at most "
                  + BucketScan.roundTripsMax(entity.keyMapping().buckets().get().count())
                  + " to find that there are none");
    }
    return operation(
        "scan of " + Partitions.together(entity) + " in order",
        entity.name(),
        new Trip(Phase.READ, List.of(rows(entity.name())), times));
  }

  private Operation orderedScan(EntitySchema entity) {
    int prefixes = entity.keyMapping().prefixesToScan(Tuple.EMPTY).size();
    Times times =
        prefixes == 1
            ? new Times.Fixed(1)
            : new Times.Merged(prefixes, MergedScan.roundTripsMin(prefixes));
    Optional<String> refusal =
        capabilities.keyOrder() == KeyOrder.TABLE
            ? Optional.empty()
            : Optional.of(
                "this engine keeps no order over a table; "
                    + (entity.keyMapping().layout().answersLookup()
                        ? "an index without columns lists all rows in order"
                        : "scan in stored order"));
    return new Operation(
        "scan in the order of keys",
        entity.name(),
        List.of(new Trip(Phase.READ, List.of(rows(entity.name())), times)),
        refusal);
  }
}

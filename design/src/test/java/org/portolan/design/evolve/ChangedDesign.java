package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;
import org.portolan.design.key.PlainKey;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * A design with one random change of another one.
 *
 * @param forward the class of the change from the other design to this one
 * @param backward the class of the change back
 */
record ChangedDesign(
    Design design, Class<? extends DesignChange> forward, Class<? extends DesignChange> backward) {

  /** No arbitrary design has a part of this name. */
  private static final String NEW = "new_part";

  private static final IndexLayout LAYOUT =
      new IndexLayout(Representation.OBJECT, new OrderedTree(8));

  static ChangedDesign of(Design design, RandomGenerator random) {
    int place = random.nextInt(design.entities().size());
    Change change = new Change(design, place, design.entities().get(place), random);
    return switch (random.nextInt(8)) {
      case 0 -> change.anotherEntity();
      case 1 -> change.family();
      case 2 -> change.column();
      case 3 -> change.collection();
      case 4 -> change.index();
      case 5 -> change.layout();
      case 6 -> change.counter();
      default ->
          new ChangedDesign(
              new Design(design.name() + "-2", design.entities()),
              DesignChange.NameChanged.class,
              DesignChange.NameChanged.class);
    };
  }

  /** One change at one entity. */
  private record Change(Design design, int place, EntityDesign entity, RandomGenerator random) {

    ChangedDesign anotherEntity() {
      EntityDesign added =
          new EntityDesign(
              NEW,
              List.of(KeyColumn.of("id", ScalarType.TEXT)),
              new PlainKey(),
              Map.of(),
              List.of(new FamilyDesign("main", List.of())),
              List.of(),
              List.of(),
              List.of());
      return new ChangedDesign(
          new Design(design.name(), with(design.entities(), added)),
          DesignChange.EntityAdded.class,
          DesignChange.EntityDropped.class);
    }

    ChangedDesign family() {
      List<FamilyDesign> families = new ArrayList<>(entity.families());
      families.add(new FamilyDesign(NEW, List.of(new Column("new_column", ScalarType.INT))));
      return new ChangedDesign(
          with(families, entity.collections(), entity.indexes(), entity.counters()),
          DesignChange.FamilyAdded.class,
          DesignChange.FamilyDropped.class);
    }

    ChangedDesign column() {
      List<FamilyDesign> families = new ArrayList<>(entity.families());
      int at = random.nextInt(families.size());
      FamilyDesign family = families.get(at);
      families.set(
          at,
          new FamilyDesign(
              family.name(),
              with(family.columns(), new Column(NEW, ScalarType.BYTES)),
              family.rules(),
              family.collations()));
      return new ChangedDesign(
          with(families, entity.collections(), entity.indexes(), entity.counters()),
          DesignChange.ColumnAdded.class,
          DesignChange.ColumnDropped.class);
    }

    ChangedDesign collection() {
      CollectionDesign added =
          new CollectionDesign(
              NEW, List.of(KeyColumn.of("id", ScalarType.TEXT)), List.of(), Storage.OBJECT);
      return new ChangedDesign(
          with(
              entity.families(),
              with(entity.collections(), added),
              entity.indexes(),
              entity.counters()),
          DesignChange.CollectionAdded.class,
          DesignChange.CollectionDropped.class);
    }

    ChangedDesign index() {
      IndexDesign added = new IndexDesign(NEW, List.of(), List.of(), LAYOUT, Optional.empty());
      return new ChangedDesign(
          with(
              entity.families(),
              entity.collections(),
              with(entity.indexes(), added),
              entity.counters()),
          DesignChange.IndexAdded.class,
          DesignChange.IndexDropped.class);
    }

    ChangedDesign layout() {
      if (entity.indexes().isEmpty()) {
        return index();
      }
      List<IndexDesign> indexes = new ArrayList<>(entity.indexes());
      IndexDesign one = indexes.get(0);
      indexes.set(0, new IndexDesign(one.name(), one.on(), one.order(), LAYOUT, one.within()));
      return new ChangedDesign(
          with(entity.families(), entity.collections(), indexes, entity.counters()),
          DesignChange.IndexChanged.class,
          DesignChange.IndexChanged.class);
    }

    ChangedDesign counter() {
      CounterDesign added = new CounterDesign(NEW, Optional.empty(), 1, true);
      return new ChangedDesign(
          with(
              entity.families(),
              entity.collections(),
              entity.indexes(),
              with(entity.counters(), added)),
          DesignChange.CounterAdded.class,
          DesignChange.CounterDropped.class);
    }

    private <T> List<T> with(List<T> parts, T added) {
      List<T> all = new ArrayList<>(parts);
      all.add(random.nextInt(all.size() + 1), added);
      return all;
    }

    private Design with(
        List<FamilyDesign> families,
        List<CollectionDesign> collections,
        List<IndexDesign> indexes,
        List<CounterDesign> counters) {
      List<EntityDesign> entities = new ArrayList<>(design.entities());
      entities.set(
          place,
          entity.with(families, collections).withDerived(indexes, counters, entity.extremes()));
      return new Design(design.name(), entities);
    }
  }
}

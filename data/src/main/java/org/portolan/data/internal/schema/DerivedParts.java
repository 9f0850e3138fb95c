package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.design.CounterDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.Collation;

/**
 * Some of what a store derives from its rows: lists (indexes, counters of least and greatest values
 * that have lists of their own, lists of referring rows) and counters that are numbers. Immutable.
 */
public record DerivedParts(List<IndexSchema> lists, List<CounterSchema> counters) {

  public DerivedParts {
    lists = List.copyOf(lists);
    counters = List.copyOf(counters);
  }

  /**
   * Returns everything that a design derives; not what is derived from an entity that the design in
   * force does not have.
   */
  public static DerivedParts all(StoreSchema schema) {
    return new DerivedParts(
        schema.lists().stream().filter(list -> list.entity().isInForce()).toList(),
        schema.counters().stream().filter(counter -> counter.entity().isInForce()).toList());
  }

  /**
   * Returns the parts with some names.
   *
   * @param names of indexes and counters, and of references with their entities: {@code
   *     order.customer}. A counter of a least or greatest value that an index serves has nothing of
   *     its own
   * @throws IllegalArgumentException if the design has no part of one of these names
   */
  public static DerivedParts of(StoreSchema schema, Set<String> names) {
    List<IndexSchema> lists = new ArrayList<>();
    List<CounterSchema> counters = new ArrayList<>();
    Set<String> unknown = new LinkedHashSet<>(names);
    for (IndexSchema list : schema.lists()) {
      if (names.contains(list.title())) {
        lists.add(list);
        unknown.remove(list.title());
      }
    }
    for (CounterSchema counter : schema.counters()) {
      if (names.contains(counter.name())) {
        counters.add(counter);
        unknown.remove(counter.name());
      }
    }
    schema.extremes().forEach(extreme -> unknown.remove(extreme.name()));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "design '"
              + schema.design().name()
              + "' has no index, counter or reference "
              + unknown
              + "; a reference is named with its entity, as order.customer");
    }
    return new DerivedParts(lists, counters);
  }

  /**
   * Returns the parts of a design that another one does not have in the same form: those to remove
   * before the other one can be used, or, the other way round, those to build. A list has another
   * form too if its columns have another collation, as by a reference that comes or goes.
   */
  public static DerivedParts missing(StoreSchema schema, StoreSchema from) {
    List<IndexSchema> lists = new ArrayList<>(schema.lists());
    lists.removeIf(list -> from.lists().stream().anyMatch(other -> isSame(list, other)));
    List<CounterSchema> counters = new ArrayList<>(schema.counters());
    counters.removeIf(
        counter -> from.counters().stream().anyMatch(other -> isSame(counter, other)));
    return new DerivedParts(lists, counters);
  }

  private static boolean isSame(CounterSchema counter, CounterSchema other) {
    CounterDesign design = counter.design();
    return counter.entity().name().equals(other.entity().name())
        && design.counted().equals(other.design().counted())
        && design.shards() == other.design().shards()
        && design.name().equals(other.name());
  }

  private static boolean isSame(IndexSchema list, IndexSchema other) {
    IndexDesign design = list.design();
    IndexDesign otherDesign = other.design();
    return list.title().equals(other.title())
        && list.entity().name().equals(other.entity().name())
        && list.table().equals(other.table())
        && list.family().equals(other.family())
        && design.on().equals(otherDesign.on())
        && design.order().equals(otherDesign.order())
        && design.layout().equals(otherDesign.layout())
        && list.leavesOutNulls() == other.leavesOutNulls()
        && list.valueColumns().equals(other.valueColumns())
        && list.memberCodec().columns().equals(other.memberCodec().columns())
        && collations(list).equals(collations(other))
        && list.reference()
            .map(DerivedParts::form)
            .equals(other.reference().map(DerivedParts::form));
  }

  private static List<Collation> collations(IndexSchema list) {
    return Stream.concat(
            list.design().on().stream(),
            list.design().order().stream().map(IndexDesign.OrderColumn::column))
        .map(list.entity()::collation)
        .toList();
  }

  /** Returns what decides where the referring rows of a reference are listed. */
  private static List<Object> form(ReferenceSchema reference) {
    return List.of(reference.target().name(), reference.design().on(), reference.design().shards());
  }

  public boolean isEmpty() {
    return lists.isEmpty() && counters.isEmpty();
  }

  /** Returns the lists of the rows of an entity. */
  public List<IndexSchema> lists(EntitySchema entity) {
    return lists.stream().filter(list -> list.entity().equals(entity)).toList();
  }

  /** Returns the counters of rows of an entity. */
  public List<CounterSchema> rowCounters(EntitySchema entity) {
    return counters.stream()
        .filter(counter -> counter.countsRows() && counter.entity().equals(entity))
        .toList();
  }

  /** Returns the trees in which lists are. */
  public List<TreeSchema> trees() {
    return lists.stream().map(IndexSchema::tree).flatMap(Optional::stream).toList();
  }

  /**
   * Returns the names of the tables that hold nothing but these lists. Lists within the rows of an
   * entity have none, and counters share one.
   */
  public Set<String> tables() {
    Set<String> tables = new LinkedHashSet<>();
    for (IndexSchema list : lists) {
      list.reference().ifPresent(reference -> tables.add(reference.guards().table()));
      if (list.reference().isPresent() || !list.withinEntity()) {
        tables.add(list.table());
      }
    }
    return tables;
  }

  /** Returns the lists within the rows of entities. */
  public List<IndexSchema> embedded() {
    return lists.stream()
        .filter(list -> list.withinEntity() && list.reference().isEmpty())
        .toList();
  }

  /** Returns the names of all parts, for people. */
  public List<String> names() {
    return Stream.concat(
            lists.stream().map(IndexSchema::title), counters.stream().map(CounterSchema::name))
        .toList();
  }
}

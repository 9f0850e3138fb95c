package org.portolan.design.evolve;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.Column;

/**
 * What an application sees of a store whose design differs from the one that the application knows.
 * What the store has more is hidden from it: its reads do not show that, and its writes leave it as
 * it is. So is what the design in force does not have yet, or not any more, though writes keep it.
 * Immutable.
 */
public final class DesignView {
  private final Design inForce;
  private final DroppedParts dropped;
  private final Set<String> entities = new HashSet<>();

  /** By the names of an entity and of a collection; of the rows by an empty name. */
  private final Map<String, Map<String, Set<String>>> columns = new HashMap<>();

  private final Map<String, Set<String>> collections = new HashMap<>();

  private DesignView(Design inForce, DroppedParts dropped) {
    this.inForce = inForce;
    this.dropped = dropped;
  }

  /** Returns the view of an application that knows everything. */
  public static DesignView whole(Design inForce) {
    return new DesignView(inForce, new DroppedParts(Set.of()));
  }

  /**
   * Returns the view of an application.
   *
   * @param known the design that it knows
   * @param inForce the design of the store
   * @param working what its process works by: the same, or more
   */
  public static DesignView of(Design known, Design inForce, Design working) {
    DesignView view = new DesignView(inForce, DroppedParts.of(known, inForce));
    for (EntityDesign entity : working.entities()) {
      Optional<EntityDesign> own = known.entity(entity.name());
      Optional<EntityDesign> present = inForce.entity(entity.name());
      if (own.isPresent() && present.isPresent()) {
        view.hide(own.get(), present.get(), entity);
      } else {
        view.entities.add(entity.name());
      }
    }
    return view;
  }

  private void hide(EntityDesign known, EntityDesign inForce, EntityDesign working) {
    hide(working.name(), "", known.columns(), inForce.columns(), working.columns());
    for (CollectionDesign collection : working.collections()) {
      Optional<CollectionDesign> own = known.collection(collection.name());
      Optional<CollectionDesign> present = inForce.collection(collection.name());
      if (own.isPresent() && present.isPresent()) {
        hide(
            working.name(),
            collection.name(),
            own.get().columns().stream(),
            present.get().columns().stream(),
            collection.columns().stream());
      } else {
        collections
            .computeIfAbsent(working.name(), entity -> new HashSet<>())
            .add(collection.name());
      }
    }
  }

  private void hide(
      String entity,
      String collection,
      Stream<Column> known,
      Stream<Column> inForce,
      Stream<Column> working) {
    Set<String> shown = Additions.names(known.toList());
    shown.retainAll(Additions.names(inForce.toList()));
    Set<String> hidden = new HashSet<>(Additions.names(working.toList()));
    hidden.removeAll(shown);
    if (!hidden.isEmpty()) {
      columns.computeIfAbsent(entity, any -> new HashMap<>()).put(collection, hidden);
    }
  }

  /** Returns what the application knows and the design of the store does not have any more. */
  public DroppedParts dropped() {
    return dropped;
  }

  /** Returns whether nothing is hidden from the application. */
  public boolean isWhole() {
    return entities.isEmpty() && columns.isEmpty() && collections.isEmpty();
  }

  /** Returns whether an entity is hidden. */
  public boolean hidesEntity(String entity) {
    return entities.contains(entity);
  }

  /** Returns whether a collection is hidden, of an entity that is not. */
  public boolean hidesCollection(String entity, String collection) {
    return collections.getOrDefault(entity, Set.of()).contains(collection);
  }

  /** Returns the hidden columns of the rows of an entity that is not hidden. */
  public Set<String> hiddenColumns(String entity) {
    return hiddenColumns(entity, "");
  }

  /** Returns the hidden columns of the items of a collection that is not hidden. */
  public Set<String> hiddenColumns(String entity, String collection) {
    return columns.getOrDefault(entity, Map.of()).getOrDefault(collection, Set.of());
  }

  /** Returns the design of the store. */
  public Design inForce() {
    return inForce;
  }

  /**
   * Returns what the application sees of the design of the store: it is without what is hidden, and
   * without the indexes, counters and references that depend on it.
   */
  public Design shown() {
    return isWhole()
        ? inForce
        : new Design(
            inForce.name(),
            inForce.entities().stream()
                .filter(entity -> !hidesEntity(entity.name()))
                .map(this::shown)
                .toList());
  }

  private EntityDesign shown(EntityDesign entity) {
    Set<String> hidden = hiddenColumns(entity.name());
    return entity
        .with(
            entity.families().stream()
                .filter(family -> family.columns().isEmpty() || !hidden.containsAll(names(family)))
                .map(family -> shown(family, hidden))
                .toList(),
            entity.collections().stream()
                .filter(collection -> !hidesCollection(entity.name(), collection.name()))
                .map(collection -> shown(entity, collection))
                .toList())
        .withDerived(
            entity.indexes().stream().filter(index -> isShown(entity, index)).toList(),
            entity.counters().stream().filter(counter -> isShown(entity, counter)).toList(),
            entity.extremes().stream()
                .filter(extreme -> !hidden.contains(extreme.column()))
                .filter(extreme -> extreme.by().stream().noneMatch(hidden::contains))
                .toList())
        .with(
            entity.references().stream()
                .filter(reference -> !hidesEntity(reference.to()))
                .filter(reference -> reference.on().stream().noneMatch(hidden::contains))
                .toList());
  }

  private static Set<String> names(FamilyDesign family) {
    return Additions.names(family.columns());
  }

  private static FamilyDesign shown(FamilyDesign family, Set<String> hidden) {
    var rules = new HashMap<>(family.rules());
    rules.keySet().removeAll(hidden);
    var collations = new HashMap<>(family.collations());
    collations.keySet().removeAll(hidden);
    return new FamilyDesign(family.name(), without(family.columns(), hidden), rules, collations);
  }

  private CollectionDesign shown(EntityDesign entity, CollectionDesign collection) {
    Set<String> hidden = hiddenColumns(entity.name(), collection.name());
    var rules = new HashMap<>(collection.rules());
    rules.keySet().removeAll(hidden);
    return new CollectionDesign(
        collection.name(),
        collection.itemKey(),
        without(collection.columns(), hidden),
        rules,
        collection.storage(),
        collection.tree(),
        collection.listedBy(),
        collection.options());
  }

  private static List<Column> without(List<Column> columns, Set<String> hidden) {
    return columns.stream().filter(column -> !hidden.contains(column.name())).toList();
  }

  private boolean isShown(EntityDesign entity, IndexDesign index) {
    Set<String> hidden = hiddenColumns(entity.name());
    return index.on().stream().noneMatch(hidden::contains)
        && index.order().stream().map(IndexDesign.OrderColumn::column).noneMatch(hidden::contains)
        && index.within().filter(within -> hidesEntity(within.entity())).isEmpty();
  }

  private boolean isShown(EntityDesign entity, CounterDesign counter) {
    Set<String> hidden = hiddenColumns(entity.name());
    return counter.collection().filter(each -> hidesCollection(entity.name(), each)).isEmpty()
        && counter.where().filter(hidden::contains).isEmpty()
        && counter.sums().filter(hidden::contains).isEmpty();
  }
}

package org.portolan.design;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;

/**
 * Designs that leave to the engine how it holds lists: an index with a layout without a
 * representation, {@code hashed(4)}, a counter of extremes with such a layout, or a collection or
 * reference without a storage. Where the engine has items within a row, such a list lies in cells.
 * Elsewhere it lies in the leaves of a tree, which an engine with transactions keeps at the same
 * cost, however long the list is.
 *
 * <p>The layout {@code auto} leaves the beginning to the engine in the same way, and everything
 * after it to the store.
 *
 * <p>A store keeps the design that was made concrete for its engine when it was created.
 */
public final class PortableDesign {
  /** Where lists lie on engines without items. */
  public static final OrderedTree TREE = new OrderedTree(64);

  private PortableDesign() {}

  /** Returns whether the design leaves anything to the engine. */
  public static boolean isPortable(Design design) {
    return design.entities().stream()
        .anyMatch(
            entity ->
                entity.collections().stream().anyMatch(PortableDesign::isPortable)
                    || entity.indexes().stream().anyMatch(PortableDesign::isPortable)
                    || entity.extremes().stream().anyMatch(PortableDesign::isPortable)
                    || entity.references().stream().anyMatch(PortableDesign::isPortable));
  }

  public static boolean isPortable(CollectionDesign collection) {
    return collection.storage() == Storage.PORTABLE;
  }

  public static boolean isPortable(IndexDesign index) {
    return index.layout().representation() == Representation.PORTABLE;
  }

  public static boolean isPortable(ExtremeDesign extreme) {
    return extreme.layout().isPresent() && isPortable(extreme.list());
  }

  public static boolean isPortable(ReferenceDesign reference) {
    return reference.storage() == Storage.PORTABLE;
  }

  /**
   * Returns the design for an engine.
   *
   * @param items whether the engine has ordered items within a row
   */
  public static Design concrete(Design design, boolean items) {
    return isPortable(design)
        ? new Design(
            design.name(),
            design.entities().stream().map(entity -> concrete(entity, items)).toList())
        : design;
  }

  /**
   * Returns a design for a store that stands: each index with an automatic layout has the layout of
   * the index of that name in the store. A store that takes the design must keep this one.
   *
   * @param stored the design of the store
   */
  public static Design withPresentLayouts(Design given, Design stored) {
    return new Design(
        given.name(),
        given.entities().stream()
            .map(
                entity ->
                    stored
                        .entity(entity.name())
                        .map(standing -> withPresentLayouts(entity, standing))
                        .orElse(entity))
            .toList());
  }

  private static EntityDesign withPresentLayouts(EntityDesign entity, EntityDesign stored) {
    return entity.withIndexes(
        entity.indexes().stream()
            .map(
                index ->
                    stored.indexes().stream()
                        .filter(standing -> standing.name().equals(index.name()))
                        .map(standing -> withPresentLayout(index, standing))
                        .findFirst()
                        .orElse(index))
            .toList());
  }

  /** Returns an index with the layout of that of a store, if the layout is automatic. */
  public static IndexDesign withPresentLayout(IndexDesign given, IndexDesign stored) {
    boolean hasChoice = !stored.unique() && stored.within().isEmpty();
    return given.automatic() && hasChoice ? given.withLayout(stored.layout()) : given;
  }

  /** Returns the designs that a store may have: one, or one for each kind of engine. */
  public static List<Design> alternatives(Design design) {
    return isPortable(design)
        ? List.of(concrete(design, true), concrete(design, false))
        : List.of(design);
  }

  /** Returns whether the design leaves the representation of an index or counter to the engine. */
  public static boolean leavesLayout(Design design, String name) {
    return design.entities().stream()
        .anyMatch(
            entity ->
                entity.indexes().stream()
                        .anyMatch(index -> index.name().equals(name) && isPortable(index))
                    || entity.extremes().stream()
                        .anyMatch(extreme -> extreme.name().equals(name) && isPortable(extreme)));
  }

  /**
   * Returns the indexes and counters whose {@code hashed(k)} has no effect on an engine without
   * items, since they lie in trees there: {@code index backlinks}, {@code counter cheapest}.
   */
  public static List<String> hashedInVain(Design design) {
    List<String> names = new ArrayList<>();
    for (EntityDesign entity : design.entities()) {
      entity.indexes().stream()
          .filter(index -> isPortable(index) && isHashed(index))
          .forEach(index -> names.add("index " + index.name()));
      entity.extremes().stream()
          .filter(extreme -> isPortable(extreme) && isHashed(extreme.list()))
          .forEach(extreme -> names.add("counter " + extreme.name()));
    }
    return names;
  }

  private static boolean isHashed(IndexDesign index) {
    return index.layout().partitioning().readBuckets() > 1;
  }

  /**
   * Returns what an engine chooses: the parts of the design by the choice, {@code cells hashed(4)}
   * of {@code index backlinks}; empty if the design leaves nothing to it.
   */
  public static Map<String, List<String>> choices(Design design, boolean items) {
    Map<String, List<String>> choices = new LinkedHashMap<>();
    for (EntityDesign entity : design.entities()) {
      for (CollectionDesign collection : entity.collections()) {
        if (isPortable(collection)) {
          choices
              .computeIfAbsent(
                  concrete(collection, items).storageSpelling(), any -> new ArrayList<>())
              .add("collection " + entity.name() + "." + collection.name());
        }
      }
      for (IndexDesign index : entity.indexes()) {
        if (isPortable(index)) {
          choices
              .computeIfAbsent(concrete(index, items).layoutSpelling(), any -> new ArrayList<>())
              .add("index " + index.name());
        }
      }
      for (ExtremeDesign extreme : entity.extremes()) {
        if (isPortable(extreme)) {
          choices
              .computeIfAbsent(
                  concrete(extreme, items).list().layout().spelling(), any -> new ArrayList<>())
              .add("counter " + extreme.name());
        }
      }
      for (ReferenceDesign reference : entity.references()) {
        if (isPortable(reference)) {
          choices
              .computeIfAbsent(
                  concrete(reference, items).storageSpelling(), any -> new ArrayList<>())
              .add("reference " + entity.name() + "." + reference.name());
        }
      }
    }
    return choices;
  }

  private static EntityDesign concrete(EntityDesign entity, boolean items) {
    return entity
        .with(
            entity.families(),
            entity.collections().stream().map(collection -> concrete(collection, items)).toList())
        .withDerived(
            entity.indexes().stream().map(index -> concrete(index, items)).toList(),
            entity.counters(),
            entity.extremes().stream().map(extreme -> concrete(extreme, items)).toList())
        .with(entity.references().stream().map(reference -> concrete(reference, items)).toList());
  }

  /** Returns the collection for an engine; the same if it has a storage. */
  public static CollectionDesign concrete(CollectionDesign collection, boolean items) {
    return isPortable(collection)
        ? new CollectionDesign(
            collection.name(),
            collection.itemKey(),
            collection.columns(),
            collection.rules(),
            items ? Storage.CELLS : Storage.TREE,
            items ? Optional.empty() : Optional.of(TREE),
            collection.listedBy(),
            collection.options())
        : collection;
  }

  /** Returns the extreme for an engine; the same unless its list leaves a choice. */
  public static ExtremeDesign concrete(ExtremeDesign extreme, boolean items) {
    return isPortable(extreme)
        ? extreme.withLayout(concrete(extreme.list(), items).layout())
        : extreme;
  }

  /** Returns the reference for an engine; the same if it has a storage. */
  public static ReferenceDesign concrete(ReferenceDesign reference, boolean items) {
    return isPortable(reference)
        ? new ReferenceDesign(
            reference.name(),
            reference.on(),
            reference.to(),
            reference.onDelete(),
            reference.shards(),
            items ? Storage.CELLS : Storage.TREE,
            items ? Optional.empty() : Optional.of(TREE))
        : reference;
  }

  /**
   * Returns the index for an engine; the same if its layout has a representation. The rows of
   * another entity hold cells only, so members in a tree have their own table.
   */
  public static IndexDesign concrete(IndexDesign index, boolean items) {
    return isPortable(index)
        ? new IndexDesign(
            index.name(),
            index.on(),
            index.order(),
            items
                ? new IndexLayout(Representation.CELLS, index.layout().partitioning())
                : new IndexLayout(Representation.OBJECT, TREE),
            items ? index.within() : Optional.empty(),
            index.options(),
            index.automatic())
        : index;
  }
}

package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;

/** The names of the tables that a change adds or drops, so that no name is of both. */
final class TableNames {
  private TableNames() {}

  /** Returns the tables of parts that are gone, each with the name of its part for people. */
  static Map<String, String> dropped(List<DesignChange> changes) {
    Map<String, String> dropped = new TreeMap<>();
    for (DesignChange change : changes) {
      if (change instanceof DesignChange.EntityDropped entity) {
        of(entity.design()).forEach(each -> dropped.put(each, "entity '" + entity.entity() + "'"));
      } else if (change instanceof DesignChange.CollectionDropped items) {
        of(items.entity(), items.collection())
            .ifPresent(each -> dropped.put(each, "collection '" + items.collection().name() + "'"));
      } else if (change instanceof DesignChange.IndexDropped index) {
        of(index.index())
            .ifPresent(each -> dropped.put(each, "index '" + index.index().name() + "'"));
      } else if (change instanceof DesignChange.ExtremeDropped extreme) {
        of(extreme.extreme())
            .ifPresent(each -> dropped.put(each, "counter '" + extreme.extreme().name() + "'"));
      } else if (change instanceof DesignChange.ReferenceDropped gone) {
        of(gone.entity(), gone.reference())
            .forEach(each -> dropped.put(each, "reference '" + gone.reference().name() + "'"));
      }
    }
    return dropped;
  }

  /** Returns the tables of a part that is new; empty for other changes. */
  static List<String> added(DesignChange change) {
    if (change instanceof DesignChange.EntityAdded entity) {
      return of(entity.design());
    } else if (change instanceof DesignChange.CollectionAdded items) {
      return of(items.entity(), items.collection()).stream().toList();
    } else if (change instanceof DesignChange.IndexAdded index) {
      return of(index.index()).stream().toList();
    } else if (change instanceof DesignChange.ExtremeAdded extreme) {
      return of(extreme.extreme()).stream().toList();
    } else if (change instanceof DesignChange.ReferenceAdded reference) {
      return of(reference.entity(), reference.reference());
    }
    return List.of();
  }

  private static List<String> of(EntityDesign entity) {
    List<String> names = new ArrayList<>(List.of(entity.name()));
    entity.collections().forEach(items -> of(entity.name(), items).ifPresent(names::add));
    entity.indexes().forEach(index -> of(index).ifPresent(names::add));
    entity.extremes().forEach(extreme -> of(extreme).ifPresent(names::add));
    entity.references().forEach(reference -> names.addAll(of(entity.name(), reference)));
    return names;
  }

  private static Optional<String> of(String entity, CollectionDesign items) {
    return items.storage() == Storage.CELLS
        ? Optional.empty()
        : Optional.of(entity + "_" + items.name());
  }

  private static Optional<String> of(IndexDesign index) {
    return index.within().isPresent() ? Optional.empty() : Optional.of(index.name());
  }

  private static Optional<String> of(ExtremeDesign extreme) {
    return extreme.layout().map(own -> extreme.name());
  }

  private static List<String> of(String entity, ReferenceDesign reference) {
    return List.of(
        ReferenceDesign.table(entity, reference.name()),
        ReferenceDesign.treeTable(entity, reference.name()));
  }
}

package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;

/**
 * The names of the tables, and of the families in them, that a change adds or drops, so that no
 * name is of both. Columns, items in cells and lists within rows share the families of a table.
 */
final class TableNames {
  private TableNames() {}

  /** Returns the tables and families of parts that are gone, each with its part for people. */
  static Map<String, String> dropped(List<DesignChange> changes) {
    Map<String, String> dropped = new TreeMap<>();
    for (DesignChange change : changes) {
      if (change instanceof DesignChange.EntityDropped entity) {
        of(entity.design()).forEach(each -> dropped.put(each, "entity '" + entity.entity() + "'"));
      } else if (change instanceof DesignChange.CollectionDropped items) {
        of(items.entity(), items.collection())
            .ifPresent(each -> dropped.put(each, "collection '" + items.collection().name() + "'"));
      } else if (change instanceof DesignChange.FamilyDropped family) {
        dropped.put(
            family(family.entity(), family.family().name()),
            "family '" + family.family().name() + "'");
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

  /** Returns the tables and families of a part that is new; empty for other changes. */
  static List<String> added(DesignChange change) {
    if (change instanceof DesignChange.EntityAdded entity) {
      return of(entity.design());
    } else if (change instanceof DesignChange.CollectionAdded items) {
      return of(items.entity(), items.collection()).stream().toList();
    } else if (change instanceof DesignChange.FamilyAdded family) {
      return List.of(family(family.entity(), family.family().name()));
    } else if (change instanceof DesignChange.IndexAdded index) {
      return of(index.index()).stream().toList();
    } else if (change instanceof DesignChange.ExtremeAdded extreme) {
      return of(extreme.extreme()).stream().toList();
    } else if (change instanceof DesignChange.ReferenceAdded reference) {
      return of(reference.entity(), reference.reference());
    }
    return List.of();
  }

  /** Returns the names of tables that belong to parts of a design, whether they have one or not. */
  static Set<String> tables(Design design) {
    Set<String> tables = new TreeSet<>();
    for (EntityDesign entity : design.entities()) {
      tables.add(entity.name());
      entity.collections().forEach(each -> tables.add(entity.name() + "_" + each.name()));
      entity.indexes().forEach(each -> tables.add(each.name()));
      entity.extremes().forEach(each -> tables.add(each.name()));
      for (ReferenceDesign reference : entity.references()) {
        tables.add(ReferenceDesign.table(entity.name(), reference.name()));
        tables.add(ReferenceDesign.treeTable(entity.name(), reference.name()));
      }
    }
    return tables;
  }

  private static List<String> of(EntityDesign entity) {
    List<String> names = new ArrayList<>(List.of(table(entity.name())));
    entity.families().forEach(each -> names.add(family(entity.name(), each.name())));
    entity.collections().forEach(items -> of(entity.name(), items).ifPresent(names::add));
    entity.indexes().forEach(index -> of(index).ifPresent(names::add));
    entity.extremes().forEach(extreme -> of(extreme).ifPresent(names::add));
    entity.references().forEach(reference -> names.addAll(of(entity.name(), reference)));
    return names;
  }

  private static Optional<String> of(String entity, CollectionDesign items) {
    return Optional.of(
        items.storage() == Storage.CELLS
            ? family(entity, items.name())
            : table(entity + "_" + items.name()));
  }

  private static Optional<String> of(IndexDesign index) {
    return Optional.of(
        index
            .within()
            .map(within -> family(within.entity(), within.family()))
            .orElseGet(() -> table(index.name())));
  }

  private static Optional<String> of(ExtremeDesign extreme) {
    return extreme.layout().map(own -> table(extreme.name()));
  }

  private static List<String> of(String entity, ReferenceDesign reference) {
    return List.of(
        table(ReferenceDesign.table(entity, reference.name())),
        table(ReferenceDesign.treeTable(entity, reference.name())));
  }

  private static String table(String name) {
    return "table '" + name + "'";
  }

  private static String family(String entity, String name) {
    return "family '" + name + "' in the rows of '" + entity + "'";
  }
}

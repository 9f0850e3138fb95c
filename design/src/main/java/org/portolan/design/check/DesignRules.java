package org.portolan.design.check;

import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;

/** The rules for a whole design. The other classes of this package have the rules for its parts. */
public final class DesignRules {
  static final int ENTITIES_MAX = 200;

  private DesignRules() {}

  /** Adds every rule that the design breaks, on some engine, to the findings. */
  public static void check(Design design, Findings findings) {
    PortableDesign.alternatives(design).forEach(concrete -> checkConcrete(concrete, findings));
  }

  private static void checkConcrete(Design design, Findings findings) {
    Names names = new Names(findings);
    names.checkDesign(design.name());
    if (design.entities().isEmpty() && !findings.isUnreadable("entities")) {
      findings.add("entities", "the design has no entity", "describe at least one");
    }
    Limits.check(findings, "entities", design.entities().size(), ENTITIES_MAX, "entities");
    checkTables(design, findings, names);
    checkIndexesAndCounters(design, findings);
    for (EntityDesign entity : design.entities()) {
      new EntityRules(entity, findings, names).check();
      IndexRules lists = new IndexRules(design, entity, findings, names);
      lists.check();
      new CollationRules(design, entity, findings).check();
      new ExtremeRules(design, entity, findings, names, lists).check();
      new ReferenceRules(design, entity, findings, names).check();
    }
  }

  /** Checks that tables have different names. Another rule compares the names of two indexes. */
  private static void checkTables(Design design, Findings findings, Names names) {
    Names.Scope tables = new Names.Scope(findings);
    tables.take("", "counters", "the table of all counters");
    for (EntityDesign entity : design.entities()) {
      tables.take(Paths.of(entity), entity.name(), "the table of entity '" + entity.name() + "'");
    }
    for (EntityDesign entity : design.entities()) {
      for (CollectionDesign collection : entity.collections()) {
        if (collection.storage() != Storage.CELLS) {
          String table = entity.name() + "_" + collection.name();
          String path = Paths.of(entity, collection);
          names.checkLength(path, table);
          tables.take(
              path, table, "the table '" + table + "' of collection '" + collection.name() + "'");
        }
      }
      for (ExtremeDesign extreme : entity.extremes()) {
        if (extreme.layout().isPresent()) {
          tables.take(
              Paths.of(entity, extreme),
              extreme.name(),
              "the table of counter '" + extreme.name() + "'");
        }
      }
      for (ReferenceDesign reference : entity.references()) {
        takeTables(entity, reference, names, tables);
      }
    }
    for (EntityDesign entity : design.entities()) {
      for (IndexDesign index : entity.indexes()) {
        if (index.within().isEmpty()) {
          tables.avoid(
              Paths.of(entity, index), index.name(), "the table of index '" + index.name() + "'");
        }
      }
    }
  }

  private static void takeTables(
      EntityDesign entity, ReferenceDesign reference, Names names, Names.Scope tables) {
    String path = Paths.of(entity, reference);
    String guards = ReferenceDesign.table(entity.name(), reference.name());
    tables.take(path, guards, "the table '" + guards + "' of reference '" + reference.name() + "'");
    String lists = ReferenceDesign.treeTable(entity.name(), reference.name());
    names.checkLength(path, reference.storage() == Storage.TREE ? lists : guards);
    if (reference.storage() == Storage.TREE) {
      tables.take(path, lists, "the table '" + lists + "' of reference '" + reference.name() + "'");
    }
  }

  /** Checks that the names of indexes are unique in the design, and those of counters too. */
  private static void checkIndexesAndCounters(Design design, Findings findings) {
    Names.Scope indexes = new Names.Scope(findings);
    Names.Scope counters = new Names.Scope(findings);
    for (EntityDesign entity : design.entities()) {
      for (IndexDesign index : entity.indexes()) {
        indexes.take(
            Paths.of(entity, index),
            index.name(),
            "index '" + index.name() + "' of entity '" + entity.name() + "'");
      }
      for (CounterDesign counter : entity.counters()) {
        counters.take(
            Paths.of(entity, counter),
            counter.name(),
            "counter '" + counter.name() + "' of entity '" + entity.name() + "'");
      }
      for (ExtremeDesign extreme : entity.extremes()) {
        counters.take(
            Paths.of(entity, extreme),
            extreme.name(),
            "counter '" + extreme.name() + "' of entity '" + entity.name() + "'");
      }
    }
  }
}

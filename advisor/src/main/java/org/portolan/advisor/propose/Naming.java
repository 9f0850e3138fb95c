package org.portolan.advisor.propose;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.DesignNames;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;

/** The names of a design: of indexes, and of columns that move into the rows of another table. */
final class Naming {
  private String sequences = "";
  private final Map<IndexChoice, String> indexes = new LinkedHashMap<>();

  /** By identity: columns of two tables may be equal. */
  private final IdentityHashMap<PlannedColumn, String> columns = new IdentityHashMap<>();

  /** The names of the columns of each entity, by the table of the entity. */
  private final Map<String, DesignNames> ofEntities = new LinkedHashMap<>();

  /** Names of entities, indexes and counters: they share the tables of a store. */
  private final DesignNames ofDesign = new DesignNames();

  private final TableNames tables;

  Naming(Draft draft) {
    tables = new TableNames(draft);
    ofDesign.take(DesignNames.COUNTERS);
    for (PlannedTable table : draft.tables().values()) {
      if (draft.isEntity(table.source().name())) {
        ofDesign.take(table.name());
        DesignNames names = new DesignNames();
        names.take("main");
        takeDigest(table, names);
        ofEntities.put(table.source().name(), names);
        // A column keeps its name, which is unlike those of the same table.
        table.columns().forEach(column -> columns.put(column, names.take(column.name())));
      }
    }
    for (PlannedTable table : draft.tables().values()) {
      if (draft.shape(table.source().name()) instanceof Shape.Owned owned) {
        DesignNames names = ofEntities.get(owned.owner());
        moved(table, owned, draft.tables().get(owned.owner()), names);
      }
    }
    for (IndexChoice index : draft.allIndexes()) {
      indexes.put(index, ofDesign.take(index.name(draft.tables().get(index.table()))));
    }
  }

  /** The names of the key of a table without identity. */
  private static void takeDigest(PlannedTable table, DesignNames names) {
    if (table.identity().kind() == Identity.Kind.NONE) {
      names.take(DesignBuilder.DIGEST);
      names.take(DesignBuilder.COPY);
    }
  }

  private void moved(
      PlannedTable table, Shape.Owned owned, PlannedTable ownerTable, DesignNames names) {
    if (owned instanceof Shape.Items) {
      // The key of an item stands beside that of its owner.
      DesignNames own = new DesignNames();
      takeDigest(table, own);
      Set<String> taken = new LinkedHashSet<>();
      for (String column : ownerTable.identity().columns()) {
        taken.add(own.take(columns.get(ownerTable.column(column))));
      }
      for (PlannedColumn column : table.columns()) {
        String name = column.name();
        columns.put(column, own.take(taken.contains(name) ? table.name() + "_" + name : name));
      }
      return;
    }
    for (PlannedColumn column : table.columns()) {
      String source = column.source().name();
      if (owned instanceof Shape.Elements elements && source.equals(elements.element())) {
        columns.put(column, names.take(table.name()));
      } else if (!owned.ownerColumns().contains(source)) {
        columns.put(column, names.take(column.name()));
      }
    }
  }

  /** Returns the name of a column in the design; null if the column is not in it. */
  String of(PlannedColumn column) {
    return columns.get(column);
  }

  String of(IndexChoice index) {
    return indexes.get(index);
  }

  /** Returns the name of the entity with the sequences, which is taken when it is asked for. */
  String sequences() {
    if (sequences.isEmpty()) {
      sequences = ofDesign.take("sequence");
    }
    return sequences;
  }

  /** Returns whether a reference of an entity has names for its tables that no other table has. */
  boolean areFree(String entity, String reference) {
    return tables.areFree(entity, reference);
  }

  Map<IndexChoice, String> indexes() {
    return indexes;
  }

  /** Returns a new name beside those of entities and indexes. */
  String counter(String wanted) {
    return ofDesign.take(wanted);
  }
}

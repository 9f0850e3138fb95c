package org.portolan.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.types.Column;

/** The differences between two schemas of a table that no alteration can make. */
final class AlterationRules {
  private AlterationRules() {}

  /** Returns what an alteration cannot do, a sentence each; empty if it can do everything. */
  static List<String> faults(TableSchema standing, TableSchema after) {
    List<String> faults = new ArrayList<>();
    if (!standing.name().equals(after.name())) {
      faults.add("its name cannot become '" + after.name() + "'");
    }
    if (!standing.key().equals(after.key())) {
      faults.add(
          "its key is "
              + SchemaText.keys(standing.key())
              + " and cannot become "
              + SchemaText.keys(after.key()));
    }
    if (standing.partitionColumns() != after.partitionColumns()) {
      faults.add(
          "it has "
              + standing.partitionColumns()
              + " partition columns and cannot have "
              + after.partitionColumns());
    }
    for (Family wanted : after.families()) {
      Optional<Family> family = standing.family(wanted.name());
      family.ifPresent(each -> addFaults(each, wanted, faults));
      Set<String> names = new HashSet<>();
      for (Column column : StoredFamily.columns(wanted)) {
        if (!names.add(column.name())) {
          faults.add(
              "its family '" + wanted.name() + "' would have two columns '" + column.name() + "'");
        }
      }
    }
    return faults;
  }

  private static void addFaults(Family standing, Family wanted, List<String> faults) {
    List<Column> columns = StoredFamily.columns(standing);
    List<Column> wantedColumns = StoredFamily.columns(wanted);
    boolean sameKind =
        standing.getClass().equals(wanted.getClass())
            && (!(standing instanceof ItemFamily items)
                || items.itemKey().equals(((ItemFamily) wanted).itemKey()));
    boolean appends =
        columns.size() <= wantedColumns.size()
            && wantedColumns.subList(0, columns.size()).equals(columns);
    if (!sameKind || !appends) {
      faults.add(
          "its family is "
              + SchemaText.describe(standing)
              + " and cannot become "
              + SchemaText.describe(wanted));
    }
  }
}

package org.portolan.migrate;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.Store;

/**
 * What ends a migration that followed its database, after the database's writers have stopped:
 * tables of which the log did not tell everything are compared and repaired, sequences begin above
 * the greatest numbers, and counters are counted.
 */
public final class FinalComparison {
  private FinalComparison() {}

  /**
   * Does so. Rows that the store cannot have go to the file of rejected rows.
   *
   * @param migration of the state in which the writers left the database
   * @param compared the tables to compare; with each whose keys have a collation, so are the others
   *     of its entity, since its rows may be refused because of these
   * @return how many rows were rejected
   */
  public static long run(Migration migration, Store store, Collection<String> compared) {
    TouchedTables touched =
        new TouchedTables(migration, store, new StoreRowWriter(store, migration.contested()));
    List<TablePlan> plans = migration.plan().tables();
    Set<String> tables = withTheirEntities(plans, compared);
    Set<String> entities =
        plans.stream()
            .filter(table -> tables.contains(table.name()))
            .map(table -> table.entity().name())
            .collect(Collectors.toSet());
    // Where a row of the database goes from the store, a second pass must bring it again.
    plans.stream().filter(table -> entities.contains(table.entity().name())).forEach(touched::add);
    long rejected;
    try (Rejects rejects = new Rejects(migration.options().rejects(), true)) {
      Verification verification =
          new Verification(migration, store, false, true, rejects, difference -> {});
      List<Verification.TableResult> unused =
          verification.run(table -> tables.contains(table.name()));
      plans.stream()
          .filter(table -> verification.tablesRejectedLate().contains(table.name()))
          .forEach(touched::add);
      rejected = rejects.count();
    }
    migration.begin(store, migration.plan());
    migration.finish(store, true);
    return rejected;
  }

  private static Set<String> withTheirEntities(List<TablePlan> plans, Collection<String> compared) {
    Set<String> entities =
        plans.stream()
            .filter(table -> table.hasCollatedOwner() && compared.contains(table.name()))
            .map(table -> table.entity().name())
            .collect(Collectors.toSet());
    return plans.stream()
        .filter(
            table -> compared.contains(table.name()) || entities.contains(table.entity().name()))
        .map(TablePlan::name)
        .collect(Collectors.toSet());
  }
}

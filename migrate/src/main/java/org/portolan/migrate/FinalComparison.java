package org.portolan.migrate;

import java.util.Collection;
import java.util.List;
import org.portolan.data.Store;

/**
 * What ends a migration that followed its database, after the database's writers have stopped:
 * tables of which the log did not tell everything are compared and repaired, sequences begin above
 * the greatest numbers, and counters are counted.
 */
public final class FinalComparison {
  private FinalComparison() {}

  /**
   * Does so.
   *
   * @param migration of the state in which the writers left the database
   * @param tables those to compare
   */
  public static void run(Migration migration, Store store, Collection<String> tables) {
    List<Verification.TableResult> unused =
        new Verification(migration, store, false, true, difference -> {})
            .run(table -> tables.contains(table.name()));
    migration.begin(store, migration.plan());
    migration.finish(store, true);
  }
}

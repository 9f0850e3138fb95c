package org.portolan.engine.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.EngineException;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;

/**
 * Alters tables. A process takes the right to alter a table by an entry of the catalog, which
 * expires if the process dies. It adds columns and tables in CQL, which no other process uses yet,
 * then replaces the declaration of the table at one moment, then drops the tables of removed
 * families of items. A call that is repeated finds what is already there. The columns of a removed
 * family stay in CQL, and their names are never used again: Cassandra may show old values of a
 * column that is dropped and added again. Thread-safe under the lock of {@link Tables}.
 */
final class Alterations {
  private final StoreUri uri;
  private final SchemaStatements schemas;
  private final Catalog catalog;
  private final TableChecks checks;

  Alterations(StoreUri uri, SchemaStatements schemas, Catalog catalog, TableChecks checks) {
    this.uri = uri;
    this.schemas = schemas;
    this.catalog = catalog;
    this.checks = checks;
  }

  /** Alters a table; returns what it is now, empty if it does not exist. */
  Optional<StoredTable> alter(TableSchema before, TableSchema after) {
    Tables.requireCreatable(after);
    String name = before.name();
    long end = System.nanoTime() + Tables.OTHERS_WAIT_MAX.toNanos();
    while (true) {
      Optional<StoredTable> standing = standing(name).map(Catalog.Entry::table);
      if (standing.isEmpty()) {
        return standing;
      }
      StoredTable altered = standing.get().altered(before, after);
      if (altered.equals(standing.get()) && leftOver(altered).isEmpty()) {
        return standing;
      }
      // Refuses what Cassandra cannot have.
      var unused = new TableHandle(uri.keyspace(), altered);
      if (catalog.beginAltering(altered)) {
        Optional<StoredTable> done = standing(name).map(entry -> alterAlone(entry, before, after));
        catalog.endAltering(name);
        return done;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new EngineException(
            "interrupted before altering table '" + name + "' in " + uri.uri());
      }
      if (System.nanoTime() - end > 0) {
        throw new UnavailableException(
            "cannot " + act(name) + ": another process is altering it; try again in two minutes");
      }
      Tables.awaitOthers();
    }
  }

  private String act(String name) {
    return "alter table '" + name + "' in " + uri.uri();
  }

  private Optional<Catalog.Entry> standing(String name) {
    return catalog.read(name).filter(Catalog.Entry::stands);
  }

  /** Alters a table that only this process may alter. */
  private StoredTable alterAlone(Catalog.Entry entry, TableSchema before, TableSchema after) {
    String name = before.name();
    StoredTable altered;
    try {
      altered = entry.table().altered(before, after);
      if (!altered.equals(entry.table())) {
        make(new TableHandle(uri.keyspace(), altered), after);
      }
    } catch (SchemaMismatchException | IllegalArgumentException refused) {
      catalog.endAltering(name);
      throw refused;
    }
    if (!altered.equals(entry.table()) && !catalog.alter(entry, altered)) {
      throw new UnavailableException(
          "cannot " + act(name) + ": another process has changed it meanwhile; try again");
    }
    leftOver(altered).forEach(schemas::drop);
    return altered;
  }

  /** Adds the columns and tables in CQL that are not there yet, and checks them. */
  private void make(TableHandle table, TableSchema after) {
    String act = act(table.name());
    List<StoredTable> entered = catalog.read().values().stream().map(Catalog.Entry::table).toList();
    Tables.requireFreeNames(uri.keyspace(), table.stored(), entered);
    // The server that is asked next must know what an earlier attempt has added.
    schemas.awaitAgreement(act);
    Map<String, Map<String, String>> there = checks.standing();
    for (CqlTable each : table.tables()) {
      Map<String, String> columns = there.get(each.name());
      if (columns == null) {
        schemas.changeSoon(act, each.creation(TableOptions.of(after)));
        continue;
      }
      List<String> missing = new ArrayList<>(each.columns().keySet());
      missing.removeAll(columns.keySet());
      if (!missing.isEmpty()) {
        schemas.changeSoon(act, each.addition(missing));
      }
    }
    schemas.awaitAgreement(act);
    checks.columns(List.of(table));
    checks.removals(List.of(table));
  }

  /** Returns the CQL tables of removed families that are still there. */
  private List<String> leftOver(StoredTable table) {
    List<String> removed = CqlLayout.removedTables(table);
    if (removed.isEmpty()) {
      return removed;
    }
    Map<String, Map<String, String>> there = checks.standing();
    return removed.stream().filter(there::containsKey).toList();
  }
}

package org.portolan.engine.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.EngineException;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;

/**
 * The tables of an open store. Other processes may create and drop tables: an unknown table is
 * looked up in the catalog. Thread-safe.
 */
final class Tables {
  static final Duration OTHERS_WAIT_MAX = Duration.ofSeconds(30);
  private static final long OTHERS_POLL_MILLIS = 100;

  private final StoreUri uri;
  private final SchemaStatements schemas;
  private final Catalog catalog;
  private final Statements statements;
  private final Map<String, TableHandle> known = new ConcurrentHashMap<>();
  private final TableChecks checks;
  private final Alterations alterations;

  Tables(StoreUri uri, SchemaStatements schemas, Catalog catalog, Statements statements) {
    this.uri = uri;
    this.schemas = schemas;
    this.catalog = catalog;
    this.statements = statements;
    checks = new TableChecks(uri, schemas);
    alterations = new Alterations(uri, schemas, catalog, checks);
  }

  /** Reads all tables, and checks that they are as Portolan made them. */
  List<TableSchema> read() {
    List<TableHandle> standing =
        catalog.read().values().stream()
            .filter(Catalog.Entry::stands)
            .map(entry -> new TableHandle(uri.keyspace(), entry.table()))
            .toList();
    Set<String> names = new HashSet<>();
    standing.forEach(table -> names.add(table.name()));
    known.keySet().retainAll(names);
    List<TableHandle> unknown =
        standing.stream().filter(table -> !isKnown(table.stored())).toList();
    if (!unknown.isEmpty()) {
      checks.columns(unknown);
      checks.removals(unknown);
      unknown.forEach(table -> known.put(table.name(), table));
    }
    return standing.stream().map(TableHandle::schema).toList();
  }

  /** Whether this client has the table as it is: another may have altered it. */
  private boolean isKnown(StoredTable table) {
    TableHandle handle = known.get(table.schema().name());
    return handle != null && handle.stored().equals(table);
  }

  TableHandle get(String name) {
    TableHandle table = known.get(name);
    return table != null ? table : find(name);
  }

  private synchronized TableHandle find(String name) {
    Optional<Catalog.Entry> entry = catalog.read(name);
    if (entry.isEmpty() || !entry.get().stands()) {
      throw missing(name);
    }
    TableHandle table = new TableHandle(uri.keyspace(), entry.get().table());
    checks.columns(List.of(table));
    checks.removals(List.of(table));
    known.put(name, table);
    return table;
  }

  private IllegalArgumentException missing(String name) {
    return new IllegalArgumentException(
        "there is no table '" + name + "', only " + known.keySet().stream().sorted().toList());
  }

  synchronized void create(TableSchema schema) {
    createAll(List.of(schema));
  }

  /**
   * Creates tables with one wait for the servers' agreement. First those are made that no other
   * process has begun, then the others are waited for: so two processes that create the same tables
   * do not wait for each other.
   */
  synchronized void createAll(List<TableSchema> wanted) {
    List<TableSchema> missing = new ArrayList<>();
    List<StoredTable> made = new ArrayList<>();
    for (TableSchema schema : wanted) {
      requireCreatable(schema);
      Optional<Catalog.Entry> entry =
          known.containsKey(schema.name()) ? catalog.read(schema.name()) : Optional.empty();
      if (entry.isPresent() && entry.get().stands()) {
        SchemaText.requireSame(entry.get().schema(), schema);
        made.add(entry.get().table());
      } else {
        missing.add(schema);
      }
    }
    List<TableSchema> begun = catalog.beginCreating(missing);
    make(begun);
    for (TableSchema schema : missing) {
      Optional<StoredTable> standing =
          begun.contains(schema) ? Optional.empty() : beginCreating(schema);
      if (!begun.contains(schema) && standing.isEmpty()) {
        make(List.of(schema));
      }
      made.add(standing.orElseGet(() -> StoredTable.created(schema)));
    }
    statements.clear();
    made.forEach(this::know);
  }

  /** Uses a table as it is now. */
  private void know(StoredTable table) {
    if (!isKnown(table)) {
      known.put(table.schema().name(), new TableHandle(uri.keyspace(), table));
    }
  }

  /** Alters a table, see {@link Alterations}. */
  synchronized void alter(TableSchema before, TableSchema after) {
    StoredTable altered =
        alterations.alter(before, after).orElseThrow(() -> missing(before.name()));
    statements.clear();
    know(altered);
  }

  /** Makes tables whose creation this process has begun in the catalogue. */
  private void make(List<TableSchema> begun) {
    if (begun.isEmpty()) {
      return;
    }
    List<TableHandle> tables =
        begun.stream().map(schema -> new TableHandle(uri.keyspace(), schema)).toList();
    List<String> names = begun.stream().map(TableSchema::name).toList();
    String act =
        (names.size() == 1 ? "create table '" + names.get(0) + "'" : "create tables " + names)
            + " in "
            + uri.uri();
    try {
      List<StoredTable> entered =
          catalog.read().values().stream().map(Catalog.Entry::table).toList();
      tables.forEach(table -> requireFreeNames(uri.keyspace(), table.stored(), entered));
      for (TableHandle table : tables) {
        table.creations().forEach(creation -> schemas.changeSoon(act, creation));
      }
      schemas.awaitAgreement(act);
      checks.columns(tables);
      checks.removals(tables);
    } catch (SchemaMismatchException | IllegalArgumentException refused) {
      names.forEach(catalog::forget);
      throw refused;
    }
    if (catalog.endCreating(begun).size() < begun.size()) {
      throw new UnavailableException("cannot " + act + ": it took too long; try again");
    }
  }

  /** Returns the table if it exists with this schema; if not, this process must create it. */
  private Optional<StoredTable> beginCreating(TableSchema schema) {
    long end = System.nanoTime() + OTHERS_WAIT_MAX.toNanos();
    while (!catalog.beginCreating(schema)) {
      if (Thread.currentThread().isInterrupted()) {
        throw new EngineException(
            "interrupted before creating table '" + schema.name() + "' in " + uri.uri());
      }
      Optional<Catalog.Entry> entry = catalog.read(schema.name());
      if (entry.isPresent() && entry.get().stands()) {
        SchemaText.requireSame(entry.get().schema(), schema);
        return Optional.of(entry.get().table());
      }
      if (entry.isPresent() && entry.get().state() == Catalog.State.DROPPING) {
        finishDropping(entry.get().table());
      } else {
        if (System.nanoTime() - end > 0) {
          throw new UnavailableException(
              "cannot create table '"
                  + schema.name()
                  + "' in "
                  + uri.uri()
                  + ": another process is creating it; try again in two minutes");
        }
        awaitOthers();
      }
    }
    return Optional.empty();
  }

  static void awaitOthers() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(OTHERS_POLL_MILLIS));
  }

  /**
   * Refuses a schema by itself.
   *
   * @throws IllegalArgumentException if it has a name of the engine's own, or an option that
   *     Cassandra does not have
   */
  static void requireCreatable(TableSchema schema) {
    var unused = TableOptions.of(schema);
    if (schema.name().equals(Catalog.NAME)) {
      throw new IllegalArgumentException(
          "the name " + Catalog.NAME + " is reserved for the engine");
    }
  }

  /**
   * Refuses tables that have the same name in CQL: {@code a_b}, and the items {@code b} of a.
   *
   * @param others the table itself may be among them
   */
  static void requireFreeNames(String keyspace, StoredTable table, List<StoredTable> others) {
    TableSchema schema = table.schema();
    Map<String, String> owners = new HashMap<>(Map.of(Catalog.NAME, Catalog.NAME));
    for (StoredTable other : others) {
      String name = other.schema().name();
      if (!name.equals(schema.name())) {
        new TableHandle(keyspace, other).tables().forEach(each -> owners.put(each.name(), name));
      }
    }
    for (CqlTable each : new TableHandle(keyspace, table).tables()) {
      String owner = owners.put(each.name(), schema.name());
      if (owner != null) {
        throw new SchemaMismatchException(
            "table '"
                + schema.name()
                + "' needs the CQL table "
                + each.name()
                + ", which belongs to table '"
                + owner
                + "'; give the table or its family another name");
      }
    }
  }

  synchronized void drop(String name) {
    Optional<Catalog.Entry> entry = catalog.read(name);
    if (entry.isPresent() && entry.get().state() != Catalog.State.CREATING) {
      catalog.beginDropping(name);
      known.remove(name);
      finishDropping(entry.get().table());
      statements.clear();
    }
    known.remove(name);
  }

  private void finishDropping(StoredTable table) {
    new TableHandle(uri.keyspace(), table).tables().forEach(each -> schemas.drop(each.name()));
    CqlLayout.removedTables(table).forEach(schemas::drop);
    catalog.forget(table.schema().name());
  }
}

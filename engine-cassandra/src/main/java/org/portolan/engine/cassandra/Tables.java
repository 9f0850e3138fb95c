package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.EngineException;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of an open store. Other processes may create and drop tables: an unknown table is
 * looked up in the catalog. Thread-safe.
 */
final class Tables {
  private static final Logger LOG = LoggerFactory.getLogger(Tables.class);

  private static final Duration OTHERS_WAIT_MAX = Duration.ofSeconds(30);
  private static final long OTHERS_POLL_MILLIS = 100;

  private final StoreUri uri;
  private final SchemaStatements schemas;
  private final Catalog catalog;
  private final Statements statements;
  private final Map<String, TableHandle> known = new ConcurrentHashMap<>();

  Tables(StoreUri uri, SchemaStatements schemas, Catalog catalog, Statements statements) {
    this.uri = uri;
    this.schemas = schemas;
    this.catalog = catalog;
    this.statements = statements;
  }

  /** Reads all tables, and checks that they are as Portolan made them. */
  List<TableSchema> read() {
    List<TableHandle> standing =
        catalog.read().values().stream()
            .filter(entry -> entry.state() == Catalog.State.STANDING)
            .map(entry -> new TableHandle(uri.keyspace(), entry.schema()))
            .toList();
    Set<String> names = new HashSet<>();
    standing.forEach(table -> names.add(table.name()));
    known.keySet().retainAll(names);
    List<TableHandle> unknown =
        standing.stream().filter(table -> !known.containsKey(table.name())).toList();
    if (!unknown.isEmpty()) {
      checkColumns(unknown);
      checkRemovals(unknown);
      unknown.forEach(table -> known.put(table.name(), table));
    }
    return standing.stream().map(TableHandle::schema).toList();
  }

  TableHandle get(String name) {
    TableHandle table = known.get(name);
    return table != null ? table : find(name);
  }

  private synchronized TableHandle find(String name) {
    Optional<Catalog.Entry> entry = catalog.read(name);
    if (entry.isEmpty() || entry.get().state() != Catalog.State.STANDING) {
      throw new IllegalArgumentException(
          "there is no table '" + name + "', only " + known.keySet().stream().sorted().toList());
    }
    TableHandle table = new TableHandle(uri.keyspace(), entry.get().schema());
    checkColumns(List.of(table));
    checkRemovals(List.of(table));
    known.put(name, table);
    return table;
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
    for (TableSchema schema : wanted) {
      requireCreatable(schema);
      TableHandle standing = known.get(schema.name());
      if (standing != null && catalog.read(schema.name()).isPresent()) {
        SchemaText.requireSame(standing.schema(), schema);
      } else {
        missing.add(schema);
      }
    }
    List<TableSchema> begun = catalog.beginCreating(missing);
    make(begun);
    for (TableSchema schema : missing) {
      if (!begun.contains(schema) && beginCreating(schema)) {
        make(List.of(schema));
      }
    }
    statements.clear();
    missing.forEach(schema -> known.put(schema.name(), new TableHandle(uri.keyspace(), schema)));
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
      List<TableSchema> entered =
          catalog.read().values().stream().map(Catalog.Entry::schema).toList();
      begun.forEach(schema -> requireFreeNames(uri.keyspace(), schema, entered));
      for (TableHandle table : tables) {
        table.creations().forEach(creation -> schemas.changeSoon(act, creation));
      }
      schemas.awaitAgreement(act);
      checkColumns(tables);
      checkRemovals(tables);
    } catch (SchemaMismatchException | IllegalArgumentException refused) {
      names.forEach(catalog::forget);
      throw refused;
    }
    if (catalog.endCreating(begun).size() < begun.size()) {
      throw new UnavailableException("cannot " + act + ": it took too long; try again");
    }
  }

  /** Returns whether this process must create the table; false if it exists with this schema. */
  private boolean beginCreating(TableSchema schema) {
    long end = System.nanoTime() + OTHERS_WAIT_MAX.toNanos();
    while (!catalog.beginCreating(schema)) {
      if (Thread.currentThread().isInterrupted()) {
        throw new EngineException(
            "interrupted before creating table '" + schema.name() + "' in " + uri.uri());
      }
      Optional<Catalog.Entry> entry = catalog.read(schema.name());
      if (entry.isPresent() && entry.get().state() == Catalog.State.STANDING) {
        SchemaText.requireSame(entry.get().schema(), schema);
        return false;
      }
      if (entry.isPresent() && entry.get().state() == Catalog.State.DROPPING) {
        finishDropping(entry.get().schema());
      } else {
        if (System.nanoTime() - end > 0) {
          throw new UnavailableException(
              "cannot create table '"
                  + schema.name()
                  + "' in "
                  + uri.uri()
                  + ": another process is creating it; try again in two minutes");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(OTHERS_POLL_MILLIS));
      }
    }
    return true;
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
  static void requireFreeNames(String keyspace, TableSchema schema, List<TableSchema> others) {
    Map<String, String> owners = new HashMap<>(Map.of(Catalog.NAME, Catalog.NAME));
    for (TableSchema other : others) {
      if (!other.name().equals(schema.name())) {
        new TableHandle(keyspace, other)
            .tables()
            .forEach(each -> owners.put(each.name(), other.name()));
      }
    }
    for (CqlTable each : new TableHandle(keyspace, schema).tables()) {
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

  /** Compares the tables with the servers' schema, which may have been altered. */
  private void checkColumns(List<TableHandle> tables) {
    Map<String, Map<String, String>> standing = new HashMap<>();
    for (Row row :
        schemas.readSystem(
            "read the schema of " + uri.uri(),
            "SELECT table_name, column_name, kind, position, type, clustering_order FROM"
                + " system_schema.columns WHERE keyspace_name = ?",
            uri.keyspace())) {
      standing
          .computeIfAbsent(row.getString("table_name"), any -> new TreeMap<>())
          .put(
              row.getString("column_name"),
              describe(
                  row.getString("kind"),
                  row.getInt("position"),
                  row.getString("type"),
                  row.getString("clustering_order")));
    }
    for (TableHandle table : tables) {
      for (CqlTable each : table.tables()) {
        check(each, standing.getOrDefault(each.name(), Map.of()));
      }
    }
  }

  /** Checks the time for which removals are remembered, which may have been altered. */
  private void checkRemovals(List<TableHandle> tables) {
    Map<String, Integer> grace = new HashMap<>();
    List<String> repairedInPart = new ArrayList<>();
    for (Row row :
        schemas.readSystem(
            "read the options of the tables of " + uri.uri(),
            "SELECT * FROM system_schema.tables WHERE keyspace_name = ?",
            uri.keyspace())) {
      String table = row.getString("table_name");
      grace.put(table, row.getInt("gc_grace_seconds"));
      if (row.getColumnDefinitions().contains(TableOptions.READ_REPAIR)
          && !"NONE".equals(row.getString(TableOptions.READ_REPAIR))) {
        repairedInPart.add(table);
      }
    }
    List<String> ours =
        tables.stream()
            .flatMap(table -> table.tables().stream())
            .map(CqlTable::name)
            .filter(repairedInPart::contains)
            .toList();
    if (!ours.isEmpty()) {
      LOG.warn("{}: {}", uri.uri(), TableOptions.repairedInPart(uri.keyspace(), ours));
    }
    List<String> faults =
        tables.stream()
            .flatMap(table -> table.tables().stream())
            .map(CqlTable::name)
            .filter(grace::containsKey)
            .filter(name -> grace.get(name) < TableOptions.GRACE_MIN.toSeconds())
            .map(name -> TableOptions.tooShort(uri.keyspace(), name, grace.get(name)))
            .toList();
    if (!faults.isEmpty()) {
      throw new SchemaMismatchException(
          "cannot use " + uri.uri() + ": " + String.join("; ", faults));
    }
  }

  private void check(CqlTable table, Map<String, String> standing) {
    Map<String, String> wanted = new TreeMap<>();
    for (int index = 0; index < table.key().size(); index++) {
      KeyPart part = table.key().get(index);
      boolean partition = index < table.partitionColumns();
      wanted.put(
          part.name(),
          describe(
              partition ? "partition_key" : "clustering",
              partition ? index : index - table.partitionColumns(),
              part.type(),
              partition ? "none" : part.descending() ? "desc" : "asc"));
    }
    table
        .columns()
        .forEach((name, type) -> wanted.put(name, describe("regular", -1, type, "none")));
    List<String> differences = new ArrayList<>();
    wanted.forEach(
        (name, described) -> {
          String found = standing.get(name);
          if (!described.equals(found)) {
            differences.add(
                name + " is " + (found == null ? "missing" : found) + ", not " + described);
          }
        });
    standing.forEach(
        (name, described) -> {
          if (!wanted.containsKey(name) && !described.startsWith("regular")) {
            differences.add(name + " is " + described + " and should not exist");
          }
        });
    if (!differences.isEmpty()) {
      throw new SchemaMismatchException(
          "the CQL table "
              + table.qualified()
              + " differs from the table that Portolan creates: "
              + String.join("; ", differences)
              + "; drop it, or use another keyspace");
    }
  }

  private static String describe(String kind, int position, String type, String order) {
    return kind
        + " "
        + type
        + (position < 0 ? "" : " at " + position)
        + (order.equals("none") ? "" : " " + order);
  }

  synchronized void drop(String name) {
    Optional<Catalog.Entry> entry = catalog.read(name);
    if (entry.isPresent() && entry.get().state() != Catalog.State.CREATING) {
      catalog.beginDropping(name);
      known.remove(name);
      finishDropping(entry.get().schema());
      statements.clear();
    }
    known.remove(name);
  }

  private void finishDropping(TableSchema schema) {
    for (CqlTable each : new TableHandle(uri.keyspace(), schema).tables()) {
      schemas.change(
          "drop table '" + each.name() + "' of " + uri.uri(),
          "DROP TABLE IF EXISTS " + each.qualified());
    }
    catalog.forget(schema.name());
  }
}

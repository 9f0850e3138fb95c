package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.engine.SchemaMismatchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares tables with the CQL tables that the servers have. Thread-safe. */
final class TableChecks {
  private static final Logger LOG = LoggerFactory.getLogger(TableChecks.class);

  private final StoreUri uri;
  private final SchemaStatements schemas;

  TableChecks(StoreUri uri, SchemaStatements schemas) {
    this.uri = uri;
    this.schemas = schemas;
  }

  /** Compares the tables with the servers' schema, which may have been altered. */
  void columns(List<TableHandle> tables) {
    Map<String, Map<String, String>> standing = standing();
    for (TableHandle table : tables) {
      for (CqlTable each : table.tables()) {
        check(each, standing.getOrDefault(each.name(), Map.of()));
      }
    }
  }

  /** Returns the columns of all CQL tables of the keyspace, described, by table and name. */
  Map<String, Map<String, String>> standing() {
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
    return standing;
  }

  /** Checks the time for which removals are remembered, which may have been altered. */
  void removals(List<TableHandle> tables) {
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
}

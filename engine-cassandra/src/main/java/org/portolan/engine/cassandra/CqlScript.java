package org.portolan.engine.cassandra;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;

/**
 * The statements that make by {@code cqlsh} all that a new store creates: the keyspace, the
 * catalog, and the tables with their entries in it. Each statement is of the code that creates the
 * same when a store is opened.
 */
final class CqlScript {
  /** The only data centre of a cluster with Cassandra's default snitch. */
  private static final String DATA_CENTRE_DEFAULT = "datacenter1";

  private CqlScript() {}

  static String of(StoreUri uri, List<TableSchema> schemas) {
    List<String> statements = new ArrayList<>();
    statements.add(
        Keyspace.creation(
            uri.keyspace(),
            uri.dataCentre().orElse(DATA_CENTRE_DEFAULT),
            uri.replicationFactor().orElse(Keyspace.REPLICATION_FACTOR_DEFAULT)));
    statements.add(Catalog.creation(uri.keyspace()));
    List<StoredTable> tables = schemas.stream().map(StoredTable::created).toList();
    for (TableSchema schema : schemas) {
      Tables.requireCreatable(schema);
      Tables.requireFreeNames(uri.keyspace(), StoredTable.created(schema), tables);
      statements.addAll(new TableHandle(uri.keyspace(), schema).creations());
    }
    schemas.forEach(schema -> statements.add(Catalog.entering(uri.keyspace(), schema)));
    StringBuilder text = new StringBuilder();
    text.append("-- All that Portolan creates for ").append(uri.uri()).append('\n');
    text.append("-- Execute once, where the keyspace does not exist: cqlsh -f schema.cql\n");
    text.append("-- The last statements tell Portolan of the tables: keep the two together.\n");
    statements.forEach(statement -> text.append('\n').append(statement).append(";\n"));
    return text.toString();
  }
}

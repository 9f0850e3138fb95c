package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Warnings for the operator about a store that can be opened nevertheless. */
final class Warnings {
  private static final String SETTING = "SELECT value FROM system_views.settings WHERE name = ?";

  private Warnings() {}

  /** Returns the warnings, a sentence each; asks the servers. */
  static List<String> of(StoreUri uri, Keyspace keyspace, SchemaStatements statements) {
    List<String> warnings = new ArrayList<>();
    conditions(uri, keyspace.replication(), keyspace.dataCentre()).ifPresent(warnings::add);
    commitLog(uri, statements).ifPresent(warnings::add);
    return warnings;
  }

  /**
   * Warns that one data centre of several decides conditions. This is not refused: the operator may
   * keep the other data centres as a reserve, and no client can see where other clients are.
   */
  static Optional<String> conditions(StoreUri uri, Replication replication, String dataCentre) {
    if (uri.serial() != ConsistencyLevel.LOCAL_SERIAL || !replication.isOfSeveralDataCentres()) {
      return Optional.empty();
    }
    return Optional.of(
        uri.uri()
            + " decides conditions within the data centre "
            + dataCentre
            + " alone (serial=LOCAL_SERIAL), but its keyspace has replicas in several ("
            + replication
            + "): every process that opens this store must be in "
            + dataCentre
            + ", with the same read, write and serial, or two processes may win the same condition;"
            + " leave out serial to decide among all data centres");
  }

  /** Names the servers that acknowledge writes before they are on disk. */
  private static Optional<String> commitLog(StoreUri uri, SchemaStatements statements) {
    Map<String, String> servers = new TreeMap<>();
    Map<Node, String> periods = values(statements, "commitlog_sync_period");
    // Its name before Cassandra 4.1.
    Map<Node, String> millis = values(statements, "commitlog_sync_period_in_ms");
    values(statements, "commitlog_sync")
        .forEach(
            (node, mode) -> {
              if (!mode.equals("batch") && !mode.equals("group")) {
                String period =
                    periods.getOrDefault(
                        node, millis.containsKey(node) ? millis.get(node) + "ms" : "unknown");
                servers.put(String.valueOf(node.getEndPoint()), mode + ", every " + period);
              }
            });
    return servers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "servers of "
                + uri.uri()
                + " acknowledge writes before they are on disk (commitlog_sync "
                + servers
                + "): a server that loses its power forgets the writes that it acknowledged in that"
                + " time, and its promises about conditions; if no other replica has them,"
                + " acknowledged writes are lost. Set commitlog_sync: group or batch in"
                + " cassandra.yaml");
  }

  /** Returns a setting of each server that reports it; versions before 4.0 do not. */
  private static Map<Node, String> values(SchemaStatements statements, String setting) {
    Map<Node, String> values = new HashMap<>();
    statements
        .readFromEach(SETTING, setting)
        .forEach(
            (node, rows) ->
                rows.stream()
                    .map(row -> row.getString("value"))
                    .filter(Objects::nonNull)
                    .forEach(value -> values.put(node, value)));
    return values;
  }
}

package org.portolan.bench.shop;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.portolan.bench.client.CassandraSessions;
import org.portolan.engine.adapter.ClusterUri;

/** The tables of a shop on Cassandra, in the keyspace of a store, beside its own. Thread-safe. */
final class CassandraTables implements AutoCloseable {
  private static final Duration TABLE_CHANGE_MAX = Duration.ofSeconds(60);

  private static final Map<String, String> COLUMNS =
      new TreeMap<>(
          Map.of(
              "product",
              "(sku text, attempt text, reservation blob, stock int static, price bigint static,"
                  + " PRIMARY KEY (sku, attempt))",
              "order",
              "(id text PRIMARY KEY, epoch int, attempt text, content blob)",
              "list",
              "(customer text, placed bigint, id text, total bigint,"
                  + " PRIMARY KEY (customer, placed, id))"
                  + " WITH CLUSTERING ORDER BY (placed DESC, id ASC)",
              "count",
              "(part int, id text, PRIMARY KEY (part, id))",
              "email",
              "(email text PRIMARY KEY, id text, content text, open boolean)",
              "customer",
              "(id text PRIMARY KEY, content text)"));

  private final String name;
  private final CqlSession session;

  /** Opens the tables; creates them if there are none. */
  CassandraTables(ClusterUri address, String name) {
    this.name = name;
    session = CassandraSessions.open(address);
    COLUMNS.forEach(
        (table, columns) ->
            change("CREATE TABLE IF NOT EXISTS " + name + "_" + table + " " + columns));
  }

  private void change(String cql) {
    session.execute(SimpleStatement.builder(cql).setTimeout(TABLE_CHANGE_MAX).build());
  }

  /**
   * Prepares a statement at QUORUM.
   *
   * @param cql with the names of tables in braces
   */
  PreparedStatement prepare(String cql) {
    return session.prepare(builder(cql).build());
  }

  /** Prepares a read that first finishes what lightweight transactions have left unfinished. */
  PreparedStatement prepareSerial(String cql) {
    return session.prepare(
        builder(cql).setConsistencyLevel(DefaultConsistencyLevel.SERIAL).build());
  }

  private com.datastax.oss.driver.api.core.cql.SimpleStatementBuilder builder(String cql) {
    String named = cql;
    for (String table : COLUMNS.keySet()) {
      named = named.replace("{" + table + "}", name + "_" + table);
    }
    return SimpleStatement.builder(named).setConsistencyLevel(DefaultConsistencyLevel.QUORUM);
  }

  CompletableFuture<AsyncResultSet> execute(Statement<?> statement) {
    return session.executeAsync(statement).toCompletableFuture();
  }

  CqlSession session() {
    return session;
  }

  /** Removes the tables and ends the session. */
  @Override
  public void close() {
    COLUMNS.keySet().forEach(table -> change("DROP TABLE " + name + "_" + table));
    session.close();
  }
}

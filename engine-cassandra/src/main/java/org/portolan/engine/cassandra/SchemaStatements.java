package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.EngineException;
import org.portolan.engine.UnavailableException;

/** Statements about the schema: rare, not prepared, with a longer timeout. Thread-safe. */
final class SchemaStatements {
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(20);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final CqlSession session;
  private final StoreUri uri;
  private final Levels levels;
  private final Duration timeout;

  SchemaStatements(CqlSession session, StoreUri uri) {
    this.session = session;
    this.uri = uri;
    levels = uri.levels().ofSchemas();
    timeout = uri.timeout().compareTo(TIMEOUT_MIN) > 0 ? uri.timeout() : TIMEOUT_MIN;
  }

  /** Changes the schema and waits, bounded, until the servers that are up agree on it. */
  void change(String act, String cql) {
    changeSoon(act, cql);
    awaitAgreement(act);
  }

  /** Drops a table of the keyspace, if it exists. */
  void drop(String table) {
    change(
        "drop table '" + table + "' of " + uri.uri(),
        "DROP TABLE IF EXISTS " + Names.quote(uri.keyspace()) + "." + Names.quote(table));
  }

  /**
   * Changes the schema. One server has changed it then, the others follow: see {@link
   * #awaitAgreement}. Statements about different tables of one keyspace need no agreement in
   * between, since each server merges what it learns.
   */
  void changeSoon(String act, String cql) {
    var unused =
        Requests.awaitWrite(
            act, session.executeAsync(SimpleStatement.newInstance(cql).setTimeout(timeout)));
  }

  /** Waits, bounded, until the servers that are up agree on the schema. */
  void awaitAgreement(String act) {
    if (!everyServerAgrees(act)) {
      throw new UnavailableException(
          "cannot "
              + act
              + ": the servers still disagree on the schema after "
              + timeout
              + "; run 'nodetool describecluster' to see why, then try again");
    }
  }

  /**
   * Asks each server separately: the driver's own check does not wait for the agreement of a server
   * that has just started, but rows are read from it already.
   */
  private boolean everyServerAgrees(String act) {
    long end = System.nanoTime() + timeout.toNanos();
    do {
      Set<UUID> versions = new HashSet<>();
      for (List<Row> rows : readFromEach("SELECT schema_version FROM system.local").values()) {
        rows.forEach(row -> versions.add(row.getUuid("schema_version")));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw Failures.ofInterruptedWrite(act, null);
      }
      if (versions.size() <= 1) {
        return true;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    } while (System.nanoTime() < end);
    return false;
  }

  /** Asks each server that is up separately; servers that do not answer are left out. */
  Map<Node, List<Row>> readFromEach(String cql, Object... values) {
    Map<Node, CompletionStage<List<Row>>> answers = new LinkedHashMap<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getState() == NodeState.UP || node.getState() == NodeState.UNKNOWN) {
        answers.put(node, rows(statement(cql, values).setNode(node)));
      }
    }
    Map<Node, List<Row>> rows = new LinkedHashMap<>();
    answers.forEach(
        (node, answer) -> {
          try {
            rows.put(node, Requests.awaitRead("ask " + node.getEndPoint(), answer));
          } catch (EngineException unreachable) {
            // This server is left out.
          }
        });
    return rows;
  }

  private CompletionStage<List<Row>> rows(SimpleStatement statement) {
    return session.executeAsync(statement).thenCompose(Requests::allRows);
  }

  /** Reads a system table, of which every server has its own. */
  List<Row> readSystem(String act, String cql, Object... values) {
    return read(act, ConsistencyLevel.ONE, cql, values);
  }

  List<Row> read(String act, String cql, Object... values) {
    return read(act, levels.read(), cql, values);
  }

  private List<Row> read(String act, ConsistencyLevel level, String cql, Object... values) {
    return Requests.awaitRead(
        act, rows(statement(cql, values).setConsistencyLevel(level).setIdempotent(true)));
  }

  /** Changes a row on a condition and returns whether it held. */
  boolean changeIf(String act, String cql, Object... values) {
    return Requests.awaitWrite(act, changeIfAsync(cql, values));
  }

  /** Begins to change a row on a condition; the result is whether it held. */
  CompletionStage<Boolean> changeIfAsync(String cql, Object... values) {
    return session
        .executeAsync(
            statement(cql, values)
                .setConsistencyLevel(levels.write())
                .setSerialConsistencyLevel(levels.serial())
                .setIdempotent(false))
        .thenApply(AsyncResultSet::wasApplied);
  }

  private SimpleStatement statement(String cql, Object... values) {
    return SimpleStatement.newInstance(cql, values).setTimeout(timeout);
  }
}

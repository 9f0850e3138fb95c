package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.UnavailableException;

/** Statements about the schema: rare, not prepared, given more time. Thread-safe. */
final class SchemaStatements {
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(20);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final CqlSession session;
  private final Levels levels;
  private final Duration timeout;

  SchemaStatements(CqlSession session, StoreUri uri) {
    this.session = session;
    levels = uri.levels().ofSchemas();
    timeout = uri.timeout().compareTo(TIMEOUT_MIN) > 0 ? uri.timeout() : TIMEOUT_MIN;
  }

  /** Changes the schema and waits, bounded, until the servers that are up agree on it. */
  void change(String act, String cql) {
    ResultSet answer;
    try {
      answer = session.execute(SimpleStatement.newInstance(cql).setTimeout(timeout));
    } catch (DriverException failure) {
      throw Failures.ofWrite(act, failure);
    }
    boolean told = answer.getExecutionInfo().isSchemaInAgreement();
    if (!(told || session.checkSchemaAgreement()) || !everyServerAgrees()) {
      throw new UnavailableException(
          "cannot "
              + act
              + ": the servers do not agree on the schema after "
              + timeout
              + "; look at 'nodetool describecluster', then try again");
    }
  }

  /**
   * Asks each server for itself: one that has just come up is not yet among those whose agreement
   * the driver waits for, but is asked for rows all the same.
   */
  private boolean everyServerAgrees() {
    long end = System.nanoTime() + timeout.toNanos();
    do {
      Set<UUID> versions = new HashSet<>();
      for (Node node : session.getMetadata().getNodes().values()) {
        if (node.getState() == NodeState.UP || node.getState() == NodeState.UNKNOWN) {
          version(node).ifPresent(versions::add);
        }
      }
      if (versions.size() <= 1) {
        return true;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    } while (System.nanoTime() < end);
    return false;
  }

  /** Returns the version of the schema at a server, empty if it does not answer. */
  private Optional<UUID> version(Node node) {
    try {
      Row row =
          session
              .execute(
                  SimpleStatement.newInstance("SELECT schema_version FROM system.local")
                      .setNode(node)
                      .setTimeout(timeout))
              .one();
      return Optional.ofNullable(row).map(found -> found.getUuid("schema_version"));
    } catch (DriverException unreachable) {
      return Optional.empty();
    }
  }

  /** Reads a system table, which every server has for itself. */
  List<Row> readSystem(String act, String cql, Object... values) {
    return read(act, ConsistencyLevel.ONE, cql, values);
  }

  List<Row> read(String act, String cql, Object... values) {
    return read(act, levels.read(), cql, values);
  }

  private List<Row> read(String act, ConsistencyLevel level, String cql, Object... values) {
    try {
      return session
          .execute(statement(cql, values).setConsistencyLevel(level).setIdempotent(true))
          .all();
    } catch (DriverException failure) {
      throw Failures.ofRead(act, failure);
    }
  }

  /** Changes a row on a condition and returns whether it held. */
  boolean changeIf(String act, String cql, Object... values) {
    try {
      return session
          .execute(
              statement(cql, values)
                  .setConsistencyLevel(levels.write())
                  .setSerialConsistencyLevel(levels.serial())
                  .setIdempotent(false))
          .wasApplied();
    } catch (DriverException failure) {
      throw Failures.ofWrite(act, failure);
    }
  }

  private SimpleStatement statement(String cql, Object... values) {
    return SimpleStatement.newInstance(cql, values).setTimeout(timeout);
  }
}

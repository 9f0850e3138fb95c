package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.engine.adapter.InFlight;

/** The state that an engine and its views of other consistencies share. Thread-safe. */
final class Store {
  private static final SimpleStatement SERVER_CLOCK =
      SimpleStatement.newInstance("SELECT toUnixTimestamp(now()) FROM system.local")
          .setConsistencyLevel(ConsistencyLevel.ONE)
          .setTimeout(Duration.ofSeconds(1));

  private final StoreUri uri;
  private final CqlSession session;
  private final Keyspace keyspace;
  private final Statements statements;
  private final Requests requests;
  private final PartitionQueues queues;
  private final Clock clock = new Clock();
  private final Tables tables;
  private final InFlight inFlight;
  private boolean closed;

  Store(
      StoreUri uri,
      CqlSession session,
      Keyspace keyspace,
      SchemaStatements schemas,
      Catalog catalog) {
    this.uri = uri;
    this.keyspace = keyspace;
    this.session = session;
    statements = new Statements(session);
    requests = new Requests(session, uri.timeout());
    queues = new PartitionQueues(uri.timeout());
    inFlight = new InFlight(uri.uri());
    tables = new Tables(uri, schemas, catalog, statements);
  }

  Keyspace keyspace() {
    return keyspace;
  }

  StoreUri uri() {
    return uri;
  }

  Tables tables() {
    return tables;
  }

  Statements statements() {
    return statements;
  }

  Requests requests() {
    return requests;
  }

  Writer writer(Levels levels) {
    return new Writer(tables::get, statements, requests, queues, clock, levels, this::replicas);
  }

  /** Returns the replicas of a statement's partition; the same for all while they are unknown. */
  private Object replicas(BoundStatement statement) {
    ByteBuffer key = statement.getRoutingKey();
    return key == null
        ? Set.of()
        : session
            .getMetadata()
            .getTokenMap()
            .map(map -> map.getReplicas(CqlIdentifier.fromInternal(uri.keyspace()), key))
            .orElse(Set.of());
  }

  InFlight inFlight() {
    return inFlight;
  }

  CassandraMetrics metrics() {
    return new CassandraMetrics(session, uri.keyspace(), inFlight);
  }

  /** Returns the time by the clock of a node that answers at once. */
  OptionalLong serverMillis() {
    Row row = requests.read("read a server's clock", SERVER_CLOCK).one();
    return OptionalLong.of(row.getLong(0));
  }

  String describe() {
    return "Apache Cassandra "
        + session.getMetadata().getNodes().values().stream()
            .map(Node::getCassandraVersion)
            .map(String::valueOf)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "))
        + ", "
        + session.getMetadata().getNodes().size()
        + " servers";
  }

  /** Waits for running calls and closes all connections and threads. */
  synchronized void close() {
    if (!closed) {
      closed = true;
      inFlight.close();
      session.close();
    }
  }
}

package org.portolan.engine.cassandra;

import java.util.List;
import java.util.Optional;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.engine.TableScript;

/**
 * Opens stores of the form {@code cassandra://host:port[,host:port]/keyspace}, with the options
 *
 * <ul>
 *   <li>{@code rf}: the replicas of a row in the data centre, by default 3 for a new keyspace; a
 *       keyspace with another number is refused;
 *   <li>{@code read}, {@code write}: how many replicas answer (ONE, QUORUM, ALL, LOCAL_ONE,
 *       LOCAL_QUORUM; default QUORUM);
 *   <li>{@code serial}: the data centres that decide conditions (SERIAL, the default: all;
 *       LOCAL_SERIAL: only the client's, so all processes must be in that one);
 *   <li>{@code dc}: the client's data centre, by default that of the first hosts;
 *   <li>{@code timeout}: how long a request may take, by default 10s.
 * </ul>
 *
 * A store is a keyspace; it may be open in many processes at once.
 */
public final class CassandraEngineProvider implements EngineProvider {

  @Override
  public String scheme() {
    return StoreUri.SCHEME;
  }

  @Override
  public String uriForm() {
    return StoreUri.FORM;
  }

  @Override
  public Capabilities capabilities() {
    return CassandraCapabilities.ALL;
  }

  @Override
  public StoredSizes sizes() {
    return CassandraSizes.ALL;
  }

  @Override
  public void checkOptions(TableSchema table) {
    TableOptions.of(table);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The text is a script for {@code cqlsh}. A URI without {@code dc} gets the name that the only
   * data centre has by default, one without {@code rf} 3 replicas.
   */
  @Override
  public Optional<TableScript> script(String uri, List<TableSchema> tables) {
    return Optional.of(new TableScript("schema.cql", CqlScript.of(StoreUri.parse(uri), tables)));
  }

  @Override
  public String exampleUri(String name) {
    return "cassandra://localhost:9042/" + name;
  }

  /**
   * {@inheritDoc}
   *
   * @throws org.portolan.engine.UnavailableException if no server answers in time
   * @throws org.portolan.engine.SchemaMismatchException if the keyspace has another replication
   *     factor, or if the columns of its tables, or the time for which they remember removals, were
   *     altered
   */
  @Override
  public Engine open(String uri, OpenMode mode) {
    return Opening.open(StoreUri.parse(uri), mode);
  }
}

package org.portolan.engine.cassandra;

import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;

/**
 * Opens stores of the form {@code cassandra://host:port[,host:port]/keyspace}, with the options
 *
 * <ul>
 *   <li>{@code rf}: the replicas of a row in the data centre, 3 if the keyspace is created and
 *       nothing is said; a keyspace with another number is refused;
 *   <li>{@code read}, {@code write}: how many replicas answer (ONE, QUORUM, ALL, LOCAL_ONE,
 *       LOCAL_QUORUM; QUORUM if nothing is said);
 *   <li>{@code serial}: who decides conditions (SERIAL: all data centres, if nothing is said;
 *       LOCAL_SERIAL: the client's alone, so that all processes must be in it);
 *   <li>{@code dc}: the client's data centre, that of the first hosts if nothing is said;
 *   <li>{@code timeout}: how long a request may take, 10s if nothing is said.
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

  /**
   * {@inheritDoc}
   *
   * @throws org.portolan.engine.UnavailableException if no server answers in time
   * @throws org.portolan.engine.SchemaMismatchException if the keyspace has another replication
   *     factor, or somebody altered its tables: their columns, or how long they remember removals
   */
  @Override
  public Engine open(String uri, OpenMode mode) {
    return Opening.open(StoreUri.parse(uri), mode);
  }
}

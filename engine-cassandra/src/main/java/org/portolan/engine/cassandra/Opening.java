package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a store: connects, finds or creates its keyspace and catalog, and reads its tables. */
final class Opening {
  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  /** The URIs of stores whose warnings were logged. */
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private Opening() {}

  static CassandraEngine open(StoreUri uri, OpenMode mode) {
    CqlSession session = connect(uri);
    boolean opened = false;
    try {
      SchemaStatements schemas = new SchemaStatements(session, uri);
      Keyspace keyspace = new Keyspace(session, uri, schemas);
      keyspace.open(mode);
      Catalog catalog = new Catalog(uri, schemas);
      catalog.open(mode);
      Store store = new Store(uri, session, keyspace, schemas, catalog);
      store.tables().read();
      CassandraEngine engine = new CassandraEngine(store, uri.levels());
      warn(uri, keyspace, schemas);
      opened = true;
      return engine;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  /** Logs the warnings only once in each process, since a process may open a store often. */
  private static void warn(StoreUri uri, Keyspace keyspace, SchemaStatements schemas) {
    if (WARNED.add(uri.uri())) {
      Warnings.of(uri, keyspace, schemas).forEach(LOG::warn);
    }
  }

  private static CqlSession connect(StoreUri uri) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoints(uri.hosts())
            .withApplicationName("portolan")
            .withSchemaChangeListener(new SchemaWatch(uri))
            .withConfigLoader(DriverSettings.of(uri));
    uri.dataCentre().ifPresent(builder::withLocalDatacenter);
    CompletionStage<CqlSession> connecting = builder.buildAsync();
    try {
      return connecting.toCompletableFuture().get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      var unused = connecting.thenAccept(CqlSession::closeAsync);
      throw new EngineException(
          "cannot open " + uri.uri() + ": interrupted while connecting", interrupted);
    } catch (ExecutionException wrapped) {
      Throwable failure = wrapped.getCause();
      throw new UnavailableException(
          "cannot open "
              + uri.uri()
              + ": no server at "
              + uri.hosts()
              + " answers as expected: "
              + failure.getMessage()
              + "; check that the servers run and can be reached",
          failure);
    }
  }
}

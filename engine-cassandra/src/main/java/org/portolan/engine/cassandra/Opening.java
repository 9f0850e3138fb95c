package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.UnavailableException;

/** Opens a store: connects, finds or creates its keyspace and catalog, and reads its tables. */
final class Opening {
  private Opening() {}

  static CassandraEngine open(StoreUri uri, OpenMode mode) {
    CqlSession session = connect(uri);
    boolean opened = false;
    try {
      SchemaStatements schemas = new SchemaStatements(session, uri);
      new Keyspace(session, uri, schemas).open(mode);
      Catalog catalog = new Catalog(uri, schemas);
      catalog.open(mode);
      Store store = new Store(uri, session, schemas, catalog);
      store.tables().read();
      CassandraEngine engine = new CassandraEngine(store, uri.levels());
      opened = true;
      return engine;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private static CqlSession connect(StoreUri uri) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoints(uri.hosts())
            .withApplicationName("portolan")
            .withConfigLoader(DriverSettings.of(uri));
    uri.dataCentre().ifPresent(builder::withLocalDatacenter);
    try {
      return builder.build();
    } catch (DriverException | IllegalStateException failure) {
      throw new UnavailableException(
          "cannot open "
              + uri.uri()
              + ": no server answers as asked at "
              + uri.hosts()
              + ": "
              + failure.getMessage()
              + "; check that they run and are reached",
          failure);
    }
  }
}

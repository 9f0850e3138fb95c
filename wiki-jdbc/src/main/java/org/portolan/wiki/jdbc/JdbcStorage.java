package org.portolan.wiki.jdbc;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.StoreCheck;
import org.portolan.wiki.storage.ComposedStorage;

/** A wiki in a relational database. Thread-safe. */
final class JdbcStorage extends ComposedStorage {
  private final Database database;

  /** Opens the wiki of a URI, see {@link JdbcStorageProvider#open}. */
  static JdbcStorage open(String uri, boolean create) {
    return open(new Database(JdbcUri.of(uri), create), create);
  }

  /** Takes over a database, and closes it if it cannot be used. */
  static JdbcStorage open(Database database, boolean create) {
    try {
      new Schema(database).prepare(create);
      Actors actors = new Actors(database);
      JdbcJobs jobs = new JdbcJobs(database);
      return new JdbcStorage(database, actors, jobs, new JdbcWiki(database, actors, jobs));
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private JdbcStorage(Database database, Actors actors, JdbcJobs jobs, JdbcWiki wiki) {
    super(
        database.uri().toString(),
        wiki,
        wiki::rules,
        jobs,
        new JdbcNames(database),
        new JdbcImports(database, actors));
    this.database = database;
  }

  /** Corrections of different pages have no row in common. */
  @Override
  public boolean oneWriter() {
    return false;
  }

  @Override
  public StoreCheck.Result check(
      StoreCheck.Options options, Consumer<StoreCheck.Finding> findings, LongConsumer progress) {
    return new JdbcCheck(database, options, findings).run(progress);
  }

  @Override
  public void close() {
    database.close();
  }
}

package org.portolan.wiki.jdbc;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.StoreCheck;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.NamesTable;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.storage.WriteRules;

/** A wiki in a relational database. Thread-safe. */
final class JdbcStorage implements WikiStorage {
  private final Database database;
  private final JdbcJobs jobs;
  private final Actors actors;
  private final JdbcWiki wiki;

  /** Opens the wiki of a URI, see {@link JdbcStorageProvider#open}. */
  static JdbcStorage open(String uri, boolean create) {
    return open(new Database(JdbcUri.of(uri), create), create);
  }

  /** Takes over a database, and closes it if it cannot be used. */
  static JdbcStorage open(Database database, boolean create) {
    try {
      new Schema(database).prepare(create);
      return new JdbcStorage(database);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private JdbcStorage(Database database) {
    this.database = database;
    this.jobs = new JdbcJobs(database);
    this.actors = new Actors(database);
    this.wiki = new JdbcWiki(database, actors, jobs);
  }

  @Override
  public String uri() {
    return database.uri().toString();
  }

  @Override
  public Wiki wiki() {
    return wiki;
  }

  @Override
  public WriteRules rules() {
    return wiki.rules();
  }

  @Override
  public JobTable jobs() {
    return jobs;
  }

  @Override
  public NamesTable names() {
    return new JdbcNames(database);
  }

  @Override
  public ImportTable imports() {
    return new JdbcImports(database, actors);
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

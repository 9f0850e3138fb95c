package org.portolan.bench.loading;

import java.nio.file.Path;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.MigrationSummary;
import org.portolan.migrate.sql.JdbcSource;

/** The stores of a run, each of them filled once with the same rows. Used by one thread. */
final class Migrations implements AutoCloseable {
  private final SiblingStores siblings;
  private final MigratedRows migrated;
  private final WorkDirectory directory;
  private final JdbcSource source;
  private final long rows;
  private final OwnClient client;
  private final String first;
  private int stores;

  /** Fills a first store, whose cells the own client then writes. */
  Migrations(String given, MigratedRows migrated, WorkDirectory directory) {
    this.siblings = new SiblingStores(given, directory);
    this.migrated = migrated;
    this.directory = directory;
    this.source = new JdbcSource(migrated.url(), MigrationOptions.THREADS_DEFAULT, false);
    this.rows = migrated.read(source);
    this.first = nextUri();
    migrate(first);
    this.client = new OwnClient(first, this::emptyStore);
  }

  private String nextUri() {
    stores++;
    return siblings.uri(Integer.toString(stores));
  }

  private Path emptyStore() {
    String uri = nextUri();
    Stores.openOrCreate(uri, migrated.design()).close();
    return OwnClient.path(uri);
  }

  /** Reads the rows; returns the seconds that this took. */
  double read() {
    long start = System.nanoTime();
    long read = migrated.read(source);
    if (read != rows) {
      throw new BenchmarkFailedException("read " + read + " rows of " + rows);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Migrates the rows into a fresh store and removes it; returns the seconds of the migration. */
  double migrate() {
    String uri = nextUri();
    double seconds = migrate(uri);
    siblings.drop(uri);
    return seconds;
  }

  private double migrate(String uri) {
    long start;
    MigrationSummary summary;
    Path rejects = directory.path().resolve("rejects-" + stores + ".jsonl");
    try (Store store = Stores.openOrCreate(uri, migrated.design())) {
      start = System.nanoTime();
      summary =
          new Migration(
                  source,
                  migrated.mapping(),
                  migrated.design(),
                  MigrationOptions.of(rejects),
                  read -> {})
              .run(store);
    }
    if (summary.written() != rows) {
      throw new BenchmarkFailedException("of " + rows + " rows the migration wrote: " + summary);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Writes all cells by the own client; returns the seconds that this took. */
  double writeCells() {
    return client.write();
  }

  /** Returns the number of rows in the database. */
  long rows() {
    return rows;
  }

  /** Returns the number of entries of the store in the engine. */
  long storedRows() {
    return client.rows();
  }

  @Override
  public void close() {
    client.close();
    source.close();
    siblings.drop(first);
  }
}

package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.MappingReader;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.MigrationSummary;
import org.portolan.migrate.sql.JdbcSource;

/**
 * A migration of some rows of each table into a store that is removed at the end.
 *
 * @param options with the number of rows of each table
 */
record MigrationDryRun(Design design, Path mapping, MigrationOptions options, PrintWriter out) {

  /** Runs it, and returns how many rows were rejected; an earlier file of rejects is replaced. */
  long run(Supplier<JdbcSource> database) {
    Path directory = null;
    try {
      directory = Files.createTempDirectory("portolan-migrate");
      boolean unused = Files.deleteIfExists(options.rejects());
      try (JdbcSource source = database.get();
          Store store = Stores.openOrCreate("rocksdb:" + directory, design)) {
        MigrationSummary summary =
            new Migration(
                    source,
                    MappingReader.read(mapping, store.design()),
                    store.design(),
                    options,
                    rows -> {})
                .run(store);
        out.println("source: " + source.isolation());
        out.println(
            "a sample of at most "
                + options.sampleRows()
                + " rows of each table; owners and references were not looked for, and nothing was"
                + " kept");
        MigrationText.print(summary, options.rejects(), out);
        return summary.rejected();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a directory for the sample", e);
    } finally {
      if (directory != null) {
        remove(directory);
      }
    }
  }

  private static void remove(Path directory) {
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the sample in " + directory, e);
    }
  }
}

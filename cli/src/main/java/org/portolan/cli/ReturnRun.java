package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.MigrationSummary;
import org.portolan.migrate.ReturnMigration;

/**
 * A migration back: the rows of a store go into empty tables.
 *
 * @param from the URI of the store
 * @param to the URL of the database
 */
record ReturnRun(String from, String to, Path mapping, Path rejects) {

  /** Runs it, and returns how many rows were rejected. */
  long run(PrintWriter out, PrintWriter err) {
    AtomicReference<Progress> shown = new AtomicReference<>();
    try (Store store = Stores.open(from)) {
      Mapping mapped = MappingReader.read(mapping, store.design());
      MigrationSummary summary;
      try (Progress progress = new Progress("migrate", "rows", OptionalLong.empty(), err);
          ReturnMigration work =
              new ReturnMigration(
                  store,
                  mapped,
                  to,
                  rejects,
                  rows -> Optional.ofNullable(shown.get()).ifPresent(p -> p.reached(rows)))) {
        shown.set(progress);
        summary = work.run();
      }
      MigrationText.print(summary, rejects, out);
      return summary.rejected();
    }
  }
}

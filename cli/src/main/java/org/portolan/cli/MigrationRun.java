package org.portolan.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.design.Mapping;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.MigrationSummary;
import org.portolan.migrate.Verification;
import org.portolan.migrate.Verification.TableResult;
import org.portolan.migrate.sql.JdbcSource;

/** The steps of a migration, with their progress and results as text. Used by one thread. */
final class MigrationRun {
  private static final int DIFFERENCES_SHOWN = 1_000;

  private final MigrationOptions options;
  private final boolean full;
  private final boolean repair;
  private final PrintWriter out;
  private final PrintWriter err;

  /** Receives the rows of the present step. */
  private final AtomicReference<LongConsumer> progress = new AtomicReference<>(rows -> {});

  /** The number of differences found. */
  private long found;

  /**
   * @param full whether every field is compared
   * @param repair whether differences are repaired
   */
  MigrationRun(
      MigrationOptions options, boolean full, boolean repair, PrintWriter out, PrintWriter err) {
    this.options = options;
    this.full = full;
    this.repair = repair;
    this.out = out;
    this.err = err;
  }

  MigrationOptions options() {
    return options;
  }

  Migration migration(JdbcSource source, Store store, Mapping mapped) {
    Migration migration =
        new Migration(source, mapped, store.design(), options, rows -> progress.get().accept(rows));
    out.println("source: " + source.isolation());
    return migration;
  }

  /** Copies the rows, and returns how many were rejected. */
  long copy(Migration migration, Store store) {
    MigrationSummary summary;
    try (Progress shown = shown("migrate", migration.expectedReads())) {
      progress.set(shown::reached);
      summary = migration.run(store);
    }
    MigrationText.print(summary, options.rejects(), out);
    return summary.rejected();
  }

  /** Compares the database with the store. */
  List<TableResult> verify(Migration migration, Store store) {
    long before = migration.rowsRead();
    List<TableResult> results;
    double seconds;
    try (Progress shown = shown("verify", migration.expectedRows())) {
      progress.set(rows -> shown.reached(rows - before));
      results =
          new Verification(
                  migration,
                  store,
                  full,
                  repair,
                  difference -> {
                    if (found++ < DIFFERENCES_SHOWN) {
                      out.println(difference);
                    }
                  })
              .run();
      seconds = shown.seconds();
    }
    if (found > DIFFERENCES_SHOWN) {
      out.printf(Locale.ROOT, "... and %,d more differences%n", found - DIFFERENCES_SHOWN);
    }
    MigrationText.print(results, repair, seconds, out);
    return results;
  }

  private Progress shown(String task, OptionalLong expected) {
    return new Progress(task, "rows", expected, err);
  }
}

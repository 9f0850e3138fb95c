package org.portolan.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.Store;
import org.portolan.design.Mapping;
import org.portolan.follow.FollowedMigration;
import org.portolan.follow.FollowedMigration.Outcome;
import org.portolan.follow.FollowedMigration.Switch;
import org.portolan.follow.StopOnExit;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.Verification.TableResult;

/** A migration that follows its database, until a signal ends it or it has switched over. */
final class FollowRun {
  private final String from;
  private final Store store;
  private final Mapping mapping;
  private final MigrationOptions options;
  private final PrintWriter out;

  FollowRun(String from, Store store, Mapping mapping, MigrationOptions options, PrintWriter out) {
    this.from = from;
    this.store = store;
    this.mapping = mapping;
    this.options = options;
    this.out = out;
  }

  /** Runs it; returns the exit status. */
  int run(
      Runnable copy, Function<Migration, List<TableResult>> verify, Optional<Switch> switching) {
    // Closed last: the process waits until the log is.
    try (StopOnExit stop = new StopOnExit();
        FollowedMigration migration =
            new FollowedMigration(from, store, mapping, options, this::tell)) {
      Outcome outcome =
          migration.run(
              new FollowedMigration.Steps() {
                @Override
                public void copy() {
                  copy.run();
                }

                @Override
                public List<TableResult> verify(Migration last) {
                  return verify.apply(last);
                }

                @Override
                public void copied() {
                  // A copy ends by a kill and goes on by --resume; following ends in order.
                  stop.begin(migration);
                }
              },
              switching);
      return outcome == Outcome.DIFFERS ? 1 : 0;
    }
  }

  private void tell(String line) {
    out.println(line);
    out.flush();
  }
}

package org.portolan.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.follow.FollowedMigration.CutOver;
import org.portolan.follow.FollowedMigration.Outcome;
import org.portolan.follow.FollowedMigration.Switch;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.Verification;
import org.portolan.migrate.Verification.TableResult;
import org.portolan.migrate.sql.JdbcSource;

/** A process that migrates the busy shop and follows it, for tests that kill it. */
final class FollowProcess {
  static final String READ_ONLY = "read-only";

  /** While there is a file of the rejects' name with this at its end, the comparison waits. */
  static final String PAUSE = ".pause";

  private FollowProcess() {}

  private static CutOver means(String how) {
    return how.equals(READ_ONLY) ? new CutOver.ReadOnly() : new CutOver.Hook(how);
  }

  private static void awaitDeletion(Path file) {
    try {
      Waits.until(file + " is deleted", () -> !Files.exists(file));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Copies, follows and, if a fourth argument says how, switches over; prints what it does. */
  @SuppressWarnings("ClosingStandardOutputStreams") // The method reference closes nothing.
  public static void main(String[] arguments) {
    String url = arguments[0];
    MigrationOptions options = new MigrationOptions(2, 200, 0, true, 0, Path.of(arguments[2]));
    Optional<Switch> switching =
        arguments.length > 3
            ? Optional.of(new Switch(means(arguments[3]), false))
            : Optional.empty();
    Outcome outcome;
    try (StopOnExit stop = new StopOnExit();
        Store store =
            Stores.openOrCreate(
                arguments[1], BusyShop.DESIGN, StoreOptions.DEFAULT.admittingUnfinishedLoads());
        FollowedMigration migration =
            new FollowedMigration(url, store, BusyShop.MAPPING, options, System.out::println)) {
      outcome =
          migration.run(
              new FollowedMigration.Steps() {
                @Override
                public void copy() {
                  try (JdbcSource source = new JdbcSource(url, 2, false)) {
                    System.out.println("copying");
                    System.out.println(
                        new Migration(
                                source,
                                BusyShop.MAPPING,
                                store.design(),
                                options,
                                rows -> System.out.println("rows " + rows))
                            .run(store));
                  }
                }

                @Override
                public void copied() {
                  stop.begin(migration);
                }

                @Override
                public List<TableResult> verify(Migration last) {
                  System.out.println("comparing");
                  awaitDeletion(Path.of(arguments[2] + PAUSE));
                  return new Verification(last, store, true, false, System.out::println).run();
                }
              },
              switching);
    } catch (RuntimeException | Error e) {
      e.printStackTrace(System.out);
      System.exit(3);
      return;
    }
    System.out.println("outcome " + outcome);
    // Another status than 0 could take the place of a signal's once all shutdown hooks have ended.
    System.exit(outcome == Outcome.DIFFERS ? 1 : 0);
  }

  /**
   * @param cutOver {@link #READ_ONLY}, or a command as a hook; empty to follow only
   */
  static Process start(String url, String uri, Path rejects, Optional<String> cutOver)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FollowProcess.class.getName(),
                url,
                uri,
                rejects.toString()));
    cutOver.ifPresent(command::add);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}

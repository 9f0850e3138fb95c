package org.portolan.migrate;

import java.io.IOException;
import java.nio.file.Path;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.migrate.sql.JdbcSource;

/** A process that migrates the random shop, for tests that kill it. */
final class MigrationProcess {
  private MigrationProcess() {}

  /** Migrates; prints a line for some rows, and {@code done} at the end. */
  public static void main(String[] arguments) {
    MigrationOptions options = new MigrationOptions(2, 100, 0, true, 0, Path.of(arguments[2]));
    try (JdbcSource source = new JdbcSource(arguments[0], 1, false);
        Store store =
            Stores.openOrCreate(
                arguments[1], RandomShop.DESIGN, StoreOptions.DEFAULT.admittingUnfinishedLoads())) {
      MigrationSummary summary =
          new Migration(
                  source,
                  RandomShop.MAPPING,
                  RandomShop.DESIGN,
                  options,
                  rows -> System.out.println(rows))
              .run(store);
      System.out.println("kept " + summary.kept());
    }
    System.out.println("done");
  }

  static Process start(String url, String uri, Path rejects) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            MigrationProcess.class.getName(),
            url,
            uri,
            rejects.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}

package org.portolan.bench.loading;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;

/**
 * Migrations of a table of H2, or of a whole database, into fresh stores of any engine, compared
 * with the two things that no migration can do without: a read of the rows, and the engine's own
 * client that writes the cells of such a store from memory, without conditions. The time of a
 * migration counts from the open store to its close.
 */
public final class MigrationBenchmark extends Benchmark {
  private enum Side implements Spelled {
    READ,
    MIGRATE,
    OWN_CLIENT
  }

  public MigrationBenchmark() {
    super(
        "migration",
        "Rows migrated per second from a database into a store of any engine, compared with the"
            + " engine's own client and with a bare read.",
        List.of(
            Parameter.store(
                "The URI of a store that does not exist; fresh stores are made, with numbers after"
                    + " its name, and removed (default: temporary stores on RocksDB)."),
            Parameter.choice(
                "design",
                Arrays.stream(MigratedTable.Layout.values())
                    .map(MigratedTable.Layout::spelling)
                    .toList(),
                MigratedTable.Layout.PLAIN.spelling(),
                "A table without derived data, or with an index and a counter."),
            Parameter.whole("rows", 1_000, 100_000_000, 200_000, "The number of rows."),
            Parameter.database(
                "from",
                "jdbc:",
                "A database that nobody writes to, instead of a table of H2; with --design-file and"
                    + " --mapping-file. The password is in PORTOLAN_JDBC_PASSWORD, or in the URL."),
            Parameter.path("design-file", "The design for the rows of 'from'."),
            Parameter.path("mapping-file", "The mapping for the rows of 'from'."),
            Parameter.rounds(5),
            Parameter.warmUp(2),
            Parameter.directory()));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      live.show("filling the table");
      MigratedRows rows = rows(options, directory);
      live.show("migrating into a first store");
      try (Migrations migrations = new Migrations(options.text("store"), rows, directory)) {
        Map<Side, List<Double>> seconds =
            Rounds.of(options)
                .run(
                    List.of(Side.values()),
                    side ->
                        switch (side) {
                          case READ -> migrations.read();
                          case MIGRATE -> migrations.migrate();
                          case OWN_CLIENT -> migrations.writeCells();
                        });
        print(seconds, migrations, report);
      }
    }
  }

  private static MigratedRows rows(BenchOptions options, WorkDirectory directory) {
    if (options.text("from").isEmpty()) {
      return new MigratedTable(
          MigratedTable.Layout.of(options.text("design")),
          directory.path().resolve("source"),
          options.integer("rows"));
    }
    return MigratedDatabase.of(
        options.text("from"), file(options, "design-file"), file(options, "mapping-file"));
  }

  private static Path file(BenchOptions options, String parameter) {
    return options
        .path(parameter)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--from needs --" + parameter + ": 'portolan design' writes it"));
  }

  private static void print(Map<Side, List<Double>> seconds, Migrations migrations, Report report) {
    long rows = migrations.rows();
    Table table = new Table("", "rows/s", "migrate as a ratio to it");
    Spread migrated = Spread.of(seconds.get(Side.MIGRATE), each -> rows / each);
    Summary summary = new Summary().add("migrate-rows-per-second", migrated.median());
    seconds.forEach(
        (side, of) -> {
          Spread ratio = Spread.ofRatios(seconds.get(Side.MIGRATE), of, taken -> 1 / taken);
          table.row(
              side.spelling(),
              Spread.of(of, each -> rows / each).text(),
              side == Side.MIGRATE ? "" : ratio.text());
          if (side != Side.MIGRATE) {
            summary.add("ratio-to-" + side.spelling(), ratio.median());
          }
        });
    report.table(table);
    report.text(
        Text.format(
            "\n%s\nThe store has %s entries of %s rows.\n",
            migrated.legend(), migrations.storedRows(), rows));
    report.end(summary);
  }
}

package org.portolan.bench.loading;

import java.io.PrintWriter;
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
 * Migrations of a table of H2 into fresh stores of any engine, compared with the two things that no
 * migration can do without: a read of the table, and the engine's own client that writes the cells
 * of such a store from memory, without conditions. The time of a migration counts from the open
 * store to its close.
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
        "Rows migrated per second from H2 into a store of any engine, compared with the engine's"
            + " own client and with a bare read.",
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
            Parameter.rounds(5),
            Parameter.warmUp(2),
            Parameter.directory()));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    int rows = options.integer("rows");
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      live.show("filling the table");
      MigratedTable table =
          new MigratedTable(
              MigratedTable.Layout.of(options.text("design")),
              directory.path().resolve("source"),
              rows);
      live.show("migrating into a first store");
      try (Migrations migrations = new Migrations(options.text("store"), table, directory)) {
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
        print(seconds, rows, migrations.storedRows(), report);
      }
    }
  }

  private static void print(
      Map<Side, List<Double>> seconds, int rows, long storedRows, Report report) {
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
            "\n%s\nThe store has %s entries of %s rows.\n", migrated.legend(), storedRows, rows));
    report.end(summary);
  }
}

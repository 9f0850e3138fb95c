package org.portolan.bench.endurance;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Progress;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;

/**
 * Reads of counters, sweeps and checks while several clients write for a long time and one of them
 * is killed again and again. Times that must not grow are compared with a plain read of a row,
 * which varies only with the noise of the machine; the numbers of calls and bytes have no noise at
 * all.
 *
 * <p>Clients are separate processes and leave sweeps to this process, so that each sweep can be
 * timed. With an embedded engine, which only one process can open, this process makes the load, and
 * none is killed.
 */
public final class EnduranceBenchmark extends Benchmark {

  public EnduranceBenchmark() {
    super(
        "endurance",
        "Whether counters, sweeps and checks stay equally fast under a long load.",
        List.of(
            Parameter.store("The store, created if it is missing (default: a new one on RocksDB)."),
            Parameter.whole(
                "rows", 1_000, 100_000_000, 1_000_000, "The number of rows at the start."),
            Parameter.whole("fill-threads", 1, 64, 4, "The number of threads that fill the store."),
            Parameter.decimal(
                "rate", 0.1, 1_000_000, 150, "Operations per second of all clients together."),
            Parameter.whole(
                "clients", 2, 16, 3, "The number of clients; the benchmark kills the last one."),
            Parameter.whole("workers", 1, 256, 8, "Concurrent operations of each client."),
            Parameter.time("duration", "60min", "The length of the load."),
            Parameter.time("window", "10min", "The time that each column of the table covers."),
            Parameter.time("every", "20s", "The time between reads of the counters."),
            Parameter.whole("reads", 1, 10_000, 20, "The number of reads in each median."),
            Parameter.time("kill-every", "3min", "The time between kills of a client."),
            Parameter.choice(
                "checks",
                List.of("all", "end"),
                "all",
                "Check before, under and after the load, or only after it."),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of rows and operations."),
            Parameter.directory()));
  }

  @Override
  public void requireFitting(BenchOptions options) {
    Duration duration = options.time("duration");
    if (options.time("window").multipliedBy(2).compareTo(duration) > 0) {
      throw new IllegalArgumentException(
          "--duration must be at least two of --window, since the last is compared with the"
              + " first");
    }
    if (options.time("every").compareTo(options.time("window")) > 0) {
      throw new IllegalArgumentException("--every must not be longer than --window");
    }
    Duration durationMax = LoadSpec.DURATION_MAX.minus(EnduranceRun.LONGER);
    if (duration.compareTo(durationMax) > 0) {
      throw new IllegalArgumentException(
          "--duration must be at most " + durationMax.toMinutes() + "min");
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    if (!options.text("store").isEmpty()) {
      run(options.text("store"), options, report, live);
      return;
    }
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      run(directory.store("store"), options, report, live);
    }
  }

  private static void run(String uri, BenchOptions options, Report report, LiveLine live) {
    GroupedItems shape = new GroupedItems(options.number("rows"));
    fill(uri, shape, options, report, live);
    try (Store store = Stores.open(uri, LoadClient.OPTIONS)) {
      new EnduranceRun(store, shape, options, report).run();
    }
  }

  private static void fill(
      String uri, GroupedItems shape, BenchOptions options, Report report, LiveLine live) {
    long start = System.nanoTime();
    try (Store store = Stores.openOrCreate(uri, GroupedItems.design())) {
      long written =
          new Filling(store, shape, options.number("seed"), Progress.shownBy(live))
              .run(options.integer("fill-threads"));
      live.show("");
      report.text(
          Text.format(
              "filled: %,d of %,d rows in %.0f s%n",
              written, shape.rows(), (System.nanoTime() - start) / 1e9));
    }
  }

  /** Fails if the check without load finds errors; a check under load could only suspect them. */
  static void requireClean(Seen seen) {
    Seen.Checked last = seen.checks.get(seen.checks.size() - 1);
    if (!last.result().isClean()) {
      throw new BenchmarkFailedException(
          "the check after the load found " + last.result().summary());
    }
  }
}

package org.portolan.bench.endurance;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Report;
import org.portolan.bench.endurance.LoadClient.Told;
import org.portolan.bench.endurance.Seen.Answered;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.ClientProcesses;
import org.portolan.data.Store;
import org.portolan.engine.StoreException;

/** One run on a filled store: checks, clients, reads, and the tables. */
final class EnduranceRun {
  private static final double LINE_SECONDS = 60;

  /** Clients are stopped at the end; if that fails, they end by themselves after this time. */
  static final Duration LONGER = Duration.ofMinutes(10);

  private static final String LEGEND =
      "\nIn parentheses the interval that contains the median, or the ratio, with 95 %; of fewer"
          + " than six figures, the lowest and the highest.\n\n";

  private final Store store;
  private final GroupedItems shape;
  private final BenchOptions options;
  private final Report report;
  private final Seen seen = new Seen();

  EnduranceRun(Store store, GroupedItems shape, BenchOptions options, Report report) {
    this.store = store;
    this.shape = shape;
    this.options = options;
    this.report = report;
  }

  void run() {
    boolean all = options.text("checks").equals("all");
    if (all) {
      // Sweeps without load belong to no window.
      try (Watch before = new Watch(store, seen, swept -> {})) {
        before.check("before the load");
        report.table(EnduranceText.checks(seen.checks));
      }
    }
    EnduranceText text = new EnduranceText(seen, options.time("window"), options.time("duration"));
    Watch watch = new Watch(store, seen, seen.sweeps::add);
    long kills;
    try {
      kills = loadAndPrint(watch, all, text);
      watch.check("after the load");
    } finally {
      printChecksAndTroubles();
    }
    report.end(text.summary(kills));
    EnduranceBenchmark.requireClean(seen);
  }

  /**
   * Makes the load and prints its figures, even if it breaks.
   *
   * @return the number of clients that were killed under the load
   */
  private long loadAndPrint(Watch watch, boolean check, EnduranceText text) {
    try (watch) {
      long kills = load(watch, check);
      // The load may have broken since the last reads, or while it ended.
      seen.requireLoad();
      return kills;
    } finally {
      // Printed before the last check, which may take long, so that they are not lost with it.
      report.text("\n");
      report.table(text.windows());
      report.text(LEGEND);
    }
  }

  /** Returns the number of clients that were killed under the load. */
  private long load(Watch watch, boolean check) {
    Consumer<Told> told = one -> seen.answers.add(new Answered(watch.seconds(), one));
    int count = options.integer("clients");
    int workers = options.integer("workers");
    double rate = options.decimal("rate");
    Duration longest = options.time("duration").plus(LONGER);
    long seed = options.number("seed");
    if (store.local()) {
      LoadSpec spec = LoadSpec.open(rate, count * workers, Duration.ZERO, longest, seed);
      LocalLoad load = new LocalLoad(store, shape, spec, told, seen);
      try (load) {
        watch(() -> {}, watch, check);
        return 0;
      }
    }
    LongFunction<ChildProcess> starter =
        number ->
            LoadClient.start(
                store.uri(), rate / count, workers, longest, seed + number, shape.rows());
    try (ClientProcesses clients =
        new ClientProcesses(count, starter, LoadClient.PAUSE, seen.hearing(told))) {
      watch(() -> clients.kill(count - 1), watch, check);
      return clients.kills();
    }
  }

  /** Reads counters and kills clients until the time is over. */
  private void watch(Runnable kill, Watch watch, boolean check) {
    double duration = options.time("duration").toMillis() / 1e3;
    double every = options.time("every").toMillis() / 1e3;
    double killEvery = options.time("kill-every").toMillis() / 1e3;
    Reads reads =
        new Reads(
            store,
            shape,
            new Seeds(options.number("seed")).stream("endurance reads"),
            options.integer("reads"));
    boolean toCheck = check;
    double nextKill = killEvery;
    double nextLine = 0;
    for (double next = 0; next < duration; next = Math.max(next + every, watch.seconds())) {
      await(next - watch.seconds());
      seen.requireLoad();
      double at = watch.seconds();
      read(reads, at);
      if (at >= nextLine) {
        report.text(EnduranceText.minute(at, seen));
        nextLine = at + LINE_SECONDS;
      }
      if (at >= nextKill) {
        kill.run();
        nextKill += killEvery;
      }
      if (toCheck && at >= duration / 2) {
        watch.beginCheck("under load");
        toCheck = false;
      }
    }
    await(duration - watch.seconds());
  }

  private void read(Reads reads, double at) {
    try {
      seen.readings.add(reads.take(at));
    } catch (StoreException e) {
      seen.troubles.add("a read failed: " + e.getMessage());
    }
  }

  private static void await(double seconds) {
    try {
      // Rounded up: a read that is due when a window begins must not fall into the one before.
      TimeUnit.MILLISECONDS.sleep(Math.max(0, (long) Math.ceil(seconds * 1e3)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }

  private void printChecksAndTroubles() {
    if (!seen.checks.isEmpty()) {
      report.table(EnduranceText.checks(seen.checks));
    }
    seen.troubles.first().forEach(trouble -> report.text(trouble + "\n"));
    seen.failures.first().forEach(failure -> report.text("failed: " + failure + "\n"));
  }
}

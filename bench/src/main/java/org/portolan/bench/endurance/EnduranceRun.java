package org.portolan.bench.endurance;

import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Report;
import org.portolan.bench.endurance.Seen.Answered;
import org.portolan.bench.random.Seeds;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.StoreException;

/** One run on a filled store: checks, clients, reads, and the tables. */
final class EnduranceRun {
  private static final double LINE_SECONDS = 60;
  private static final int TROUBLES_MAX = 20;
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

  void run(LongFunction<Client> starter) {
    boolean all = options.text("checks").equals("all");
    if (all) {
      try (Other other = new Other();
          Watch before = new Watch(new Seen(), other.store)) {
        before.check("before the load", store, seen);
        report.table(EnduranceText.checks(seen.checks));
      }
    }
    EnduranceText text = new EnduranceText(seen, options.time("window"), options.time("duration"));
    long kills;
    try (Other sweeping = new Other();
        Other checking = new Other()) {
      Watch watch = new Watch(seen, sweeping.store);
      Clients clients =
          new Clients(
              options.integer("clients"),
              starter,
              told -> seen.answers.add(new Answered(watch.seconds(), told)),
              seen);
      try (watch) {
        try (clients) {
          watch(clients, watch, all ? checking.store : null);
        }
        kills = clients.kills();
      }
      // Printed before the check, which may take long, so that the figures are not lost with it.
      report.text("\n");
      report.table(text.windows());
      report.text(LEGEND);
      watch.check("after the load", store, seen);
    }
    print(text, kills);
  }

  /** A second object for the same store; the same object if a process can open only one. */
  private final class Other implements AutoCloseable {
    final Store store =
        EnduranceRun.this.store.local()
            ? EnduranceRun.this.store
            : Stores.open(EnduranceRun.this.store.uri(), LoadClient.OPTIONS);

    @Override
    public void close() {
      if (store != EnduranceRun.this.store) {
        store.close();
      }
    }
  }

  /** Reads counters and kills clients until the time is over. */
  private void watch(Clients clients, Watch watch, Store checked) {
    double duration = options.time("duration").toMillis() / 1e3;
    double every = options.time("every").toMillis() / 1e3;
    double killEvery = options.time("kill-every").toMillis() / 1e3;
    Reads reads =
        new Reads(
            store,
            shape,
            new Seeds(options.number("seed")).stream("endurance reads"),
            options.integer("reads"));
    boolean toCheck = checked != null;
    double nextKill = killEvery;
    double nextLine = 0;
    for (double next = 0; next < duration; next = Math.max(next + every, watch.seconds())) {
      await(next - watch.seconds());
      double at = watch.seconds();
      read(reads, at);
      if (at >= nextLine) {
        report.text(EnduranceText.minute(at, seen));
        nextLine = at + LINE_SECONDS;
      }
      if (!store.local() && at >= nextKill) {
        clients.killOne();
        nextKill += killEvery;
      }
      if (toCheck && at >= duration / 2) {
        watch.beginCheck("under load", checked);
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
      TimeUnit.MILLISECONDS.sleep(Math.max(0, (long) (seconds * 1e3)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }

  private void print(EnduranceText text, long kills) {
    report.table(EnduranceText.checks(seen.checks));
    seen.troubles.stream().limit(TROUBLES_MAX).forEach(trouble -> report.text(trouble + "\n"));
    report.end(text.summary(kills));
    EnduranceBenchmark.requireClean(seen);
  }
}

package org.portolan.bench.hostile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Text;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** One run: the server, the clients, and what is required of both. Used by one thread. */
final class HostileRun {
  private static final int READERS_MAX = 96;
  private static final int EDITORS_MAX = 20;
  private static final long CALM_MILLIS_MAX = 20_000;

  /** After the last hostile client the server may still be busy with what they sent. */
  private static final long SETTLING_MILLIS = 15_000;

  private final BenchOptions options;
  private final Report report;
  private final List<String> failures = new ArrayList<>();
  private HostileText text;

  HostileRun(BenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /** Notes a failure, which ends the benchmark once everything is printed. */
  void require(boolean fulfilled, String failure) {
    if (!fulfilled) {
      failures.add(failure);
    }
  }

  void measure(SyntheticWiki wiki, String uri, List<String> launcher, Path directory)
      throws IOException, InterruptedException {
    int heap = options.integer("heap-mb");
    try (ServerProcess server = new ServerProcess(launcher, uri, heap, directory)) {
      KnownPages pages = KnownPages.read(wiki, server.port());
      report.text(Text.format("%,d pages were read from the calm server%n", pages.count()));
      Seen seen = new Seen(System.nanoTime());
      Diary diary = new Diary(server.port(), seen);
      long seed = options.number("seed");
      try (Attacks attacks = new Attacks(server.port(), pages.count(), seed, seen);
          MemoryWatch memory = new MemoryWatch(server, seen)) {
        text = new HostileText(seen, attacks, memory, diary);
        load(server, pages, seen, diary, attacks);
        TimeUnit.MILLISECONDS.sleep(Math.min(SETTLING_MILLIS, phaseMillis()));
        requireAllRight(server, pages, diary);
        double allowed = heap + options.integer("allowance-mb");
        require(
            memory.rssMegabytesMax() <= allowed,
            Text.format(
                "the server took %.0f MiB, more than heap and allowance, %.0f MiB",
                memory.rssMegabytesMax(), allowed));
      } finally {
        server.errors().forEach(line -> report.text("server: " + line + "\n"));
      }
      require(!server.ranOutOfMemory(), "the server ran out of memory");
      require(server.isAlive(), "the server has died");
    }
  }

  private long phaseMillis() {
    return options.time("phase").toMillis();
  }

  private void load(ServerProcess server, KnownPages pages, Seen seen, Diary diary, Attacks attacks)
      throws InterruptedException {
    int port = server.port();
    Reader reader = new Reader(pages, seen, options.number("seed"));
    long begin = System.nanoTime();
    List<OpenLoop> loops =
        List.of(
            loop("cached", READERS_MAX, begin, () -> reader.cached(port)),
            loop("uncached", READERS_MAX, begin, () -> reader.uncached(port)),
            loop("edit", EDITORS_MAX, begin, diary::editor));
    try {
      attack(server, attacks, begin);
    } finally {
      for (OpenLoop loop : loops) {
        loop.end();
      }
    }
  }

  private OpenLoop loop(String name, int clients, long begin, Supplier<OpenLoop.Client> client) {
    return new OpenLoop(name, options.decimal(name + "-rate"), clients, begin, client);
  }

  /** Attacks in phases until the time is over; the beginning and the end are calm. */
  private void attack(ServerProcess server, Attacks attacks, long begin)
      throws InterruptedException {
    long end = begin + (long) (options.decimal("minutes") * 60e9);
    long calm = Math.min(CALM_MILLIS_MAX, phaseMillis());
    Random random = new Random(options.number("seed"));
    Deque<Phase> phases = new ArrayDeque<>();
    TimeUnit.MILLISECONDS.sleep(calm);
    int minute = 0;
    while (server.isAlive()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) - calm;
      if (left <= 0) {
        break;
      }
      if (phases.isEmpty()) {
        phases.addAll(
            Phase.round(
                HostileLoadBenchmark.kinds(options.text("kinds")),
                Spelled.of(Phase.Choice.class, options.text("phases")),
                random));
      }
      attacks.run(phases.remove(), Math.min(left, phaseMillis()));
      report.text(text.phase());
      for (; minute < (System.nanoTime() - begin) / 60_000_000_000L; minute++) {
        report.text(text.minute(minute));
      }
    }
    TimeUnit.MILLISECONDS.sleep(calm);
  }

  /** Views every page as it is kept and rendered anew, and reads the histories of the diary. */
  private void requireAllRight(ServerProcess server, KnownPages pages, Diary diary)
      throws IOException {
    if (!server.isAlive()) {
      return;
    }
    HonestClient client = new HonestClient(server.port());
    long wrong = 0;
    for (int page = 0; page < pages.count(); page++) {
      for (String path : List.of(KnownPages.path(page), KnownPages.rendered(page))) {
        wrong += pages.isRight(page, client.fetch(path)) ? 0 : 1;
      }
    }
    require(wrong == 0, wrong + " views were wrong after the hostile clients were gone");
    Diary.Kept kept = diary.kept();
    require(
        kept.isRight(),
        Text.format(
            "of the acknowledged saves %d are lost and %d are there twice, and %d saves are there"
                + " that nobody made",
            kept.lost(), kept.twice(), kept.invented()));
  }

  /** Prints what is known, also if the run broke. */
  void print() {
    if (text != null) {
      text.print(report);
      options.path("out").ifPresent(directory -> new HostileFiles(text).write(directory));
    }
  }

  void end() {
    long wrong = Seen.count(text.seen().requests(any -> true), End.WRONG);
    require(wrong == 0, wrong + " answers to honest clients had wrong content");
    failures.forEach(failure -> report.text("failed: " + failure + "\n"));
    report.end(text.summary().add("failures", failures.size()));
    if (!failures.isEmpty()) {
      throw new BenchmarkFailedException(String.join("; ", failures));
    }
  }
}

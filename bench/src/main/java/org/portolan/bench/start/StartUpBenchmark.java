package org.portolan.bench.start;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.load.Progress;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.workload.wiki.HttpAccess;
import org.portolan.bench.workload.wiki.StoreAccess;
import org.portolan.bench.workload.wiki.WikiAccess;
import org.portolan.data.RetryPolicy;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** The time from the launcher's start until its answer. The files that it reads are warm. */
public final class StartUpBenchmark extends Benchmark {
  private static final int PAGES = 100;
  private static final String TITLE = SyntheticWiki.tag(0);

  private enum Command implements Spelled {
    VERSION("portolan --version has ended"),
    SHOW("portolan wiki show has ended"),
    SERVE("portolan wiki serve has answered");

    private final String label;

    Command(String label) {
      this.label = label;
    }

    double millis(String launcher, String uri) {
      return switch (this) {
        case VERSION -> ofCommand("portolan ", launcher, "--version");
        case SHOW -> ofCommand(TITLE, launcher, "wiki", "show", "--store", uri, TITLE);
        case SERVE -> ofServer(launcher, uri);
      };
    }
  }

  public StartUpBenchmark() {
    super(
        "start-up",
        "The time of the command until it has answered.",
        List.of(
            Parameter.path(
                "launcher",
                "The command (default: system property portolan.launcher, or ./portolan)."),
            Parameter.rounds(10),
            Parameter.warmUp(1),
            Parameter.directory()));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    String launcher = launcher(options).toString();
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String uri = directory.store("store");
      makeStore(uri);
      List<Command> commands = List.of(Command.values());
      print(Rounds.of(options).run(commands, command -> command.millis(launcher, uri)), report);
    }
  }

  private static Path launcher(BenchOptions options) {
    Path launcher =
        options
            .path("launcher")
            .orElseGet(() -> Path.of(System.getProperty("portolan.launcher", "portolan")))
            .toAbsolutePath();
    if (!Files.isExecutable(launcher)) {
      throw new BenchmarkFailedException(
          "there is no command " + launcher + " to start; name it with --launcher");
    }
    return launcher;
  }

  private static void makeStore(String uri) {
    try (WikiAccess wiki =
        StoreAccess.open(
            uri, Optional.of(WikiModel.HASHED), RetryPolicy.DEFAULT.attemptsMax(), () -> {})) {
      wiki.titles(PAGES, 1, Progress.NONE);
    }
  }

  /** Returns the time until the end of a command, which must print {@code wanted}. */
  private static double ofCommand(String wanted, String... command) {
    long start = System.nanoTime();
    try (ChildProcess child = ChildProcess.start(List.of(command))) {
      List<String> lines = child.awaitEnd();
      double millis = millisSince(start);
      if (lines.stream().noneMatch(line -> line.contains(wanted))) {
        throw new BenchmarkFailedException(
            String.join(" ", command) + " did not print '" + wanted + "' but " + lines);
      }
      return millis;
    }
  }

  /** Returns the time until a server has answered its first page. */
  private static double ofServer(String launcher, String uri) {
    long start = System.nanoTime();
    try (ChildProcess child =
        ChildProcess.start(List.of(launcher, "wiki", "serve", "--store", uri, "--port", "0"))) {
      String rest = child.await("serving ");
      String address = rest.replaceAll("^.* on (http\\S+).*$", "$1");
      try (HttpAccess server = new HttpAccess(List.of(address))) {
        Optional<WikiAccess.Reading> page = server.view(TITLE);
        if (page.isEmpty() || !page.get().wrong().isEmpty()) {
          throw new BenchmarkFailedException("the server at " + address + " has no page " + TITLE);
        }
      }
      return millisSince(start);
    }
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static void print(Map<Command, List<Double>> times, Report report) {
    Table table = new Table("milliseconds until", "median (interval)");
    Summary summary = new Summary();
    times.forEach(
        (command, of) -> {
          Spread spread = Spread.of(of, Double::doubleValue);
          table.row(command.label, spread.text());
          summary.add(command.spelling() + "-ms", spread.median());
        });
    report.table(table);
    report.text("\n" + Spread.of(times.get(Command.VERSION), Double::doubleValue).legend() + "\n");
    report.end(summary);
  }
}

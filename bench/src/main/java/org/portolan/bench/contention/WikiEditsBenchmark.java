package org.portolan.bench.contention;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Text;
import org.portolan.bench.contention.ContendedRun.Timing;
import org.portolan.bench.contention.WriterProgram.Plan;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.run.WorkloadBenchmark;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.workload.wiki.WikiAccess;
import org.portolan.bench.workload.wiki.WikiOptions;
import org.portolan.data.Store;
import org.portolan.data.Stores;

/**
 * The workload {@code wiki-edits}, also with several processes of writers, as a real deployment
 * has, and with kills of these processes. After such a run every acknowledged edit is looked up,
 * and the store checks itself.
 */
public final class WikiEditsBenchmark extends Benchmark {
  private static final String PROCESSES = "processes";
  private static final String KILL_EVERY = "kill-every";

  /** Options of a run in this process whose values must be the defaults if others write. */
  private static final List<String> ONE_PROCESS_ONLY =
      List.of("url", "rate", "think-millis", "out", "cluster");

  /** One compiler: most processes live for seconds, and all share the processors. */
  private static final List<String> JAVA_OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final WorkloadBenchmark oneProcess;

  /**
   * @param type the workload {@code wiki-edits}
   */
  public WikiEditsBenchmark(WorkloadType type) {
    this(type, new WorkloadBenchmark(type));
  }

  private WikiEditsBenchmark(WorkloadType type, WorkloadBenchmark oneProcess) {
    super(type.name(), type.description(), parameters(oneProcess));
    this.oneProcess = oneProcess;
  }

  private static List<Parameter> parameters(WorkloadBenchmark oneProcess) {
    List<Parameter> parameters = new ArrayList<>(oneProcess.parameters());
    parameters.add(
        Parameter.whole(
            PROCESSES,
            1,
            64,
            1,
            "The number of writing processes, each with --threads authors. Not on RocksDB, which"
                + " one process at a time can open."));
    parameters.add(
        Parameter.optionalTime(
            KILL_EVERY,
            "The time between kills (SIGKILL) of a writing process, which is replaced (default:"
                + " none)."));
    return parameters;
  }

  private static boolean separate(BenchOptions options) {
    return options.integer(PROCESSES) > 1 || !options.text(KILL_EVERY).isEmpty();
  }

  @Override
  public void requireFitting(BenchOptions options) {
    oneProcess.requireFitting(options);
    if (!separate(options)) {
      return;
    }
    if (options.integer(PROCESSES) > 1 && options.text("store").isEmpty()) {
      throw new IllegalArgumentException(
          Text.format(
              "--%s needs a --store that several processes can open, on HBase, Cassandra or Ignite",
              PROCESSES));
    }
    for (Parameter parameter : oneProcess.parameters()) {
      if (ONE_PROCESS_ONLY.contains(parameter.name())
          && !options.text(parameter.name()).equals(parameter.defaultValue())) {
        throw new IllegalArgumentException(
            Text.format(
                "--%s works only without --%s and --%s", parameter.name(), PROCESSES, KILL_EVERY));
      }
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    if (!separate(options)) {
      oneProcess.run(options, out, live);
      return;
    }
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    if (!options.text("store").isEmpty()) {
      run(options.text("store"), options, report, live);
      return;
    }
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      run(directory.store("wiki"), options, report, live);
    }
  }

  private static void run(String uri, BenchOptions options, Report report, LiveLine live) {
    prepare(uri, options, report, live);
    Plan plan =
        new Plan(
            uri,
            options.integer("threads"),
            options.integer("attempts"),
            options.integer("reopen"),
            options.text("distribution"),
            options.number("seed"));
    Timing timing =
        new Timing(
            Duration.ofSeconds(options.number("warm-up")),
            Duration.ofSeconds(options.number("seconds")),
            options.text(KILL_EVERY).isEmpty() ? Duration.ZERO : options.time(KILL_EVERY));
    ContendedRun run =
        ContendedRun.of(plan, options.integer(PROCESSES), timing, javaOptions(), live);
    live.show("");
    try (Store store = Stores.open(uri)) {
      Aftermath after = Aftermath.of(store, run);
      ContendedText.print(run, after, report);
      if (!after.faults().isEmpty()) {
        throw new BenchmarkFailedException(String.join("\n", after.faults()));
      }
    }
    if (run.failed() > 0) {
      throw new BenchmarkFailedException(
          Text.format("%s edits failed: %s", run.failed(), String.join("; ", run.messages())));
    }
  }

  /** An Ignite client needs the packages that are open to this process. */
  private static List<String> javaOptions() {
    return Stream.concat(
            JAVA_OPTIONS.stream(),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens")))
        .toList();
  }

  /** Fills the wiki if it is empty, and closes it: an embedded engine is opened once at a time. */
  private static void prepare(String uri, BenchOptions options, Report report, LiveLine live) {
    try (WikiAccess wiki = WikiOptions.open(options, uri)) {
      if (wiki.inProcess() && options.integer(PROCESSES) > 1) {
        throw new IllegalArgumentException(
            Text.format(
                "one process at a time can open the store %s: leave out --%s", uri, PROCESSES));
      }
      int pages = options.integer("pages");
      wiki.titles(pages, pages, Progress.shownBy(live));
      wiki.configuration()
          .forEach((name, value) -> report.text(Text.format("%s: %s%n", name, value)));
      report.text("\n");
    }
  }
}

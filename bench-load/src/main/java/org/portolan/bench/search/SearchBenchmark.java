package org.portolan.bench.search;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Machine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.run.Interruption;
import org.portolan.bench.run.LoadParameters;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Results;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.search.SearchSpec.Axis;
import org.portolan.bench.telemetry.Sampling;

/**
 * The search for the limit of a workload on its store: prepares the workload, searches, prints the
 * answer and keeps the trail.
 */
public final class SearchBenchmark extends Benchmark {
  private final WorkloadType type;

  public SearchBenchmark(WorkloadType type) {
    super(type.name(), type.description(), options(type));
    this.type = type;
  }

  /**
   * Returns the parameters. Their defaults are those of Klencke 2010, 6.1: 95 % of the requests
   * within 200 ms; his runs took 30 minutes each.
   */
  private static List<Parameter> options(WorkloadType type) {
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.addAll(
        List.of(
            percent("percent", "95", "The percentage of requests that must be answered in time."),
            Parameter.time(
                "within", "200ms", "The time limit of a request, from its intended start."),
            Parameter.time("probe", "30s", "The length of the first probe of a load."),
            Parameter.choice(
                "by",
                List.of("rate", "threads"),
                "rate",
                "The kind of load: requests offered in a second, or threads that each wait for an"
                    + " answer before the next request."),
            Parameter.whole(
                "start", 0, 1_000_000_000, 0, "The first load; 0: 100 a second, or 1 thread."),
            Parameter.whole(
                "most",
                0,
                1_000_000_000,
                0,
                "The highest load; 0: a million a second, or 1,024 threads."),
            percent(
                "width", "5", "The largest distance between the ends of the answer, in per cent."),
            Parameter.whole(
                "longest",
                1,
                1_000,
                4,
                "The longest time to probe an undecided load, as a multiple of the probe."),
            percent("confidence", "95", "The confidence of every verdict, in per cent."),
            Parameter.time("warm-up", "5s", "The warm-up of each probe."),
            Parameter.time("settle", "60s", "The longest wait for the store between probes."),
            LoadParameters.arrivals(),
            Parameter.whole(
                "seed", 0, Long.MAX_VALUE, 1, "Determines the schedules and the requests.")));
    parameters.addAll(Sampling.parameters());
    parameters.add(
        Parameter.path(
            "out",
            "An empty or new directory for the results: the file search.json, and a run in each of"
                + " probe-01, probe-02 and so on (default: none are kept)."));
    return parameters;
  }

  private static Parameter percent(String name, String defaultValue, String description) {
    return new Parameter(name, Parameter.Kind.decimal(0.001, 99.999), defaultValue, description);
  }

  @Override
  public void requireFitting(BenchOptions options) {
    spec(options);
  }

  /**
   * Searches; Ctrl-C ends the search early, with the answer so far.
   *
   * @throws BenchmarkFailedException after the trail is printed and written, if there is no answer
   */
  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    SearchSpec spec = spec(options);
    Optional<Path> directory = options.path("out");
    directory.ifPresent(to -> Results.requireEmpty(to, "a search"));
    Sampling sampling = Sampling.of(options);
    SearchText text = new SearchText(spec, out, live);
    String machine = Machine.text();
    text.head("portolan bench search " + name() + " " + options.commandLine(), machine);
    try (Workload workload = type.open(options)) {
      workload.prepare(Progress.shownBy(live));
      Manifest begun = Manifest.begin(name(), options.values(), workload);
      ProbeRuns runs = new ProbeRuns(type, sampling, begun, directory);
      WorkloadTarget target = new WorkloadTarget(workload, spec, options, runs);
      SearchListener listener =
          new SearchListener() {
            @Override
            public void begins(int number, Step.Purpose purpose, double load, Duration length) {
              text.begins(number, purpose, load, length);
            }

            @Override
            public void ended(Step step, SearchResult soFar) {
              directory.ifPresent(to -> SearchFile.of(begun, machine, soFar).write(to));
              text.ended(step);
            }
          };
      SearchResult result =
          Interruption.guard(
              target::stop,
              () -> {
                SearchResult found = new LoadSearch(spec, target, listener).run();
                directory.ifPresent(to -> SearchFile.of(begun, machine, found).write(to));
                text.end(found);
                return found;
              });
      if (result.end() != End.FOUND
          && result.end() != End.EVERYTHING_PASSES
          && result.end() != End.INTERRUPTED) {
        throw new BenchmarkFailedException("no limit was found: " + result.text());
      }
    }
  }

  /**
   * Returns the search that the options describe.
   *
   * @throws IllegalArgumentException if they do not fit together
   */
  static SearchSpec spec(BenchOptions options) {
    boolean rate = options.text("by").equals("rate");
    double start = options.number("start") == 0 ? (rate ? 100 : 1) : options.number("start");
    double most = options.number("most");
    double highest = rate ? 1_000_000 : 1_024;
    Duration longest = options.time("probe").multipliedBy(options.number("longest"));
    if (longest.plus(options.time("warm-up")).compareTo(LoadSpec.DURATION_MAX) > 0) {
      throw new IllegalArgumentException(
          "the longest probe of a load must end within a day, its warm-up included; lower --probe,"
              + " --longest or --warm-up");
    }
    return new SearchSpec(
        rate ? Axis.RATE : Axis.THREADS,
        options.decimal("percent") / 100,
        options.time("within"),
        options.time("probe"),
        start,
        most == 0 ? Math.max(start, highest) : most,
        options.decimal("width") / 100,
        options.integer("longest"),
        options.decimal("confidence") / 100);
  }
}

package org.portolan.bench.search;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

  private static List<Parameter> options(WorkloadType type) {
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.add(
        percent("percent", "95", "The percentage of requests that must be answered in time."));
    parameters.add(
        Parameter.time("within", "200ms", "The time limit of a request, from its intended start."));
    parameters.add(Parameter.time("probe", "30s", "The length of the first probe of a load."));
    parameters.add(
        Parameter.choice(
            "by",
            List.of("rate", "threads"),
            "rate",
            "The kind of load: requests offered in a second, or threads that each wait for an"
                + " answer before the next request."));
    parameters.add(
        Parameter.whole(
            "start", 0, 1_000_000_000, 0, "The first load; 0: 100 a second, or 1 thread."));
    parameters.add(
        Parameter.whole(
            "most",
            0,
            1_000_000_000,
            0,
            "The highest load; 0: a million a second, or 1,024 threads."));
    parameters.add(
        percent("width", "5", "The largest distance between the ends of the answer, in per cent."));
    parameters.add(
        Parameter.whole(
            "longest",
            1,
            1_000,
            4,
            "The longest time to probe an undecided load, as a multiple of the probe."));
    parameters.add(percent("confidence", "95", "The confidence of every verdict, in per cent."));
    parameters.add(Parameter.time("warm-up", "5s", "The warm-up of each probe."));
    parameters.add(
        Parameter.time("settle", "60s", "The longest wait for the store between probes."));
    parameters.add(LoadParameters.arrivals());
    parameters.add(
        Parameter.whole(
            "seed", 0, Long.MAX_VALUE, 1, "Determines the schedules and the requests."));
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
    ProbeRuns runs = new ProbeRuns(type, options, Sampling.of(options), directory);
    SearchText text = new SearchText(spec, out, live);
    text.head("portolan bench search " + name() + " " + options.commandLine());
    try (Workload workload = type.open(options)) {
      workload.prepare(Progress.shownBy(live));
      WorkloadTarget target = target(workload, spec, options, runs);
      Function<SearchResult, SearchFile> file = file(options, workload);
      SearchListener listener =
          new SearchListener() {
            @Override
            public void begins(int number, Step.Purpose purpose, double load, Duration length) {
              text.begins(number, purpose, load, length);
            }

            @Override
            public void ended(Step step, SearchResult soFar) {
              directory.ifPresent(to -> file.apply(soFar).write(to));
              text.ended(step);
            }
          };
      SearchResult result =
          Interruption.guard(
              target::stop,
              () -> {
                SearchResult found = new LoadSearch(spec, target, listener).run();
                directory.ifPresent(to -> file.apply(found).write(to));
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
        1,
        most == 0 ? Math.max(start, highest) : most,
        options.decimal("width") / 100,
        options.integer("longest"),
        options.decimal("confidence") / 100);
  }

  private static WorkloadTarget target(
      Workload workload, SearchSpec spec, BenchOptions options, ProbeRuns runs) {
    return new WorkloadTarget(
        workload,
        spec,
        LoadParameters.arrivals(options),
        options.time("warm-up"),
        options.time("settle"),
        options.number("seed"),
        runs);
  }

  /** Returns a function that makes the file of a search that begins now. */
  private Function<SearchResult, SearchFile> file(BenchOptions options, Workload workload) {
    String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Map<String, String> typed = new LinkedHashMap<>(options.values());
    typed.remove("out");
    Map<String, String> configuration = workload.configuration();
    String machine = Machine.text();
    return result -> SearchFile.of(started, name(), typed, configuration, machine, result);
  }
}

package org.portolan.bench.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.BenchOptions;
import org.portolan.bench.Benchmark;
import org.portolan.bench.BenchmarkFailedException;
import org.portolan.bench.LiveLine;
import org.portolan.bench.Parameter;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.PacedWorkload;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.measure.Machine;
import org.portolan.bench.measure.Report;
import org.portolan.bench.telemetry.Sampler;
import org.portolan.bench.telemetry.Sampling;

/** A workload as a benchmark: prepared, run once as its options say, printed, kept as files. */
public final class WorkloadBenchmark implements Benchmark {
  private final WorkloadType type;

  public WorkloadBenchmark(WorkloadType type) {
    this.type = type;
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public String description() {
    return type.description();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.addAll(type.paced() ? LoadParameters.paced() : LoadParameters.all());
    parameters.addAll(Sampling.parameters());
    parameters.add(
        Parameter.path(
            "out", "An empty or new directory for the results as files (default: none are kept)."));
    return parameters;
  }

  @Override
  public void run(BenchOptions options, PrintWriter out) {
    run(options, out, LiveLine.NONE);
  }

  /**
   * Runs the workload; Ctrl-C ends it early, with a result of what was measured until then.
   *
   * @throws BenchmarkFailedException after all is printed and written, if anything was wrong, lost,
   *     unknown or in error
   */
  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    options.path("out").ifPresent(RunDirectory::requireEmpty);
    if (!type.paced()) {
      // What does not fit together is said before a store is opened.
      LoadParameters.spec(options);
    }
    Sampling sampling = Sampling.of(options);
    try (Workload workload = type.open(options)) {
      Report report = Report.begin(this, options, out);
      workload.prepare((done, total, unit) -> live.show(preparation(done, total, unit)));
      live.show("");
      report.text(configuration(workload));
      LoadSpec spec = spec(options, workload);
      Manifest manifest = manifest(options, workload);
      RunResult result =
          measure(workload, spec, sampling, manifest, options.path("out"), report, live);
      if (result.failed()) {
        throw new BenchmarkFailedException(RunText.failure(result));
      }
    }
  }

  private static String configuration(Workload workload) {
    StringBuilder text = new StringBuilder();
    workload
        .configuration()
        .forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.append('\n').toString();
  }

  private static LoadSpec spec(BenchOptions options, Workload workload) {
    return workload instanceof PacedWorkload paced
        ? paced.spec(options.integer("threads"), options.number("seed"))
        : LoadParameters.spec(options);
  }

  private static RunResult measure(
      Workload workload,
      LoadSpec spec,
      Sampling sampling,
      Manifest manifest,
      Optional<Path> out,
      Report report,
      LiveLine live) {
    try (RunDirectory directory = out.map(to -> RunDirectory.begin(to, manifest)).orElse(null)) {
      LoadListener listener =
          sample -> {
            live.show(RunText.live(sample, spec));
            if (directory != null) {
              directory.second(sample);
            }
          };
      Sampler sampler =
          sampling.sampler(
              workload.serverMetrics(),
              workload.inProcess(),
              spec.warmUp().plus(spec.measured()).toNanos(),
              directory == null ? sample -> {} : directory::server);
      LoadGenerator generator = new LoadGenerator(workload, spec, listener);
      return Interruption.guard(
          generator::stop,
          () -> {
            LoadResult load = sampled(generator, sampler);
            live.show("");
            Manifest.State state =
                load.interrupted() ? Manifest.State.INTERRUPTED : Manifest.State.COMPLETE;
            RunResult result =
                new RunResult(
                    manifest.with(state),
                    load,
                    verified(workload, load),
                    sampler.events(),
                    sampler.telemetry());
            if (directory != null) {
              directory.result(result);
            }
            report.text(RunText.of(result));
            report.end(RunText.summary(result));
            return result;
          });
    }
  }

  private static LoadResult sampled(LoadGenerator generator, Sampler sampler) {
    sampler.begin();
    try {
      return generator.run();
    } finally {
      sampler.end();
    }
  }

  private static Optional<Verification> verified(Workload workload, LoadResult load) {
    return load.interrupted() ? Optional.empty() : workload.verifyAtEnd();
  }

  private Manifest manifest(BenchOptions options, Workload workload) {
    Build build = Build.find();
    Map<String, String> typed = new LinkedHashMap<>(options.values());
    typed.remove("out");
    return new Manifest(
        Manifest.FORMAT,
        Manifest.State.RUNNING,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        build.version(),
        build.commit(),
        name(),
        typed,
        workload.configuration(),
        Machine.figures());
  }

  private static String preparation(long done, long total, String unit) {
    return total == 0
        ? String.format(Locale.ROOT, "prepare: %,d %s", done, unit)
        : String.format(Locale.ROOT, "prepare: %,d of %,d %s", done, total, unit);
  }
}

package org.portolan.bench.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.PacedWorkload;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.telemetry.Sampling;

/**
 * A workload as a benchmark: prepares it, runs it once, prints the result and keeps it as files.
 */
public final class WorkloadBenchmark extends Benchmark {
  private final WorkloadType type;

  public WorkloadBenchmark(WorkloadType type) {
    super(type.name(), type.description(), options(type));
    this.type = type;
  }

  private static List<Parameter> options(WorkloadType type) {
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.addAll(type.paced() ? LoadParameters.paced() : LoadParameters.all());
    parameters.addAll(Sampling.parameters());
    parameters.add(
        Parameter.path(
            "out", "An empty or new directory for the results as files (default: none are kept)."));
    return parameters;
  }

  @Override
  public void requireFitting(BenchOptions options) {
    if (!type.paced()) {
      LoadParameters.spec(options);
    }
  }

  /**
   * Runs the workload; Ctrl-C ends it early, with the measurements until then as the result.
   *
   * @throws BenchmarkFailedException after the result is printed and written, if {@link
   *     RunResult#failed}
   */
  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    options.path("out").ifPresent(to -> Results.requireEmpty(to, "a run"));
    Sampling sampling = Sampling.of(options);
    try (Workload workload = type.open(options)) {
      Report report = Report.begin(this, options, out);
      workload.prepare(Progress.shownBy(live));
      live.show("");
      Manifest manifest = Manifest.begin(name(), options.values(), workload);
      report.text(configuration(manifest));
      LoadSpec spec = spec(options, workload);
      RunResult result =
          measure(workload, spec, sampling, manifest, options.path("out"), report, live);
      if (result.failed()) {
        throw new BenchmarkFailedException(RunText.failure(result));
      }
    }
  }

  private static String configuration(Manifest manifest) {
    StringBuilder text = new StringBuilder();
    manifest
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
    Measurement measurement =
        new Measurement(
            workload,
            spec,
            sampling,
            manifest,
            out,
            (sample, responses, notAnswered) -> live.show(RunText.live(sample, spec)));
    return Interruption.guard(
        measurement::stop,
        () -> {
          RunResult result =
              measurement.run(
                  load -> {
                    live.show("");
                    return verified(workload, load);
                  });
          report.text(RunText.of(result));
          report.end(RunText.summary(result));
          return result;
        });
  }

  private static Optional<Verification> verified(Workload workload, LoadResult load) {
    return load.interrupted() ? Optional.empty() : workload.verifyAtEnd();
  }
}

package org.portolan.bench.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Workload;
import org.portolan.bench.telemetry.Sampler;
import org.portolan.bench.telemetry.Sampling;

/**
 * One run of a prepared workload under load, sampled and optionally kept as files. Used by one
 * thread, except {@link #stop}.
 */
public final class Measurement {
  private final Workload workload;
  private final LoadSpec spec;
  private final Sampling sampling;
  private final Manifest manifest;
  private final Optional<Path> out;
  private final LoadListener listener;
  private final LoadGenerator generator;
  private volatile RunDirectory directory;

  /**
   * @param out the directory for the files, which is empty or does not exist
   * @param listener called for each second
   * @throws IllegalArgumentException if an operation of the workload has a name that files cannot
   *     hold
   */
  public Measurement(
      Workload workload,
      LoadSpec spec,
      Sampling sampling,
      Manifest manifest,
      Optional<Path> out,
      LoadListener listener) {
    LatencyLogs.verifyNames(workload.name(), workload.operations());
    this.workload = workload;
    this.spec = spec;
    this.sampling = sampling;
    this.manifest = manifest;
    this.out = out;
    this.listener = listener;
    generator = new LoadGenerator(workload, spec, this::second);
  }

  /** Ends the run early and soon. May be called by any thread, also before the run. */
  public void stop() {
    generator.stop();
  }

  /**
   * Runs, once.
   *
   * @param verification the check after the load
   * @throws IllegalArgumentException if the directory is not empty
   */
  public RunResult run(Function<LoadResult, Optional<Verification>> verification) {
    try (RunDirectory files = out.map(to -> RunDirectory.begin(to, manifest)).orElse(null)) {
      directory = files;
      Sampler sampler =
          sampling.sampler(
              workload.serverMetrics(),
              workload.inProcess(),
              spec.warmUp().plus(spec.measured()).toNanos(),
              files == null ? sample -> {} : files::server);
      LoadResult load = load(sampler);
      RunResult result =
          new RunResult(
              manifest.with(
                  load.interrupted() ? Manifest.State.INTERRUPTED : Manifest.State.COMPLETE),
              load,
              verification.apply(load),
              sampler.events(),
              sampler.telemetry());
      if (files != null) {
        files.result(result);
      }
      return result;
    }
  }

  private LoadResult load(Sampler sampler) {
    sampler.begin();
    try {
      return generator.run();
    } finally {
      sampler.end();
    }
  }

  /** Passes each second to the files, then to the listener. */
  private void second(SecondSample sample, Histogram responses, Histogram notAnswered) {
    if (directory != null) {
      directory.second(sample);
    }
    listener.second(sample, responses, notAnswered);
  }
}

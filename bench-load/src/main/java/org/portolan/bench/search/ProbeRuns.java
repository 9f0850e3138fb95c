package org.portolan.bench.search;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Measurement;
import org.portolan.bench.telemetry.Sampling;

/**
 * Keeps each probe as a separate run beside the trail, sampled like any run. {@code bench report}
 * can show it and {@code bench rerun} can repeat it.
 */
final class ProbeRuns {
  private final WorkloadType type;
  private final Map<String, String> options = new LinkedHashMap<>();
  private final Sampling sampling;
  private final Optional<Path> trail;

  /**
   * @param options of the search
   * @param trail the directory of the search, if it is kept
   */
  ProbeRuns(WorkloadType type, BenchOptions options, Sampling sampling, Optional<Path> trail) {
    this.type = type;
    this.sampling = sampling;
    this.trail = trail;
    type.parameters().stream().map(Parameter::name).forEach(name -> take(options, name));
    Sampling.parameters().stream().map(Parameter::name).forEach(name -> take(options, name));
  }

  private void take(BenchOptions all, String name) {
    options.put(name, all.values().get(name));
  }

  /**
   * Returns the directory of a probe, relative to the search's directory; empty if it is not kept.
   */
  String directory(int number) {
    return trail.isPresent() ? Text.format("probe-%02d", number) : "";
  }

  /** Returns a probe, ready to run. */
  Measurement measurement(int number, Workload workload, LoadSpec run, LoadListener listener) {
    return new Measurement(
        workload,
        run,
        sampling,
        Manifest.begin(type.name(), typed(run), workload),
        trail.map(to -> to.resolve(directory(number))),
        listener);
  }

  /** Returns the options that run the same load separately. */
  private Map<String, String> typed(LoadSpec run) {
    Map<String, String> typed = new LinkedHashMap<>(options);
    typed.put("threads", Integer.toString(run.drive().workers()));
    if (run.drive() instanceof Drive.Open open) {
      typed.put("rate", Long.toString(Math.max(1, Math.round(open.ratePerSecond()))));
      typed.put("arrivals", open.arrivals().spelling());
    }
    typed.put("seconds", Long.toString(Math.max(1, run.measured().toSeconds())));
    typed.put("warm-up", Long.toString(run.warmUp().toSeconds()));
    typed.put("seed", Long.toString(run.seed()));
    return typed;
  }
}

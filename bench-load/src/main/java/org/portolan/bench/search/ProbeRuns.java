package org.portolan.bench.search;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
  private final Map<String, String> options = new LinkedHashMap<>();
  private final Sampling sampling;
  private final Manifest search;
  private final Optional<Path> trail;

  /**
   * @param search the manifest of the search
   * @param trail the directory of the search, if it is kept
   */
  ProbeRuns(WorkloadType type, Sampling sampling, Manifest search, Optional<Path> trail) {
    this.sampling = sampling;
    this.search = search;
    this.trail = trail;
    Stream.concat(type.parameters().stream(), Sampling.parameters().stream())
        .map(Parameter::name)
        .forEach(name -> options.put(name, search.options().get(name)));
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
        search.again(typed(run)),
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

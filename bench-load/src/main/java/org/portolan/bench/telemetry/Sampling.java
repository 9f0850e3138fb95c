package org.portolan.bench.telemetry;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Machine;
import org.portolan.bench.api.Parameter;
import org.portolan.cluster.Cluster;
import org.portolan.engine.ServerMetrics;

/** The sampling of a run, according to its options. */
public final class Sampling {
  private static final String ON = "on";

  private final boolean on;
  private final Optional<Cluster> cluster;

  private Sampling(boolean on, Optional<Cluster> cluster) {
    this.on = on;
    this.cluster = cluster;
  }

  /** Returns the parameters, in the order in which help shows them. */
  public static List<Parameter> parameters() {
    return List.of(
        Parameter.path(
            "cluster",
            "The directory of the store's local cluster: the result includes its processes and"
                + " their faults."),
        Parameter.choice(
            "telemetry",
            List.of(ON, "off"),
            ON,
            "Whether to sample servers, processors and bytes once a second."));
  }

  /**
   * Returns the sampling that the options describe.
   *
   * @throws IllegalArgumentException if the given directory holds no cluster
   */
  public static Sampling of(BenchOptions options) {
    Optional<Path> directory = options.path("cluster");
    if (directory.isPresent() && !Cluster.exists(directory.get())) {
      throw new IllegalArgumentException(
          "--cluster must be the directory of a cluster that 'portolan cluster start' made, not "
              + directory.get());
    }
    return new Sampling(options.text("telemetry").equals(ON), directory.map(Cluster::open));
  }

  /**
   * Returns a sampler for a run.
   *
   * @param metrics the counters of the store's servers, if clients can read them
   * @param inProcess whether the store is in this process
   * @param lengthNanos the planned length of the run
   * @param listener called for each sample, by the sampling thread
   */
  public Sampler sampler(
      Optional<ServerMetrics> metrics,
      boolean inProcess,
      long lengthNanos,
      Consumer<Sample> listener) {
    ServerNames names = new ServerNames();
    List<Meter> meters = new ArrayList<>();
    Map<String, String> lacking = new LinkedHashMap<>();
    if (on) {
      meters.add(client());
      cluster.ifPresentOrElse(
          watched -> meters.add(new ClusterMeter(watched, names).meter()),
          () -> lacking.put(ClusterMeter.SERVERS, serversNotSampled(inProcess)));
      if (inProcess) {
        lacking.put(WireMeter.BYTES, "none: the store is in the generator's process");
      } else {
        addWire(meters, lacking, names);
      }
      metrics.ifPresentOrElse(
          counters -> meters.add(new EngineMeter(counters, names).meter()),
          () ->
              lacking.put(
                  EngineMeter.REQUESTS, "not sampled: clients of this store cannot read counters"));
    }
    return new Sampler(meters, names, lacking, lengthNanos, listener);
  }

  /** Returns the processor time of this process. */
  static Meter client() {
    return new Meter(
        "processor of the client",
        "processor time of the generator's process, including its garbage collection and this"
            + " sampling",
        sweep ->
            Machine.system()
                .ifPresent(
                    system ->
                        sweep.counter(
                            Sample.CLIENT,
                            Figure.PROCESSOR_NANOS,
                            "",
                            system.getProcessCpuTime())));
  }

  private static String serversNotSampled(boolean inProcess) {
    return inProcess
        ? "none: the store is in the generator's process and part of its processor time"
        : "not sampled: name the directory of a local cluster with --cluster";
  }

  private static void addWire(List<Meter> meters, Map<String, String> lacking, ServerNames names) {
    try {
      meters.add(new WireMeter(names).meter());
    } catch (RuntimeException e) {
      lacking.put(
          WireMeter.BYTES,
          "not sampled: this needs Linux and ss of iproute2 ("
              + (e.getCause() == null ? e : e.getCause()).getMessage()
              + ")");
    }
  }
}

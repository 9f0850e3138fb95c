package org.portolan.bench.load;

import java.util.List;
import java.util.function.Function;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;

/**
 * A workload that can be named on the command line. Stateless.
 *
 * @param name on the command line, for example {@code ycsb-a}
 * @param description one sentence
 * @param parameters of this workload, without those of every run under load (threads, rate,
 *     arrivals, seconds, warm-up, seed, out). If it has a store, {@link Parameter#store} comes
 *     first
 * @param paced whether its workloads are {@link PacedWorkload}s
 * @param opener see {@link #open}
 */
public record WorkloadType(
    String name,
    String description,
    List<Parameter> parameters,
    boolean paced,
    Function<BenchOptions, Workload> opener) {
  public WorkloadType {
    parameters = List.copyOf(parameters);
  }

  /** Makes a type whose load can be chosen. */
  public WorkloadType(
      String name,
      String description,
      List<Parameter> parameters,
      Function<BenchOptions, Workload> opener) {
    this(name, description, parameters, false, opener);
  }

  /**
   * Opens the store and makes the workload; does not fill the store yet.
   *
   * @param options values for at least {@link #parameters} and {@code seed}
   * @throws IllegalArgumentException if values do not fit together; the message says which would
   */
  public Workload open(BenchOptions options) {
    return opener.apply(options);
  }
}

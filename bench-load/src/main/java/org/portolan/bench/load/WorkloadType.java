package org.portolan.bench.load;

import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;

/** A workload that can be named on the command line. Stateless. */
public interface WorkloadType {

  /** Returns the name on the command line, for example {@code ycsb-a}. */
  String name();

  /** Returns a description in one sentence. */
  String description();

  /**
   * Returns the parameters of this workload, without those of every run under load (threads, rate,
   * arrivals, seconds, warm-up, seed, out). If it has a store, {@link Parameter#store} comes first.
   */
  List<Parameter> parameters();

  /** Returns whether its workloads are {@link PacedWorkload}s. */
  default boolean paced() {
    return false;
  }

  /**
   * Opens the store and makes the workload; does not fill the store yet.
   *
   * @param options values for at least {@link #parameters} and {@code seed}
   * @throws IllegalArgumentException if values do not fit together; the message says which would
   */
  Workload open(BenchOptions options);
}

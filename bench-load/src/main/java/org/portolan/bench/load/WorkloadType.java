package org.portolan.bench.load;

import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;

/** A workload that can be named on the command line. Stateless. */
public interface WorkloadType {

  /** Returns the name on the command line, for example {@code ycsb-a}. */
  String name();

  /** Returns what is done, in one sentence. */
  String description();

  /**
   * Returns what can be set of it, besides what can be set of every run of load (threads, rate,
   * arrivals, seconds, warm-up, seed, out). Those that have a store begin with {@link
   * Parameter#store}.
   */
  List<Parameter> parameters();

  /** Returns whether its workloads are {@link PacedWorkload}s. */
  default boolean paced() {
    return false;
  }

  /**
   * Opens the store and makes the workload, filling nothing yet.
   *
   * @param options values for at least {@link #parameters} and {@code seed}
   * @throws IllegalArgumentException if values do not fit together; the message says what is right
   */
  Workload open(BenchOptions options);
}

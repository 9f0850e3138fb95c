package org.portolan.bench.api;

import java.io.PrintWriter;
import java.util.List;

/**
 * One measurement that a person or a script can repeat. Stateless.
 *
 * <p>A benchmark measures and does not judge: no time limit makes it fail. But it checks that the
 * measured operations gave the right results, and prints no figures of operations that failed.
 */
public interface Benchmark {

  /** Returns the name on the command line, for example {@code data-layer}. */
  String name();

  /** Returns one sentence that describes the measurement or the comparison. */
  String description();

  /** Returns the parameters, in the order in which help shows them. */
  List<Parameter> parameters();

  /**
   * Checks that options fit together, before anything is opened.
   *
   * @throws IllegalArgumentException if they do not
   */
  default void requireFitting(BenchOptions options) {}

  /**
   * Measures, and prints a head that names the machine, a table, and a last line of {@code
   * name=value} pairs.
   *
   * @param options values for exactly {@link #parameters}
   * @param live shows progress, if the benchmark reports any
   * @throws BenchmarkFailedException if an operation failed or its result was wrong
   */
  void run(BenchOptions options, PrintWriter out, LiveLine live);

  /** Measures without showing progress. */
  default void run(BenchOptions options, PrintWriter out) {
    run(options, out, LiveLine.NONE);
  }
}

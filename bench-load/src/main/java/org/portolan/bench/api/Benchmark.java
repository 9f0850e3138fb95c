package org.portolan.bench.api;

import java.io.PrintWriter;
import java.util.List;

/**
 * One measurement that a person or a script can repeat. Stateless.
 *
 * <p>A benchmark measures, it does not judge: it states no time that must be kept. But it checks
 * that what it measured was done right, and prints no figure of operations that failed.
 */
public interface Benchmark {

  /** Returns the name on the command line, for example {@code data-layer}. */
  String name();

  /** Returns what is measured beside what, in one sentence. */
  String description();

  /** Returns what can be set, in the order in which help shows it. */
  List<Parameter> parameters();

  /**
   * Looks whether options fit together, before anything is opened.
   *
   * @throws IllegalArgumentException if they do not
   */
  default void requireFitting(BenchOptions options) {}

  /**
   * Measures, and prints a head that names the machine, a table, and a last line of {@code
   * name=value} pairs.
   *
   * @param options values for exactly {@link #parameters}
   * @param live where it says meanwhile how it goes, if it has something to say
   * @throws BenchmarkFailedException if an operation failed or its result was wrong
   */
  void run(BenchOptions options, PrintWriter out, LiveLine live);

  /** Measures without saying meanwhile how it goes. */
  default void run(BenchOptions options, PrintWriter out) {
    run(options, out, LiveLine.NONE);
  }
}

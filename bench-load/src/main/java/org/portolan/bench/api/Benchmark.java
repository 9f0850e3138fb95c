package org.portolan.bench.api;

import java.io.PrintWriter;
import java.util.List;

/**
 * One measurement that a person or a script can repeat. Stateless.
 *
 * <p>A benchmark measures and does not judge: no time limit makes it fail. But it checks that the
 * measured operations gave the right results, and prints no figures of operations that failed.
 */
public abstract class Benchmark {
  private final String name;
  private final String description;
  private final List<Parameter> parameters;

  /**
   * @param name on the command line, for example {@code data-layer}
   * @param description one sentence that describes the measurement or the comparison
   * @param parameters in the order in which help shows them
   */
  protected Benchmark(String name, String description, List<Parameter> parameters) {
    this.name = name;
    this.description = description;
    this.parameters = List.copyOf(parameters);
  }

  public final String name() {
    return name;
  }

  public final String description() {
    return description;
  }

  public final List<Parameter> parameters() {
    return parameters;
  }

  /**
   * Checks that options fit together, before anything is opened.
   *
   * @throws IllegalArgumentException if they do not
   */
  public void requireFitting(BenchOptions options) {}

  /**
   * Measures, and prints a head that names the machine, a table, and a last line of {@code
   * name=value} pairs.
   *
   * @param options values for exactly {@link #parameters}
   * @param live shows progress, if the benchmark reports any
   * @throws BenchmarkFailedException if an operation failed or its result was wrong
   */
  public abstract void run(BenchOptions options, PrintWriter out, LiveLine live);

  /** Measures without showing progress. */
  public final void run(BenchOptions options, PrintWriter out) {
    run(options, out, LiveLine.NONE);
  }
}

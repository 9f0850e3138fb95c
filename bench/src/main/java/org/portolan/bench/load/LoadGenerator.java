package org.portolan.bench.load;

/**
 * Drives a workload as a {@link LoadSpec} says. Each object runs once.
 */
public final class LoadGenerator {
  private final Workload workload;
  private final LoadSpec spec;
  private final LoadListener listener;

  public LoadGenerator(Workload workload, LoadSpec spec, LoadListener listener) {
    this.workload = workload;
    this.spec = spec;
    this.listener = listener;
  }

  /**
   * Runs the workload, whose store must be prepared, to its end or until {@link #stop}.
   *
   * @return never null, also of a run that was stopped: what was measured until then
   */
  public LoadResult run() {
    throw new UnsupportedOperationException("in work: " + workload + spec + listener);
  }

  /** Ends the run soon: no operation is begun any more. May be called by any thread, at any time. */
  public void stop() {}
}

package org.portolan.bench.load;

/** A workload that determines the starts of its operations and the end of the run, like a trace. */
public interface PacedWorkload extends Workload {

  /**
   * Returns a run that performs all operations.
   *
   * @param workers how many operations can be under way at once
   */
  LoadSpec spec(int workers, long seed);
}

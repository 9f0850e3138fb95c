package org.portolan.bench.load;

/** A workload that itself says when its operations start and when they end, as a trace does. */
public interface PacedWorkload extends Workload {

  /**
   * Returns the run that performs all of it.
   *
   * @param workers how many operations can be under way at once
   */
  LoadSpec spec(int workers, long seed);
}

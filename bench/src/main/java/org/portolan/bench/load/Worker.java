package org.portolan.bench.load;

/**
 * One client of a workload: performs operations one after another. Used by one thread only; two
 * workers of the same number and seed ask for the same sequence.
 */
public interface Worker extends AutoCloseable {

  /**
   * Draws the next operation and performs it.
   *
   * <p>Does not throw for what the store does wrong: {@link Outcome#of} turns exceptions into
   * outcomes. What it throws all the same is counted as an error of the first kind of operation.
   */
  Outcome perform();

  /** Gives back what the worker holds. */
  @Override
  default void close() {}
}

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

  /**
   * Judges what the last operation read, outside of the time that it is said to have taken: how
   * long a client thinks about an answer is not the store's.
   *
   * @param performed what {@link #perform} returned
   * @return the same, or what was wrong with it
   */
  default Outcome judge(Outcome performed) {
    return performed;
  }

  /** Gives back what the worker holds. */
  @Override
  default void close() {}
}

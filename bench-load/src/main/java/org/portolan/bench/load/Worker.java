package org.portolan.bench.load;

/**
 * One client of a workload; performs one operation after another. Used by one thread only. Two
 * workers with the same number and seed request the same sequence.
 */
public interface Worker extends AutoCloseable {

  /**
   * Draws the next operation and performs it.
   *
   * <p>Failures of the store are outcomes. An exception becomes an outcome of the first kind of
   * operation, as {@link Outcome#of} converts it; a worker of several kinds converts exceptions
   * itself.
   */
  Outcome perform() throws Exception;

  /**
   * Verifies the data that the last operation read. This happens after the end of the operation, so
   * no latency includes it.
   *
   * @param performed the outcome that {@link #perform} returned
   * @return the same outcome, or another one that describes the error
   */
  default Outcome judge(Outcome performed) {
    return performed;
  }

  /** Releases the worker's resources. */
  @Override
  default void close() {}
}

package org.portolan.bench.load;

import org.HdrHistogram.Histogram;

/** Follows a run while it goes on. Called by one thread of the generator; must return soon. */
@FunctionalInterface
public interface LoadListener {
  LoadListener NONE = (sample, responses, notAnswered) -> {};

  /**
   * A second is over, and all operations that ended in it are counted. Seconds come in order.
   *
   * @param responses of all operations that ended in this second; a copy for the listener
   * @param notAnswered the responses of those without an answer: given up after conflicts, or
   *     failed; a copy for the listener
   */
  void second(SecondSample sample, Histogram responses, Histogram notAnswered);
}

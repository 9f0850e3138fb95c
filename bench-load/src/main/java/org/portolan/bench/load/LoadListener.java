package org.portolan.bench.load;

import org.HdrHistogram.Histogram;

/** Told of a run while it goes on, by one thread of the generator. Should return soon. */
@FunctionalInterface
public interface LoadListener {
  LoadListener NONE = (sample, responses) -> {};

  /**
   * A second is over and everything that ended in it is counted. Seconds come in order.
   *
   * @param responses of all that ended in this second; the listener's own
   */
  void second(SecondSample sample, Histogram responses);
}

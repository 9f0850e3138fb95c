package org.portolan.bench.load;

/** Told of a run while it goes on, by one thread of the generator. Should return soon. */
@FunctionalInterface
public interface LoadListener {
  LoadListener NONE = sample -> {};

  /** A second is over and everything that ended in it is counted. Seconds come in order. */
  void second(SecondSample sample);
}

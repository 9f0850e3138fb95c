package org.portolan.bench.load;

import java.util.List;
import java.util.OptionalInt;

/** Where the transient at the beginning of a run ends. */
public final class SteadyState {
  private SteadyState() {}

  /** Returns the first second that belongs to the steady state, counted as the samples are. */
  public static OptionalInt begin(List<SecondSample> series) {
    throw new UnsupportedOperationException("in work: " + series.size());
  }
}

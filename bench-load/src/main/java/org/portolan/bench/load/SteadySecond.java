package org.portolan.bench.load;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.statistics.SteadyState;

/**
 * The second from which a run is steady. It is determined by the operations that ended in each
 * second and by the median of their responses; the later of the two counts.
 */
public final class SteadySecond {

  private SteadySecond() {}

  /**
   * Returns the first second that belongs to the steady state, counted as the samples are; empty if
   * there is none or fewer than {@value SteadyState#VALUES_MIN} seconds are known.
   */
  public static OptionalInt first(List<SecondSample> series) {
    List<SecondSample> known =
        series.stream().filter(sample -> sample.phase() != SecondSample.Phase.DRAIN).toList();
    if (known.size() < SteadyState.VALUES_MIN) {
      return OptionalInt.empty();
    }
    SteadyState ended = steady(known, sample -> (double) sample.ended());
    SteadyState median = steady(known, sample -> (double) sample.responseMedian());
    return ended.found() && median.found()
        ? OptionalInt.of(known.get(Math.max(ended.start(), median.start())).second())
        : OptionalInt.empty();
  }

  private static SteadyState steady(
      List<SecondSample> series, ToDoubleFunction<SecondSample> figure) {
    return SteadyState.of(series.stream().mapToDouble(figure).toArray());
  }
}

package org.portolan.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * Where the transient at the beginning of a run ends: the truncation that minimises the marginal
 * standard error (MSER, White 1997), over the operations ended in each second and over the median
 * of their responses; the later of the two. A truncation in the second half says that the run was
 * never steady.
 */
public final class SteadyState {
  private static final int SECONDS_MIN = 10;

  /** Fewer seconds at the end may be alike by chance. */
  private static final int REST_MIN = 5;

  /** The error is flat around its minimum: the first that comes near it is taken. */
  private static final double ERROR_TOLERANCE = 1.25;

  private SteadyState() {}

  /**
   * Returns the first second that belongs to the steady state, counted as the samples are; empty if
   * there is none or fewer than {@value #SECONDS_MIN} seconds are known.
   */
  public static OptionalInt begin(List<SecondSample> series) {
    List<SecondSample> known =
        series.stream().filter(sample -> sample.phase() != SecondSample.Phase.DRAIN).toList();
    if (known.size() < SECONDS_MIN) {
      return OptionalInt.empty();
    }
    int begin =
        Math.max(
            truncation(known, sample -> (double) sample.ended()),
            truncation(known, sample -> (double) sample.responseMedian()));
    return begin > known.size() / 2
        ? OptionalInt.empty()
        : OptionalInt.of(known.get(begin).second());
  }

  private static int truncation(List<SecondSample> series, ToDoubleFunction<SecondSample> figure) {
    return truncation(series.stream().mapToDouble(figure).toArray());
  }

  /** Returns how many values to leave out, so that the mean of the rest is known best. */
  static int truncation(double... values) {
    double[] errors = new double[Math.max(0, values.length - REST_MIN + 1)];
    double mean = 0;
    double squares = 0;
    for (int begin = values.length - 1; begin >= 0; begin--) {
      int count = values.length - begin;
      double off = values[begin] - mean;
      mean += off / count;
      squares += off * (values[begin] - mean);
      if (begin < errors.length) {
        errors[begin] = squares / count / count;
      }
    }
    double bound = Arrays.stream(errors).min().orElse(0) * ERROR_TOLERANCE;
    int begin = 0;
    while (begin < errors.length && errors[begin] > bound) {
      begin++;
    }
    return begin;
  }
}

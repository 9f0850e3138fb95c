package org.portolan.bench.study;

import java.util.Arrays;
import java.util.Optional;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.Estimate;
import org.portolan.bench.statistics.Interval;

/**
 * A figure of some rounds.
 *
 * @param interval empty if its error is unknown, as that of one round
 */
record Mean(double value, Optional<Interval> interval) {
  static final double CONFIDENCE = 0.95;

  /**
   * Returns the geometric mean of some rounds, with Student's interval of the logarithms.
   *
   * @param rounds positive figures, at least one
   */
  static Mean ofRounds(double... rounds) {
    Estimate logs = Estimate.ofRepeats(Arrays.stream(rounds).map(Math::log).toArray());
    Interval interval = logs.interval(CONFIDENCE);
    return new Mean(
        Math.exp(logs.mean()),
        rounds.length < 2
            ? Optional.empty()
            : Optional.of(
                new Interval(Math.exp(interval.low()), Math.exp(interval.high()), CONFIDENCE)));
  }

  /** Returns this multiplied by a positive number that is known exactly. */
  Mean times(double factor) {
    return new Mean(
        value * factor,
        interval.map(
            range ->
                new Interval(range.low() * factor, range.high() * factor, range.confidence())));
  }

  /** Returns the lowest figure that the interval allows. */
  double low() {
    return interval.map(Interval::low).orElse(value);
  }

  double high() {
    return interval.map(Interval::high).orElse(value);
  }

  /** Returns the figure with its interval: "2.10 (1.80–2.45)". */
  String text() {
    return Text.figure(value)
        + interval
            .map(range -> " (" + Text.figure(range.low()) + "–" + Text.figure(range.high()) + ")")
            .orElse("");
  }
}

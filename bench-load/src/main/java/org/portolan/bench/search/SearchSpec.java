package org.portolan.bench.search;

import java.time.Duration;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.Latencies;

/**
 * The specification of a search for the highest load at which a share of the requests is answered
 * within a limit.
 *
 * @param by the kind of load
 * @param share of the requests that must be answered in time, between 0 and 1
 * @param within the limit, from the intended start of a request, at most {@link #WITHIN_MAX}
 * @param probe the length of the first probe of a load, after a warm-up
 * @param start the first load
 * @param most the highest load
 * @param width the greatest distance between the ends of the answer, as a share of the upper one;
 *     they stay further apart around undecided loads
 * @param longest the longest time to probe an undecided load, as a multiple of {@code probe}
 * @param confidence of the answer, over many searches, and of the interval of each verdict. A
 *     verdict can be wrong in one direction only, and at either end of the answer, so the two error
 *     probabilities add up to that of the answer. Judging again with more evidence adds to them;
 *     the intervals are cautious enough for that, as searches on queues with known limits show
 */
public record SearchSpec(
    Axis by,
    double share,
    Duration within,
    Duration probe,
    double start,
    double most,
    double width,
    int longest,
    double confidence) {

  /**
   * The longest limit. A response of more than {@link Latencies#HIGHEST} is recorded as that, an
   * hour, and histograms round such times by seconds. It must not count as within the limit.
   */
  public static final Duration WITHIN_MAX = Duration.ofMinutes(59);

  /** The kinds of load. */
  public enum Axis {
    /** Requests offered in a second, however slow the store is: an open system. */
    RATE,
    /** Clients that each wait for an answer before the next request: a closed system. */
    THREADS;

    /** Returns a load with its unit, as a person reads it. */
    public String text(double load) {
      return this == RATE
          ? Loads.text(load) + "/s"
          : Loads.text(load) + (load == 1 ? " thread" : " threads");
    }
  }

  public SearchSpec {
    require(share > 0 && share < 1, "the share of requests in time must lie between 0 and 1");
    require(
        within.compareTo(Duration.ZERO) > 0 && within.compareTo(WITHIN_MAX) <= 0,
        "the limit must be longer than 0 and at most 59 minutes");
    require(
        probe.compareTo(Duration.ofSeconds(2)) >= 0,
        "a probe must take at least 2 seconds, because its spread is measured from second to"
            + " second");
    require(
        Plan.LEAST <= start && start <= most,
        "the first load must lie between 1 and the highest load");
    require(
        by == Axis.RATE || most <= Drive.WORKERS_MAX,
        Text.format("a search by threads can try at most %,d threads", Drive.WORKERS_MAX));
    require(width > 0 && width < 1, "the width of the answer must lie between 0 and 1");
    require(
        longest >= 1 && longest <= 1_000, "the longest probe must be 1 to 1,000 times the probe");
    require(confidence > 0.5 && confidence < 1, "the confidence must lie between 0.5 and 1");
  }

  private static void require(boolean right, String rule) {
    if (!right) {
      throw new IllegalArgumentException(rule);
    }
  }
}

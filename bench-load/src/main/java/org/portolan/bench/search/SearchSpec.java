package org.portolan.bench.search;

import java.time.Duration;

/**
 * What is searched for: the highest load at which a share of the requests answers within a limit.
 *
 * @param by what the load is measured in
 * @param share of the requests that must answer in time, between 0 and 1
 * @param within the limit, from the intended start of a request
 * @param probe how long a load is first tried, after a warm-up
 * @param start the load that is tried first
 * @param least below which the search gives up
 * @param most above which it does not go
 * @param width how far apart the ends of the answer may lie, as a share of the upper one; they stay
 *     further apart where the store cannot be told to pass or to fail
 * @param longest how many times {@code probe} an undecided load is tried at most
 * @param confidence of the answer, over many searches
 */
public record SearchSpec(
    Axis by,
    double share,
    Duration within,
    Duration probe,
    double start,
    double least,
    double most,
    double width,
    int longest,
    double confidence) {

  /** Klencke 2010, 6.1: 95 % of the requests within 200 ms. His runs took 30 minutes each. */
  public static final SearchSpec KLENCKE =
      new SearchSpec(
          Axis.RATE,
          0.95,
          Duration.ofMillis(200),
          Duration.ofSeconds(30),
          100,
          1,
          1_000_000,
          0.05,
          4,
          0.95);

  /** What a load is measured in. */
  public enum Axis {
    /** Requests offered in a second, whatever the store does: an open system. */
    RATE,
    /** Clients that each wait for an answer before they ask again: a closed one. */
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
    require(!within.isNegative() && !within.isZero(), "the limit must be longer than nothing");
    require(
        probe.compareTo(Duration.ofSeconds(2)) >= 0,
        "a probe must take at least 2 seconds, for its spread is seen from second to second");
    require(
        least > 0 && least <= start && start <= most,
        "loads must be above 0, the first between the least and the most");
    require(width > 0 && width < 1, "the width of the answer must lie between 0 and 1");
    require(
        longest >= 1 && longest <= 1_000, "an undecided load is tried 1 to 1,000 times as long");
    require(confidence > 0.5 && confidence < 1, "the confidence must lie between 0.5 and 1");
  }

  private static void require(boolean right, String rule) {
    if (!right) {
      throw new IllegalArgumentException(rule);
    }
  }

  /**
   * Returns the confidence of the interval of each verdict. A verdict can be wrong to one side
   * only, and at either end of the answer: the two chances together are what the answer may be
   * wrong by. Judging anew with more evidence would add to them; the intervals are cautious enough
   * for that, as searches on queues of known limits show.
   */
  double verdictConfidence() {
    return confidence;
  }
}

package org.portolan.bench.search;

import java.time.Duration;
import java.util.function.Supplier;
import org.portolan.bench.api.Text;

/**
 * Waits until a store answers a low load as quickly as it did before the search. An overload leaves
 * queues, compactions and full write caches behind, which would otherwise fail the next probe. Used
 * by one thread.
 */
final class Settling {
  /** Short latencies vary by scheduling alone. */
  private static final Duration SLACK = Duration.ofMillis(1);

  private static final double MEDIAN_FACTOR = 1.5;
  private static final double PERCENTILE_FACTOR = 2;

  private final Supplier<Quick> lowLoad;
  private final Duration longest;
  private Quick baseline;
  private boolean first = true;

  /**
   * The result of a short run of low load.
   *
   * @param unfinished requests that did not even end
   */
  record Quick(Duration took, long median, long response95, long unfinished) {}

  /**
   * @param lowLoad runs a low load for a short time
   * @param longest the time after which the search goes on all the same
   */
  Settling(Supplier<Quick> lowLoad, Duration longest) {
    this.lowLoad = lowLoad;
    this.longest = longest;
  }

  ProbeTarget.Settled settle() {
    Quick quick = lowLoad.get();
    if (first) {
      // The first run in a process executes cold code, so the second run is the baseline.
      first = false;
      baseline = lowLoad.get();
      return new ProbeTarget.Settled(true, quick.took.plus(baseline.took), "");
    }
    Duration waited = quick.took;
    while (!calm(quick) && waited.compareTo(longest) < 0) {
      quick = lowLoad.get();
      waited = waited.plus(quick.took);
    }
    return new ProbeTarget.Settled(calm(quick), waited, text(quick));
  }

  private boolean calm(Quick quick) {
    return quick.unfinished == 0
        && quick.median <= MEDIAN_FACTOR * baseline.median + SLACK.toNanos()
        && quick.response95 <= PERCENTILE_FACTOR * baseline.response95 + SLACK.toNanos();
  }

  private String text(Quick quick) {
    return Text.format(
        "95 %% of a low load within %.1f ms, at first %.1f ms",
        quick.response95 / 1e6, baseline.response95 / 1e6);
  }
}

package org.portolan.bench.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.telemetry.TelemetrySummary;

/** Responses of a simulated probe, by second. */
final class Responses {
  static final TelemetrySummary NOT_SAMPLED =
      new TelemetrySummary(0, 0, Optional.empty(), List.of());

  private static final int FIRST_SIZE = 64;

  private final long[][] nanos;
  private final int[] counts;

  Responses(int seconds) {
    nanos = new long[seconds][FIRST_SIZE];
    counts = new int[seconds];
  }

  /** Adds a response in seconds; one after the last second is left out. */
  void add(int second, double response) {
    if (second >= nanos.length) {
      return;
    }
    if (counts[second] == nanos[second].length) {
      nanos[second] = Arrays.copyOf(nanos[second], counts[second] * 2);
    }
    nanos[second][counts[second]++] = Math.round(response * 1e9);
  }

  ProbeOutcome outcome(double load, Duration length, Duration limit, long failures) {
    List<ResponseBlock> blocks = new ArrayList<>();
    int total = Arrays.stream(counts).sum();
    long[] all = new long[total];
    int at = 0;
    for (int second = 0; second < nanos.length; second++) {
      long[] sorted = Arrays.copyOf(nanos[second], counts[second]);
      Arrays.sort(sorted);
      blocks.add(ResponseBlock.of(limit, sorted.length, 0, within -> notAbove(sorted, within)));
      System.arraycopy(sorted, 0, all, at, sorted.length);
      at += sorted.length;
    }
    Arrays.sort(all);
    return new ProbeOutcome(
        load,
        length,
        blocks,
        total / (length.toMillis() / 1e3),
        percentile(all, 0.5),
        percentile(all, 0.95),
        percentile(all, 0.99),
        failures,
        failures == 0 ? "" : "the store is broken",
        Optional.empty(),
        "",
        NOT_SAMPLED,
        false);
  }

  private static int notAbove(long[] sorted, long value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static long percentile(long[] sorted, double share) {
    return sorted.length == 0
        ? 0
        : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
  }
}

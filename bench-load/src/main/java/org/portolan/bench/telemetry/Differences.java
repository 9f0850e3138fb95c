package org.portolan.bench.telemetry;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The difference of each server's counters, summed over their parts, between one sweep and the
 * next. A counter that is smaller than before began again, with its process, region or connection.
 * A new part counts whole. If a server had no counter of a figure before, and that figure may have
 * been counted before the run, its counters count from now on.
 */
final class Differences {
  private final Map<String, Map<Figure, Map<String, Long>>> last = new HashMap<>();
  private boolean begun;

  /** Returns the figures of each server in the sweep; all differences are zero the first time. */
  Map<String, Map<Figure, Long>> next(Sweep sweep) {
    Map<String, Map<Figure, Long>> differences = new LinkedHashMap<>();
    sweep
        .counters()
        .forEach(
            (server, figures) -> {
              Map<Figure, Long> sums = new EnumMap<>(Figure.class);
              figures.forEach((figure, parts) -> sums.put(figure, sum(server, figure, parts)));
              differences.put(server, sums);
            });
    begun = true;
    return differences;
  }

  /** Parts that have disappeared are forgotten: if they come back, they count from zero. */
  private long sum(String server, Figure figure, Map<String, Long> parts) {
    if (figure.atAMoment()) {
      return parts.values().stream().mapToLong(Long::longValue).sum();
    }
    Map<String, Long> before =
        last.computeIfAbsent(server, name -> new EnumMap<>(Figure.class)).put(figure, parts);
    if (!begun || (before == null && figure.isOlderThanItsFirstSight())) {
      return 0;
    }
    long sum = 0;
    for (Map.Entry<String, Long> part : parts.entrySet()) {
      long value = part.getValue();
      long old = before == null ? 0 : before.getOrDefault(part.getKey(), 0L);
      sum += value < old ? value : value - old;
    }
    return sum;
  }
}

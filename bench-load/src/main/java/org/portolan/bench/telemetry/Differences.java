package org.portolan.bench.telemetry;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What counters of parts amount to for each server between one sweep and the next. A counter that
 * is smaller than before began anew, with its process, region or connection. One that was not there
 * before counts whole, unless it may have counted before the run: then it counts from now on.
 */
final class Differences {
  private final Map<String, Map<Figure, Map<String, Long>>> last = new HashMap<>();
  private boolean begun;

  /** Returns the figures of each server that the sweep has counters of; zeros the first time. */
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

  /** Parts that are gone are forgotten: if they come back, they count from nothing. */
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

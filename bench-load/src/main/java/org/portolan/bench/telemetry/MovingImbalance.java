package org.portolan.bench.telemetry;

import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How unevenly the servers were loaded at each moment: over a whole run each server may get the
 * same number of requests, and yet one of them all requests of each second (Zdravevski 2016,
 * section IV-D).
 */
public final class MovingImbalance {
  private static final double SECONDS = 2;

  private MovingImbalance() {}

  /**
   * Returns the mean, over spans of two seconds, of the largest load divided by the mean over the
   * servers: 1 if the load is even, the number of servers if one server has all of it. Empty for
   * fewer than two servers, or without load. Spans of one second would show how late the samples of
   * single servers come.
   *
   * @param from the beginning of the measured time, in seconds since the beginning of the run
   * @param seconds the length of the measured time
   */
  public static OptionalDouble of(Telemetry telemetry, double from, double seconds) {
    Map<Integer, Map<String, Double>> spans = new TreeMap<>();
    Map<String, Double> servers = new HashMap<>();
    for (Sample sample : telemetry.samples()) {
      long requests =
          sample.figure(Figure.READS).orElse(0) + sample.figure(Figure.WRITES).orElse(0);
      boolean counts =
          sample.figure(Figure.READS).isPresent() || sample.figure(Figure.WRITES).isPresent();
      if (!counts || sample.server().equals(Sample.CLIENT)) {
        continue;
      }
      double second = sample.second() - from;
      if (second > 0 && second <= seconds) {
        servers.put(sample.server(), 0.0);
        spans
            .computeIfAbsent((int) (second / SECONDS), any -> new HashMap<>())
            .merge(sample.server(), (double) requests, Double::sum);
      }
    }
    if (servers.size() < 2) {
      return OptionalDouble.empty();
    }
    DoubleSummaryStatistics imbalances = new DoubleSummaryStatistics();
    for (Map<String, Double> span : spans.values()) {
      double sum = span.values().stream().mapToDouble(Double::doubleValue).sum();
      double most = span.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
      if (sum > 0) {
        imbalances.accept(most * servers.size() / sum);
      }
    }
    return imbalances.getCount() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(imbalances.getAverage());
  }
}

package org.portolan.bench.telemetry;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The sums of a run's samples over its measured time. If the time of a sample lies only partly in
 * the measured time, its figures count in proportion.
 *
 * @param operations the operations of the measured time that ended, whatever their outcome
 * @param client the generator's own process, empty if it was not sampled
 * @param servers in the order in which they were first seen
 */
public record TelemetrySummary(
    double seconds, long operations, Optional<ServerTotal> client, List<ServerTotal> servers) {

  /**
   * One server over the measured time.
   *
   * @param totals sums; for running compactions, the seconds in which some were seen
   */
  public record ServerTotal(String server, String role, Map<Figure, Double> totals) {
    public ServerTotal {
      totals = Map.copyOf(totals);
    }

    /** Returns the sum of some figures together, empty if none of them was ever seen. */
    public OptionalDouble total(Figure... figures) {
      return Stream.of(figures)
          .filter(totals::containsKey)
          .mapToDouble(totals::get)
          .reduce(Double::sum);
    }

    private boolean hasRequests() {
      return total(Figure.READS, Figure.WRITES).isPresent();
    }
  }

  public TelemetrySummary {
    servers = List.copyOf(servers);
  }

  /**
   * Sums up samples.
   *
   * @param from the beginning of the measured time, in seconds since the beginning of the run
   * @param seconds the length of the measured time
   * @param operations the number of operations that ended in it
   */
  public static TelemetrySummary of(
      Telemetry telemetry, double from, double seconds, long operations) {
    Map<String, Map<Figure, Double>> totals = new LinkedHashMap<>();
    Map<String, String> roles = new HashMap<>();
    Map<String, Map<Figure, Double>> before = new HashMap<>();
    for (Sample sample : telemetry.samples()) {
      roles.put(sample.server(), sample.role());
      Map<Figure, Double> sums =
          totals.computeIfAbsent(sample.server(), name -> new EnumMap<>(Figure.class));
      Map<Figure, Double> last =
          before.computeIfAbsent(sample.server(), name -> new EnumMap<>(Figure.class));
      sample
          .figures()
          .forEach(
              (figure, value) -> {
                double since = last.getOrDefault(figure, 0.0);
                double within =
                    Math.max(0, Math.min(sample.second(), from + seconds) - Math.max(since, from));
                double span = sample.second() - since;
                double part =
                    figure.atAMoment()
                        ? (value > 0 ? within : 0)
                        : span > 0 ? value * within / span : 0;
                sums.merge(figure, part, Double::sum);
                last.put(figure, sample.second());
              });
    }
    List<ServerTotal> servers = new ArrayList<>();
    Optional<ServerTotal> client = Optional.empty();
    for (Map.Entry<String, Map<Figure, Double>> server : totals.entrySet()) {
      String name = server.getKey();
      ServerTotal total = new ServerTotal(name, roles.get(name), server.getValue());
      if (name.equals(Sample.CLIENT)) {
        client = Optional.of(total);
      } else {
        servers.add(total);
      }
    }
    return new TelemetrySummary(seconds, operations, client, servers);
  }

  /** Returns the client's processor time for an operation, in microseconds. */
  public OptionalDouble clientMicrosPerOperation() {
    return client.isEmpty()
        ? OptionalDouble.empty()
        : perOperation(client.get().total(Figure.PROCESSOR_NANOS), 1e-3);
  }

  /** Returns the processor time of all servers together for an operation, in microseconds. */
  public OptionalDouble serverMicrosPerOperation() {
    return perOperation(sum(Figure.PROCESSOR_NANOS), 1e-3);
  }

  /** Returns the bytes that the client sent for an operation. */
  public OptionalDouble sentBytesPerOperation() {
    return perOperation(sum(Figure.SENT_BYTES), 1);
  }

  /** Returns the bytes that the client received for an operation. */
  public OptionalDouble receivedBytesPerOperation() {
    return perOperation(sum(Figure.RECEIVED_BYTES), 1);
  }

  private OptionalDouble sum(Figure figure) {
    return servers.stream()
        .flatMapToDouble(server -> server.total(figure).stream())
        .reduce(Double::sum);
  }

  private OptionalDouble perOperation(OptionalDouble total, double unit) {
    return operations > 0 && total.isPresent()
        ? OptionalDouble.of(total.getAsDouble() * unit / operations)
        : OptionalDouble.empty();
  }

  /**
   * Returns the servers for which imbalance is calculated: those that have a count of requests from
   * the engine; if there are none, all.
   */
  public List<ServerTotal> serving() {
    List<ServerTotal> serving = servers.stream().filter(ServerTotal::hasRequests).toList();
    return serving.isEmpty() ? servers : serving;
  }

  /**
   * Returns the largest load divided by the mean over the serving servers: 1 if the load is even,
   * the number of servers if one server has all of it. Empty for fewer than two servers, or without
   * load.
   *
   * @param figures the load of a server is their sum
   */
  public OptionalDouble imbalance(Figure... figures) {
    DoubleSummaryStatistics loads =
        serving().stream()
            .flatMapToDouble(server -> server.total(figures).stream())
            .summaryStatistics();
    return loads.getCount() < 2 || loads.getSum() <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(loads.getMax() / loads.getAverage());
  }

  /**
   * Rounds a figure for a file to thousandths; with one sample each second, more digits would be
   * false precision.
   *
   * @param unit the factor by which the figure is multiplied first
   * @return null if the figure is unknown
   */
  public static Double rounded(OptionalDouble figure, double unit) {
    return figure.isPresent() ? Math.round(figure.getAsDouble() * unit * 1e3) / 1e3 : null;
  }
}

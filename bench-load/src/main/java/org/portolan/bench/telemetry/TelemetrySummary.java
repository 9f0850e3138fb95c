package org.portolan.bench.telemetry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

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

  /** The summary of a run that was not sampled. */
  public static final TelemetrySummary NONE =
      new TelemetrySummary(0, 0, Optional.empty(), List.of());

  /**
   * One server over the measured time.
   *
   * @param totals sums; for running compactions, the seconds in which some were seen
   */
  public record ServerTotal(String server, String role, Map<Figure, Double> totals) {
    public ServerTotal {
      totals = Map.copyOf(totals);
    }

    /** Returns a sum, empty if the figure was never seen. */
    public OptionalDouble total(Figure figure) {
      Double total = totals.get(figure);
      return total == null ? OptionalDouble.empty() : OptionalDouble.of(total);
    }

    /** Returns reads and writes together, empty if neither is counted. */
    public OptionalDouble requests() {
      return hasRequests()
          ? OptionalDouble.of(total(Figure.READS).orElse(0) + total(Figure.WRITES).orElse(0))
          : OptionalDouble.empty();
    }

    /** Returns bytes in both directions, empty if they are not counted. */
    public OptionalDouble bytes() {
      return totals.containsKey(Figure.SENT_BYTES)
          ? OptionalDouble.of(
              total(Figure.SENT_BYTES).orElse(0) + total(Figure.RECEIVED_BYTES).orElse(0))
          : OptionalDouble.empty();
    }

    boolean hasRequests() {
      return totals.containsKey(Figure.READS) || totals.containsKey(Figure.WRITES);
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
    double[] found =
        servers.stream()
            .filter(server -> server.total(figure).isPresent())
            .mapToDouble(server -> server.total(figure).getAsDouble())
            .toArray();
    return found.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Arrays.stream(found).sum());
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
   */
  public OptionalDouble imbalance(Figure figure) {
    return imbalance(server -> server.total(figure).orElse(Double.NaN));
  }

  /** Returns the imbalance of reads and writes together. */
  public OptionalDouble imbalanceOfRequests() {
    return imbalance(server -> server.requests().orElse(Double.NaN));
  }

  /** Returns the imbalance of bytes in both directions. */
  public OptionalDouble imbalanceOfBytes() {
    return imbalance(server -> server.bytes().orElse(Double.NaN));
  }

  private OptionalDouble imbalance(ToDoubleFunction<ServerTotal> figure) {
    double[] loads =
        serving().stream().mapToDouble(figure).filter(load -> !Double.isNaN(load)).toArray();
    double sum = Arrays.stream(loads).sum();
    return loads.length < 2 || sum <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Arrays.stream(loads).max().orElse(0) / (sum / loads.length));
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

package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.portolan.bench.api.Text;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.Sample;
import org.portolan.bench.telemetry.TelemetrySummary;
import org.portolan.bench.telemetry.TelemetrySummary.ServerTotal;

/**
 * The telemetry of a run: load of each server over time, imbalance, cost of an operation, for the
 * template {@code servers}.
 */
record ServersSection(RunSection section, TelemetrySummary summary) {
  static final int LINES_MAX = 8;
  private static final double SPAN_SECONDS_USUAL = 5;

  /**
   * Shorter spans are not drawn. The last sample is taken when the run ends, perhaps right after
   * the one before, and its rate would be that of a moment.
   */
  private static final double SPAN_SECONDS_DRAWN_MIN = 0.3;

  private static final int CLIENT_COLOR = 7;
  private static final String UNKNOWN = "–";

  ServersSection(RunSection section) {
    this(section, section.run().beside());
  }

  /**
   * A chart of a figure of the servers.
   *
   * @param servers the number of servers that have the figure; the busiest are drawn
   */
  record OverTime(Chart chart, int servers) {}

  RunResult run() {
    return section.run();
  }

  /** Returns the imbalance of each figure that the servers have, as parts of a sentence. */
  List<String> imbalances() {
    List<String> parts = new ArrayList<>();
    add(parts, "the mean of reads", summary.imbalance(Figure.READS));
    add(parts, "that of writes", summary.imbalance(Figure.WRITES));
    add(parts, "that of processor time", summary.imbalance(Figure.PROCESSOR_NANOS));
    add(parts, "that of bytes", summary.imbalance(Figure.SENT_BYTES, Figure.RECEIVED_BYTES));
    return parts;
  }

  private static void add(List<String> parts, String of, OptionalDouble value) {
    value.ifPresent(times -> parts.add(Text.format("%.2f times %s", times, of)));
  }

  /** Returns the charts of the figures that at least one server has. */
  List<OverTime> charts() {
    return Stream.of(
            overTime("Reads of each server", "a second", 1, Figure.READS),
            overTime("Writes of each server", "a second", 1, Figure.WRITES),
            overTime(
                "Processors of client and servers",
                "% of one processor",
                1e-7,
                Figure.PROCESSOR_NANOS),
            overTime(
                "Bytes between the client and each server",
                "KB a second",
                1e-3,
                Figure.SENT_BYTES,
                Figure.RECEIVED_BYTES))
        .filter(overTime -> overTime.servers() > 0)
        .toList();
  }

  /** The figures of one server over spans of time. */
  private record Line(List<Chart.Point> points) {
    /**
     * Adds the middle of a usual span, or both ends of a long span, in which the server was silent.
     */
    void add(double since, double until, double rate) {
      if (until - since > SPAN_SECONDS_USUAL) {
        points.add(new Chart.Point(since, rate));
        points.add(new Chart.Point(until, rate));
      } else {
        points.add(new Chart.Point((since + until) / 2, rate));
      }
    }

    double sum() {
      return points.stream().mapToDouble(Chart.Point::y).sum();
    }
  }

  /** Returns a chart of the sum of some figures per second. */
  private OverTime overTime(String title, String yLabel, double unit, Figure... figures) {
    Map<String, Line> lines = lines(unit, figures);
    Chart chart = section.timeChart(title + " over time", yLabel, Scale.Kind.LINEAR);
    List<String> busiest =
        lines.keySet().stream()
            .sorted(Comparator.comparingDouble((String name) -> lines.get(name).sum()).reversed())
            .limit(LINES_MAX)
            .toList();
    lines.forEach(
        (server, line) -> {
          if (busiest.contains(server)) {
            chart.line(server, color(server), line.points, Chart.Point::x, Chart.Point::y);
          }
        });
    return new OverTime(chart, lines.size());
  }

  /** Returns the line of each server that has all the figures and was not always silent. */
  private Map<String, Line> lines(double unit, Figure... figures) {
    Map<String, Line> lines = new LinkedHashMap<>();
    Map<String, Double> before = new LinkedHashMap<>();
    double end = run().load().spec().warmUp().toNanos() / 1e9 + run().load().seconds() + 1;
    for (Sample sample : run().telemetry().samples()) {
      OptionalLong value = sum(sample, figures);
      if (value.isPresent() && sample.second() <= end) {
        double since = before.getOrDefault(sample.server(), 0.0);
        if (sample.second() - since >= SPAN_SECONDS_DRAWN_MIN) {
          Line line = lines.computeIfAbsent(sample.server(), name -> new Line(new ArrayList<>()));
          line.add(since, sample.second(), value.getAsLong() * unit / (sample.second() - since));
        }
        before.put(sample.server(), sample.second());
      }
    }
    lines.values().removeIf(line -> line.sum() == 0);
    return lines;
  }

  /** A server has the same color in all charts; serving servers have the first colors. */
  private int color(String server) {
    int place =
        Stream.concat(summary.serving().stream(), summary.servers().stream())
            .map(ServerTotal::server)
            .distinct()
            .toList()
            .indexOf(server);
    return place < 0 ? CLIENT_COLOR : place % CLIENT_COLOR;
  }

  private static OptionalLong sum(Sample sample, Figure... figures) {
    long sum = 0;
    for (Figure figure : figures) {
      if (sample.figure(figure).isEmpty()) {
        return OptionalLong.empty();
      }
      sum += sample.figure(figure).getAsLong();
    }
    return OptionalLong.of(sum);
  }

  List<List<String>> rows() {
    double requests =
        summary.servers().stream().flatMapToDouble(server -> requests(server).stream()).sum();
    return Stream.concat(summary.servers().stream(), summary.client().stream())
        .map(server -> row(server, requests))
        .toList();
  }

  private static OptionalDouble requests(ServerTotal server) {
    return server.total(Figure.READS, Figure.WRITES);
  }

  private List<String> row(ServerTotal server, double requests) {
    double seconds = summary.seconds();
    return List.of(
        server.server(),
        server.role().isEmpty() ? UNKNOWN : server.role(),
        shown(server.total(Figure.READS), 1 / seconds),
        shown(server.total(Figure.WRITES), 1 / seconds),
        requests > 0 && requests(server).isPresent()
            ? Text.format("%.1f %%", 100 * requests(server).getAsDouble() / requests)
            : UNKNOWN,
        shown(server.total(Figure.PROCESSOR_NANOS), 1e-7 / seconds),
        shown(server.total(Figure.SENT_BYTES), 1e-3 / seconds),
        shown(server.total(Figure.RECEIVED_BYTES), 1e-3 / seconds),
        shown(server.total(Figure.COMPACTIONS_RUNNING), 1));
  }

  /** Returns a figure for people; a run that ended in its warm-up has no figures a second. */
  private static String shown(OptionalDouble value, double unit) {
    return value.isPresent() && Double.isFinite(unit)
        ? Text.figure(value.getAsDouble() * unit)
        : UNKNOWN;
  }
}

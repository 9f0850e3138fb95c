package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.Sample;
import org.portolan.bench.telemetry.TelemetrySummary;
import org.portolan.bench.telemetry.TelemetrySummary.ServerTotal;

/** The telemetry of a run: load of each server over time, imbalance, cost of an operation. */
final class ServersSection {
  private static final int LINES_MAX = 8;
  private static final double SPAN_SECONDS_USUAL = 5;

  /**
   * Shorter spans are not drawn. The last sample is taken when the run ends, perhaps right after
   * the one before, and its rate would be that of a moment.
   */
  private static final double SPAN_SECONDS_DRAWN_MIN = 0.3;

  private static final int CLIENT_COLOR = 7;
  private static final String UNKNOWN = "–";

  private final RunResult run;
  private final TelemetrySummary summary;
  private final StringBuilder html = new StringBuilder();

  ServersSection(RunResult run) {
    this.run = run;
    this.summary = run.beside();
  }

  /**
   * Returns the section; empty if the run was not sampled.
   *
   * @param charts makes an empty chart over the run's time, with its events
   */
  String html(Function<String[], Chart> charts) {
    if (run.telemetry().sources().isEmpty()) {
      return "";
    }
    html.append("<h3>Beside the client</h3>\n");
    tiles();
    imbalance();
    over(() -> charts.apply(label("Reads of each server", "a second")), 1, Figure.READS);
    over(() -> charts.apply(label("Writes of each server", "a second")), 1, Figure.WRITES);
    over(
        () -> charts.apply(label("Processors of client and servers", "% of one processor")),
        1e-7,
        Figure.PROCESSOR_NANOS);
    over(
        () -> charts.apply(label("Bytes between the client and each server", "KB a second")),
        1e-3,
        Figure.SENT_BYTES,
        Figure.RECEIVED_BYTES);
    table();
    sources();
    return html.toString();
  }

  private static String[] label(String title, String yLabel) {
    return new String[] {title + " over time", yLabel};
  }

  private void tiles() {
    html.append("<div class=\"tiles\">");
    tile(summary.clientMicrosPerOperation(), "µs of the client's processors an operation");
    tile(summary.serverMicrosPerOperation(), "µs of the servers' processors an operation");
    tile(summary.sentBytesPerOperation(), "bytes sent an operation");
    tile(summary.receivedBytesPerOperation(), "bytes received an operation");
    html.append("</div>\n");
  }

  private void tile(OptionalDouble figure, String name) {
    figure.ifPresent(value -> html.append(Html.tile(Html.figure(value), name)));
  }

  private void imbalance() {
    List<String> parts = new ArrayList<>();
    add(parts, "%s times the mean of reads", summary.imbalance(Figure.READS));
    add(parts, "%s times that of writes", summary.imbalance(Figure.WRITES));
    add(parts, "%s times that of processor time", summary.imbalance(Figure.PROCESSOR_NANOS));
    add(parts, "%s times that of bytes", summary.imbalanceOfBytes());
    if (!parts.isEmpty()) {
      String text =
          Html.number("Imbalance: of %d servers the busiest had ", summary.serving().size())
              + String.join(", ", parts)
              + ". 1 is even.";
      html.append("<p>").append(Html.text(text)).append("</p>\n");
    }
  }

  private static void add(List<String> parts, String form, OptionalDouble value) {
    if (value.isPresent()) {
      parts.add(Html.number(form, Html.number("%.2f", value.getAsDouble())));
    }
  }

  /** The figures of one server over spans of time. */
  private record Line(List<Double> moments, List<Double> rates) {
    /**
     * Adds the middle of a usual span, or both ends of a long span, in which the server was silent.
     */
    void add(double since, double until, double rate) {
      if (until - since > SPAN_SECONDS_USUAL) {
        moments.add(since);
        rates.add(rate);
        moments.add(until);
      } else {
        moments.add((since + until) / 2);
      }
      rates.add(rate);
    }

    double sum() {
      return rates.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  /** Adds a chart of the sum of some figures per second; none if no server has them. */
  private void over(Supplier<Chart> empty, double unit, Figure... figures) {
    Map<String, Line> lines = new LinkedHashMap<>();
    Map<String, Double> before = new LinkedHashMap<>();
    double end = run.load().spec().warmUp().toNanos() / 1e9 + run.load().seconds() + 1;
    for (Sample sample : run.telemetry().samples()) {
      OptionalLong value = sum(sample, figures);
      if (value.isPresent() && sample.second() <= end) {
        double since = before.getOrDefault(sample.server(), 0.0);
        if (sample.second() - since >= SPAN_SECONDS_DRAWN_MIN) {
          Line line =
              lines.computeIfAbsent(
                  sample.server(), name -> new Line(new ArrayList<>(), new ArrayList<>()));
          line.add(since, sample.second(), value.getAsLong() * unit / (sample.second() - since));
        }
        before.put(sample.server(), sample.second());
      }
    }
    lines.values().removeIf(line -> line.sum() == 0);
    if (lines.isEmpty()) {
      return;
    }
    Chart chart = empty.get();
    List<String> busiest =
        lines.keySet().stream()
            .sorted(Comparator.comparingDouble((String name) -> lines.get(name).sum()).reversed())
            .limit(LINES_MAX)
            .toList();
    lines.forEach(
        (server, line) -> {
          if (busiest.contains(server)) {
            chart.line(server, color(server), array(line.moments), array(line.rates));
          }
        });
    html.append(chart.html());
    if (lines.size() > LINES_MAX) {
      html.append(
          Html.number(
              "<p class=\"soft\">The %d busiest of %d are drawn.</p>\n", LINES_MAX, lines.size()));
    }
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

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
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

  private void table() {
    List<List<String>> rows = new ArrayList<>();
    double requests =
        summary.servers().stream().mapToDouble(server -> server.requests().orElse(0)).sum();
    summary.servers().forEach(server -> rows.add(row(server, requests)));
    summary.client().ifPresent(client -> rows.add(row(client, requests)));
    html.append(
        Html.table(
            List.of(
                "measured time",
                "role",
                "reads/s",
                "writes/s",
                "share",
                "% of a processor",
                "KB/s to",
                "KB/s from",
                "s compacting"),
            rows));
  }

  private List<String> row(ServerTotal server, double requests) {
    double seconds = summary.seconds();
    return List.of(
        server.server(),
        server.role().isEmpty() ? UNKNOWN : server.role(),
        shown(server.total(Figure.READS), 1 / seconds),
        shown(server.total(Figure.WRITES), 1 / seconds),
        requests > 0 && server.requests().isPresent()
            ? Html.number("%.1f %%", 100 * server.requests().getAsDouble() / requests)
            : UNKNOWN,
        shown(server.total(Figure.PROCESSOR_NANOS), 1e-7 / seconds),
        shown(server.total(Figure.SENT_BYTES), 1e-3 / seconds),
        shown(server.total(Figure.RECEIVED_BYTES), 1e-3 / seconds),
        shown(server.total(Figure.COMPACTIONS_RUNNING), 1));
  }

  private static String shown(OptionalDouble value, double unit) {
    return value.isPresent() ? Html.figure(value.getAsDouble() * unit) : UNKNOWN;
  }

  private void sources() {
    html.append("<details><summary>Where these figures come from</summary>\n<dl>");
    html.append(
        run.telemetry().sources().entrySet().stream()
            .map(source -> Html.entry(source.getKey(), source.getValue()))
            .collect(Collectors.joining()));
    html.append("</dl></details>\n");
  }
}

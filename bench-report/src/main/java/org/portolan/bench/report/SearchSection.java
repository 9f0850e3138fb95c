package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.api.Text;
import org.portolan.bench.search.Judgement.Verdict;
import org.portolan.bench.search.SearchFile;
import org.portolan.bench.search.SearchFile.Probe;
import org.portolan.bench.search.SearchSpec.Axis;

/** One search on the page, for the template {@code search}. */
record SearchSection(String label, SearchFile search) implements ReportPage.Section {
  private static final double WIDE = 10;

  /** Returns the row of the search among those of the page's other searches. */
  List<String> overview() {
    return List.of(label, search.workload(), search.answer());
  }

  static String sentence(String text) {
    return text.isEmpty()
        ? ""
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
  }

  /** Returns the machine without the word "machine", with which the line in the file begins. */
  String machine() {
    return search.machine().replaceFirst("^machine: ", "");
  }

  private String axis() {
    return search.by() == Axis.RATE ? "offered, requests a second" : "threads";
  }

  /** Loads that were doubled many times need a logarithmic scale. */
  private Scale.Kind loads() {
    double[] loads = search.probes().stream().mapToDouble(Probe::load).sorted().toArray();
    return loads.length > 0 && loads[loads.length - 1] > WIDE * loads[0]
        ? Scale.Kind.LOGARITHMIC
        : Scale.Kind.LINEAR;
  }

  Chart latency() {
    Chart chart =
        new Chart("Responses against load", axis(), loads(), "ms", Scale.Kind.LOGARITHMIC);
    // The last of several probes of a load counts: it is the longest one or the confirming one.
    Map<Double, Probe> last = new TreeMap<>();
    search.probes().forEach(probe -> last.put(probe.load(), probe));
    List<Probe> byLoad = List.copyOf(last.values());
    chart.line("half within", 0, byLoad, Probe::load, Probe::p50Ms);
    chart.line("95 %", 2, byLoad, Probe::load, Probe::p95Ms);
    chart.line("99 %", 3, byLoad, Probe::load, Probe::p99Ms);
    return chart.limit(search.withinMs(), "limit");
  }

  Chart shares() {
    Chart chart =
        new Chart("Requests answered in time, by load", axis(), loads(), "%", Scale.Kind.LINEAR);
    return verdicts(chart, Probe::load, Probe::percentInTime)
        .limit(search.percent(), Text.plain(search.percent()) + " %");
  }

  Chart trail() {
    Chart chart =
        new Chart(
            "Trail of the search",
            "probe",
            Scale.Kind.LINEAR,
            search.by() == Axis.RATE ? "requests a second" : "threads",
            Scale.Kind.LOGARITHMIC);
    return verdicts(chart, Probe::number, Probe::load);
  }

  private Chart verdicts(Chart chart, ToDoubleFunction<Probe> x, ToDoubleFunction<Probe> y) {
    verdict(chart, 2, Verdict.PASS, x, y);
    verdict(chart, 1, Verdict.FAIL, x, y);
    verdict(chart, 5, Verdict.UNDECIDED, x, y);
    verdict(chart, 7, Verdict.CLIENT_BOUND, x, y);
    return chart;
  }

  private void verdict(
      Chart chart,
      int color,
      Verdict verdict,
      ToDoubleFunction<Probe> x,
      ToDoubleFunction<Probe> y) {
    List<Probe> probes =
        search.probes().stream().filter(probe -> probe.verdict() == verdict).toList();
    chart.points(verdict.spelling(), color, probes, x, y);
  }

  List<String> heads() {
    List<String> heads = new ArrayList<>(List.of("probe", "why", "load", "s", "settled s", "ok/s"));
    heads.addAll(List.of("p50 ms", "p95 ms", "p99 ms", "% in time", "interval"));
    heads.addAll(beside().keySet());
    heads.add("verdict");
    return heads;
  }

  List<List<String>> rows() {
    return search.probes().stream().map(this::row).toList();
  }

  private List<String> row(Probe probe) {
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(probe.number()));
    row.add(probe.purpose().spelling());
    row.add(Text.plain(probe.load()));
    row.add(Text.plain(probe.seconds()));
    row.add(Text.format("%.1f", probe.settledSeconds()));
    row.add(Text.figure(probe.throughput()));
    row.add(Text.figure(probe.p50Ms()));
    row.add(Text.figure(probe.p95Ms()));
    row.add(Text.figure(probe.p99Ms()));
    row.add(Text.format("%.2f", probe.percentInTime()));
    row.add(Text.format("%.2f–%.2f", probe.percentLow(), probe.percentHigh()));
    for (Function<Probe, Double> figure : beside().values()) {
      Double value = figure.apply(probe);
      row.add(value == null ? "–" : Text.figure(value));
    }
    row.add(probe.verdict().spelling() + (probe.reason().isEmpty() ? "" : ": " + probe.reason()));
    return row;
  }

  /** Returns the figures of telemetry that at least one probe has. */
  private Map<String, Function<Probe, Double>> beside() {
    Map<String, Function<Probe, Double>> figures = new LinkedHashMap<>();
    figures.put("client us/op", Probe::clientMicros);
    figures.put("servers us/op", Probe::serverMicros);
    figures.put("imbalance", Probe::imbalance);
    figures
        .values()
        .removeIf(
            figure -> search.probes().stream().allMatch(probe -> figure.apply(probe) == null));
    return figures;
  }
}

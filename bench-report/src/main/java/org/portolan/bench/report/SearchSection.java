package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.search.Judgement.Verdict;
import org.portolan.bench.search.SearchFile;
import org.portolan.bench.search.SearchFile.Probe;
import org.portolan.bench.search.SearchResult.End;
import org.portolan.bench.search.SearchSpec.Axis;

/** One search on the page. */
final class SearchSection {
  private static final double WIDE = 10;

  private final String label;
  private final SearchFile search;
  private final StringBuilder html = new StringBuilder();

  SearchSection(String label, SearchFile search) {
    this.label = label;
    this.search = search;
  }

  String html() {
    html.append("<section>\n<h2>").append(Html.text(label)).append("</h2>\n");
    paragraph(
        "soft",
        Html.number(
            "Search on %s, started %s: the highest load at which %s %% answer within %s ms.",
            search.workload(),
            search.started(),
            Html.plain(search.percent()),
            Html.plain(search.withinMs())));
    boolean found = search.end() == End.FOUND;
    boolean answered = found || search.end() == End.EVERYTHING_PASSES;
    paragraph(answered ? "answer" : "answer bad", sentence(search.answer()));
    if (found) {
      paragraph(
          "soft",
          Html.number(
              "%s; every verdict with %s %% confidence.",
              search.confirmed() ? "Confirmed by a run of its own" : "Not confirmed",
              Html.plain(100 * search.confidence())));
    }
    search.notes().forEach(note -> paragraph("bad", sentence(note)));
    html.append(latency().html()).append(shares().html()).append(trail().html());
    table();
    html.append("<details><summary>What repeats this search</summary>\n<dl>");
    search.options().forEach((name, value) -> entry("--" + name, value));
    search.configuration().forEach(this::entry);
    entry("machine", search.machine());
    return html.append("</dl></details>\n</section>\n").toString();
  }

  private static String sentence(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
  }

  private void paragraph(String kind, String text) {
    html.append(Html.paragraph(kind, text));
  }

  private void entry(String name, String value) {
    html.append(Html.entry(name, value));
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

  private Chart latency() {
    Chart chart =
        new Chart("Responses against load", axis(), loads(), "ms", Scale.Kind.LOGARITHMIC);
    // The last of several probes of a load counts: it is the longest one or the confirming one.
    Map<Double, Probe> last = new TreeMap<>();
    search.probes().forEach(probe -> last.put(probe.load(), probe));
    List<Probe> byLoad = List.copyOf(last.values());
    line(chart, "half within", 0, byLoad, Probe::p50Ms);
    line(chart, "95 %", 2, byLoad, Probe::p95Ms);
    line(chart, "99 %", 3, byLoad, Probe::p99Ms);
    return chart.limit(search.withinMs(), "limit");
  }

  private static void line(
      Chart chart, String name, int color, List<Probe> probes, ToDoubleFunction<Probe> figure) {
    double[] x = probes.stream().mapToDouble(Probe::load).toArray();
    double[] y = probes.stream().mapToDouble(figure).toArray();
    chart.line(name, color, x, y);
  }

  private Chart shares() {
    Chart chart =
        new Chart("Requests answered in time, by load", axis(), loads(), "%", Scale.Kind.LINEAR);
    return verdicts(chart, Probe::load, Probe::percentInTime)
        .limit(search.percent(), Html.plain(search.percent()) + " %");
  }

  private Chart trail() {
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
    verdict(chart, "pass", 2, Verdict.PASS, x, y);
    verdict(chart, "fail", 1, Verdict.FAIL, x, y);
    verdict(chart, "undecided", 5, Verdict.UNDECIDED, x, y);
    verdict(chart, "client-bound", 7, Verdict.CLIENT_BOUND, x, y);
    return chart;
  }

  private void verdict(
      Chart chart,
      String name,
      int color,
      Verdict verdict,
      ToDoubleFunction<Probe> x,
      ToDoubleFunction<Probe> y) {
    List<Probe> probes =
        search.probes().stream().filter(probe -> probe.verdict() == verdict).toList();
    chart.points(
        name,
        color,
        probes.stream().mapToDouble(x).toArray(),
        probes.stream().mapToDouble(y).toArray());
  }

  private void table() {
    List<String> head =
        new ArrayList<>(
            List.of(
                "probe",
                "why",
                "load",
                "s",
                "settled s",
                "ok/s",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "% in time",
                "interval"));
    Map<String, Function<Probe, Double>> beside = beside();
    head.addAll(beside.keySet());
    head.add("verdict");
    List<List<String>> rows = new ArrayList<>();
    for (Probe probe : search.probes()) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  Integer.toString(probe.number()),
                  probe.purpose().spelling(),
                  Html.plain(probe.load()),
                  Html.plain(probe.seconds()),
                  Html.number("%.1f", probe.settledSeconds()),
                  Html.figure(probe.throughput()),
                  Html.figure(probe.p50Ms()),
                  Html.figure(probe.p95Ms()),
                  Html.figure(probe.p99Ms()),
                  Html.number("%.2f", probe.percentInTime()),
                  Html.number("%.2f–%.2f", probe.percentLow(), probe.percentHigh())));
      for (Function<Probe, Double> figure : beside.values()) {
        Double value = figure.apply(probe);
        row.add(value == null ? "–" : Html.figure(value));
      }
      row.add(probe.verdict().spelling() + (probe.reason().isEmpty() ? "" : ": " + probe.reason()));
      rows.add(row);
    }
    html.append(Html.table(head, rows));
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

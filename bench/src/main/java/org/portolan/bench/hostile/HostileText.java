package org.portolan.bench.hostile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.bench.hostile.Seen.Request;
import org.portolan.bench.hostile.attack.HostileKind;
import org.portolan.bench.hostile.attack.Tally;

/** The figures of a run, as rows for people. */
record HostileText(Seen seen, Attacks attacks, MemoryWatch memory, Diary diary) {
  private static final int STRETCHES_MAX = 100;
  private static final double APART_SECONDS = 2;
  private static final double[] PERCENTILES = {50, 99, 99.9, 100};

  /** A table without its layout. */
  record Rows(String title, List<String> heads, List<List<String>> rows) {}

  /** Returns the line of the phase that has just ended. */
  String phase() {
    Attacks.Done last = attacks.done().get(attacks.done().size() - 1);
    List<Request> during = seen.requests(request -> last.holds(request.second()));
    return Text.format(
        "%.0f s: %s; cached %s, uncached %s, saves %s; %d broken; heap %.0f, process %.0f MiB%n",
        last.until(),
        last.phase().name(),
        worst(during, HonestKind.CACHED),
        worst(during, HonestKind.UNCACHED),
        worst(during, HonestKind.SAVE),
        during.stream().filter(Request::broken).count(),
        memory.looks().isEmpty() ? 0 : lastLook().heapMegabytes(),
        memory.looks().isEmpty() ? 0 : lastLook().rssMegabytes());
  }

  private MemoryWatch.Look lastLook() {
    return memory.looks().get(memory.looks().size() - 1);
  }

  private static String worst(List<Request> requests, HonestKind kind) {
    Histogram histogram = Seen.latencies(of(requests, kind));
    return Text.millis(histogram.getValueAtPercentile(99))
        + "/"
        + Text.millis(histogram.getMaxValue());
  }

  private static List<Request> of(List<Request> requests, HonestKind kind) {
    return requests.stream().filter(request -> request.kind() == kind).toList();
  }

  /** Returns the line of a minute. */
  String minute(int minute) {
    return "minute " + String.join(" | ", minuteRow(minute)) + "\n";
  }

  private List<String> minuteRow(int minute) {
    List<Request> during =
        seen.requests(each -> each.second() >= minute * 60.0 && each.second() < minute * 60.0 + 60);
    List<MemoryWatch.Look> looks =
        memory.looks().stream().filter(each -> (int) (each.second() / 60) == minute).toList();
    List<String> row = new ArrayList<>(List.of(Integer.toString(minute)));
    for (HonestKind kind : List.of(HonestKind.CACHED, HonestKind.UNCACHED, HonestKind.SAVE)) {
      row.add(percentiles(of(during, kind)));
    }
    for (End end : List.of(End.REFUSED, End.FAILED, End.WRONG)) {
      row.add(Long.toString(Seen.count(during, end)));
    }
    row.add(largest(looks.stream().mapToDouble(MemoryWatch.Look::heapMegabytes).toArray()));
    row.add(largest(looks.stream().mapToDouble(MemoryWatch.Look::rssMegabytes).toArray()));
    row.add(largest(looks.stream().mapToDouble(MemoryWatch.Look::pauseMillis).toArray()));
    return row;
  }

  private static String largest(double... values) {
    return Text.format("%.0f", Arrays.stream(values).max().orElse(0));
  }

  private static String percentiles(List<Request> requests) {
    Histogram histogram = Seen.latencies(requests);
    return Arrays.stream(PERCENTILES)
        .mapToObj(percentile -> Text.millis(histogram.getValueAtPercentile(percentile)))
        .collect(Collectors.joining(" "));
  }

  Rows minutes() {
    List<List<String>> rows = new ArrayList<>();
    double last = seen.requests(any -> true).stream().mapToDouble(Request::second).max().orElse(0);
    for (int minute = 0; minute <= last / 60; minute++) {
      rows.add(minuteRow(minute));
    }
    return new Rows(
        "By minute: milliseconds of 50, 99, 99.9 and 100 % of the requests, from when they were due;"
            + " MiB and milliseconds of the server's process at most",
        List.of(
            "minute",
            "cached",
            "uncached",
            "save",
            "refused",
            "failed",
            "wrong",
            "heap",
            "process",
            "pause"),
        rows);
  }

  Rows phases() {
    Set<String> names = new LinkedHashSet<>(List.of("calm"));
    attacks.done().forEach(done -> names.add(done.phase().name()));
    List<List<String>> rows = new ArrayList<>();
    for (String name : names) {
      List<Request> during = seen.requests(request -> phaseAt(request.second()).equals(name));
      List<String> row = new ArrayList<>(List.of(name));
      for (HonestKind kind : List.of(HonestKind.CACHED, HonestKind.UNCACHED, HonestKind.SAVE)) {
        row.add(percentiles(of(during, kind)));
      }
      row.add(Integer.toString(during.size()));
      row.add(Long.toString(during.stream().filter(Request::late).count()));
      for (End end : List.of(End.REFUSED, End.FAILED, End.WRONG)) {
        row.add(Long.toString(Seen.count(during, end)));
      }
      rows.add(row);
    }
    return new Rows(
        "By attack: milliseconds as above, and how often the promise was not kept",
        List.of(
            "attack",
            "cached",
            "uncached",
            "save",
            "requests",
            "late",
            "refused",
            "failed",
            "wrong"),
        rows);
  }

  /** Returns the name of the attack at a time. */
  String phaseAt(double second) {
    return attacks.done().stream()
        .filter(done -> done.holds(second))
        .map(done -> done.phase().name())
        .findFirst()
        .orElse("calm");
  }

  Rows hostile() {
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<HostileKind, Tally> each : attacks.tallies().entrySet()) {
      Tally tally = each.getValue();
      rows.add(
          List.of(
              each.getKey().spelling(),
              Text.count(tally.count()),
              Text.figure(tally.millisMean()),
              Text.figure(tally.millisMax()),
              tally.outcomes().entrySet().stream()
                  .map(outcome -> outcome.getKey() + ": " + Text.count(outcome.getValue()))
                  .collect(Collectors.joining(", "))));
    }
    return new Rows(
        "What hostile clients got: status of answers, or how connections ended",
        List.of("kind", "acts", "mean ms", "max ms", "got"),
        rows);
  }

  /** Returns whether a request is covered by the promise: limits cannot tell apart one address. */
  private boolean promised(Request request) {
    return attacks.done().stream()
        .noneMatch(done -> done.holds(request.second()) && done.phase().shared());
  }

  /** Returns the stretches of time in which the promise was not kept, and by how much. */
  List<String> broken() {
    List<Request> broken =
        seen.requests(request -> request.broken() && promised(request)).stream()
            .sorted(Comparator.comparingDouble(Request::second))
            .toList();
    List<String> lines = new ArrayList<>();
    for (int from = 0, to = 0; from < broken.size() && lines.size() < STRETCHES_MAX; from = to) {
      double last = broken.get(from).second();
      while (to < broken.size()
          && broken.get(to).second() - last <= APART_SECONDS
          && phaseAt(broken.get(to).second()).equals(phaseAt(broken.get(from).second()))) {
        last = broken.get(to).second();
        to++;
      }
      lines.add(stretch(broken.subList(from, to)));
    }
    return lines;
  }

  private String stretch(List<Request> broken) {
    String kinds =
        Arrays.stream(HonestKind.values())
            .filter(kind -> !of(broken, kind).isEmpty())
            .map(
                kind ->
                    Text.format(
                        "%d %s up to %s ms",
                        of(broken, kind).size(),
                        kind.spelling(),
                        Text.millis(Seen.latencies(of(broken, kind)).getMaxValue())))
            .collect(Collectors.joining(", "));
    long others = broken.size() - Seen.count(broken, End.RIGHT);
    return Text.format(
        "%.1f to %.1f s, %s%s: %s",
        broken.get(0).second(),
        broken.get(broken.size() - 1).second(),
        phaseAt(broken.get(0).second()),
        others == 0 ? "" : Text.format(", %d of them not answered as they should be", others),
        kinds);
  }

  void print(Report report) {
    for (Rows rows : List.of(minutes(), phases(), hostile())) {
      report.text("\n" + rows.title() + "\n");
      report.table(Table.of(rows.heads(), rows.rows()));
    }
    report.text("\n");
    broken().forEach(line -> report.text("not as promised: " + line + "\n"));
    seen.troubles().forEach(line -> report.text("trouble: " + line + "\n"));
  }

  Summary summary() {
    List<Request> all = seen.requests(any -> true);
    List<Request> promised = seen.requests(this::promised);
    Summary summary = new Summary();
    for (HonestKind kind : HonestKind.values()) {
      List<Request> of = of(promised, kind);
      Histogram histogram = Seen.latencies(of);
      summary
          .add(kind.spelling(), of.size())
          .add(kind.spelling() + "-p99-ms", histogram.getValueAtPercentile(99) / 1e6)
          .add(kind.spelling() + "-max-ms", histogram.getMaxValue() / 1e6)
          .add(kind.spelling() + "-late", of.stream().filter(Request::late).count());
    }
    for (End end : End.values()) {
      summary.add(end.name().toLowerCase(Locale.ROOT), Seen.count(promised, end));
    }
    return summary
        .add("all", all.size())
        .add("saved", diary.acknowledged())
        .add("unanswered-saves", diary.unanswered())
        .add("process-mib-max", memory.rssMegabytesMax());
  }
}

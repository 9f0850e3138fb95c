package org.portolan.bench.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.bench.hostile.Seen.Request;
import org.portolan.bench.hostile.attack.HostileKind;
import org.portolan.bench.report.Chart;
import org.portolan.bench.report.Scale;
import org.portolan.bench.report.Timeline;

/** The figures by second as tables for programs, and a page with a plot. */
record HostileFiles(HostileText text) {
  private static final int WINDOWS_MAX = 300;

  /** The requests of a kind that were due within a window of time. */
  private record Window(double minute, Histogram latencies) {
    double millis(double percentile) {
      return latencies.getValueAtPercentile(percentile) / 1e6;
    }
  }

  /**
   * Writes {@code requests.csv}, {@code memory.csv}, {@code attacks.csv}, {@code page.html} and
   * {@code plot.svg}; replaces existing files with these names.
   */
  void write(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("requests.csv"), requests());
      Files.writeString(directory.resolve("memory.csv"), memory());
      Files.writeString(directory.resolve("attacks.csv"), attacks());
      Timeline timeline = timeline();
      Files.writeString(directory.resolve("page.html"), timeline.page());
      Files.writeString(directory.resolve("plot.svg"), timeline.file());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write figures to " + directory, e);
    }
  }

  private String requests() {
    StringBuilder csv = new StringBuilder("second,kind,micros,connecting_micros,end,attack\n");
    for (Request each : text.seen().requests(any -> true)) {
      csv.append(
          Text.format(
              "%.3f,%s,%d,%d,%s,%s%n",
              each.second(),
              each.kind().spelling(),
              each.nanos() / 1_000,
              each.connectingNanos() / 1_000,
              each.end(),
              text.phaseAt(each.second())));
    }
    return csv.toString();
  }

  private String memory() {
    StringBuilder csv = new StringBuilder("second,heap_mib,process_mib,pause_ms\n");
    for (MemoryWatch.Look each : text.memory().looks()) {
      csv.append(
          Text.format(
              "%.1f,%.0f,%.1f,%.1f%n",
              each.second(), each.heapMegabytes(), each.rssMegabytes(), each.pauseMillis()));
    }
    return csv.toString();
  }

  private String attacks() {
    StringBuilder csv = new StringBuilder("from,until,address,attack\n");
    for (Attacks.Done each : text.attacks().done()) {
      csv.append(
          Text.format(
              "%.1f,%.1f,%s,%s%n",
              each.from(), each.until(), each.phase().address(), each.phase().name()));
    }
    return csv.toString();
  }

  /** Returns the end of the last request and of the last look at the memory. */
  private double seconds() {
    return Stream.concat(
            text.seen().requests(any -> true).stream().map(Request::second),
            text.memory().looks().stream().map(MemoryWatch.Look::second))
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(1);
  }

  private List<Window> windows(HonestKind kind, double seconds) {
    double length = Math.max(1, Math.ceil(seconds / WINDOWS_MAX));
    List<List<Request>> parts = new ArrayList<>();
    for (int part = 0; part <= seconds / length; part++) {
      parts.add(new ArrayList<>());
    }
    text.seen()
        .requests(request -> request.kind() == kind)
        .forEach(request -> parts.get((int) (request.second() / length)).add(request));
    List<Window> windows = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      if (!parts.get(part).isEmpty()) {
        windows.add(new Window(part * length / 60, Seen.latencies(parts.get(part))));
      }
    }
    return windows;
  }

  private Timeline timeline() {
    double seconds = seconds();
    List<HostileText.Rows> tables = List.of(text.phases(), text.minutes(), text.hostile());
    return new Timeline(
        "A wiki's server beside hostile clients",
        notes(),
        List.of(
            latency(
                "Views: how long readers waited", seconds, HonestKind.CACHED, HonestKind.UNCACHED),
            latency(
                "Edits: how long the editor waited", seconds, HonestKind.SAVE, HonestKind.SHOWN),
            memoryChart()),
        lanes(),
        seconds / 60,
        Stream.concat(
                tables.stream()
                    .map(rows -> new Timeline.TextTable(rows.title(), rows.heads(), rows.rows())),
                Stream.of(
                    new Timeline.TextTable(
                        "Not as promised",
                        List.of("from, to, attack"),
                        text.broken().stream().map(List::of).toList())))
            .toList());
  }

  private List<String> notes() {
    List<Request> all = text.seen().requests(any -> true);
    List<String> notes = new ArrayList<>();
    notes.add(
        Text.format(
            "%,d requests of honest clients: %,d refused, %,d failed, %,d wrong. %,d saves were"
                + " acknowledged.",
            all.size(),
            Seen.count(all, End.REFUSED),
            Seen.count(all, End.FAILED),
            Seen.count(all, End.WRONG),
            text.diary().acknowledged()));
    return notes;
  }

  private Chart latency(String title, double seconds, HonestKind first, HonestKind second) {
    Chart chart = new Chart(title, "minutes", Scale.Kind.LINEAR, "ms", Scale.Kind.LOGARITHMIC);
    int color = 0;
    for (HonestKind kind : List.of(first, second)) {
      List<Window> windows = windows(kind, seconds);
      for (double percentile : new double[] {50, 99, 100}) {
        ToDoubleFunction<Window> millis = window -> window.millis(percentile);
        chart.line(
            kind.spelling()
                + (percentile == 100 ? ", longest" : Text.format(", %.0f %%", percentile)),
            color++,
            windows,
            Window::minute,
            millis);
      }
    }
    Stream.of(first, second)
        .map(HonestKind::millisPromised)
        .distinct()
        .forEach(millis -> chart.limit(millis, Text.format("promised: %,d ms", millis)));
    return chart.extendTo(seconds / 60);
  }

  private Chart memoryChart() {
    List<MemoryWatch.Look> looks = text.memory().looks();
    Chart chart =
        new Chart("Memory of the server", "minutes", Scale.Kind.LINEAR, "MiB", Scale.Kind.LINEAR);
    chart.line("process", 0, looks, look -> look.second() / 60, MemoryWatch.Look::rssMegabytes);
    chart.line(
        "heap after collections",
        1,
        looks,
        look -> look.second() / 60,
        MemoryWatch.Look::heapMegabytes);
    return chart.extendTo(seconds() / 60);
  }

  private List<Timeline.Lane> lanes() {
    List<Timeline.Lane> lanes = new ArrayList<>();
    for (HostileKind kind : HostileKind.values()) {
      List<Timeline.Stretch> stretches =
          text.attacks().done().stream()
              .filter(done -> done.phase().kinds().contains(kind))
              .map(HostileFiles::stretch)
              .toList();
      if (!stretches.isEmpty()) {
        lanes.add(new Timeline.Lane(kind.description(), stretches));
      }
    }
    lanes.add(
        new Timeline.Lane(
            "all of them from the readers' own address",
            text.attacks().done().stream()
                .filter(done -> done.phase().shared())
                .map(HostileFiles::stretch)
                .toList()));
    return lanes;
  }

  private static Timeline.Stretch stretch(Attacks.Done done) {
    return new Timeline.Stretch(done.from() / 60, done.until() / 60);
  }
}

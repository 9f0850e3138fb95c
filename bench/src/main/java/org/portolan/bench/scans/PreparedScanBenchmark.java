package org.portolan.bench.scans;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Progress;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Measurement;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.Sampling;
import org.portolan.bench.telemetry.Sockets;

/**
 * Prepared scans compared with HBase's own, with and without compression (Neves et al. 2017, 5):
 * bytes per row on the socket, throughput, latency and processor time by length of the scan and
 * number of clients. All forms take turns within each round, in one process, on one table.
 */
public final class PreparedScanBenchmark extends Benchmark {
  private static final int BYTES_SCANS_MIN = 20;
  private static final int BYTES_ROWS_MIN = 2_000;
  private static final Duration WARM_UP_TURN = Duration.ofSeconds(1);

  public PreparedScanBenchmark() {
    super(
        "prepared-scan",
        "Prepared scans of HBase compared with its own scan, plain and compressed.",
        options());
  }

  private static List<Parameter> options() {
    List<Parameter> parameters = new ArrayList<>(ScanParameters.all());
    parameters.add(
        Parameter.text(
            "scans",
            "10,100,1000",
            "The numbers of rows of a scan, measured one after the other."));
    parameters.add(Parameter.text("clients", "2,4,8,16,24", "The numbers of threads that scan."));
    parameters.add(
        Parameter.whole("millis", 100, 600_000, 2_000, "The time of each form in a round."));
    parameters.add(Parameter.rounds(3));
    parameters.add(
        Parameter.time(
            "warm-up",
            "90s",
            "The warm-up, in which all forms take turns until servers and client have compiled"
                + " them."));
    parameters.add(Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "Determines where scans begin."));
    parameters.addAll(Sampling.parameters());
    parameters.add(
        Parameter.path(
            "out", "A directory for all figures (CSV) and plots (SVG) (default: none is kept)."));
    return parameters;
  }

  @Override
  public void requireFitting(BenchOptions options) {
    ScanLayout layout = ScanParameters.layout(options);
    numbers(options, "scans").forEach(rows -> ScanParameters.requireRows(layout, rows));
    numbers(options, "clients");
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    ScanFigures figures = new ScanFigures(ScanParameters.layout(options));
    Sampling sampling = Sampling.of(options);
    Map<Integer, Map<ScanForm, ScanWorkload>> all = new LinkedHashMap<>();
    try {
      for (int scanRows : numbers(options, "scans")) {
        all.put(scanRows, new EnumMap<>(ScanForm.class));
        for (ScanForm form : ScanForm.values()) {
          ScanWorkload workload = ScanParameters.workload(options, form, scanRows);
          all.get(scanRows).put(form, workload);
          workload.prepare(Progress.shownBy(live));
          figures.bytes(scanRows, form, bytesPerRow(workload));
        }
      }
      live.show("warm-up");
      warmUp(all.values(), options);
      all.forEach(
          (scanRows, forms) -> {
            for (int clients : numbers(options, "clients")) {
              live.show(scanRows + " rows, " + clients + " clients");
              figures.runs(scanRows, clients, measure(forms, clients, sampling, options));
            }
          });
    } finally {
      all.values().forEach(forms -> forms.values().forEach(ScanWorkload::close));
    }
    live.show("");
    figures.print(report);
    options.path("out").ifPresent(directory -> new ScanFiles(figures).write(directory));
  }

  private static List<Integer> numbers(BenchOptions options, String name) {
    try {
      List<Integer> numbers =
          Arrays.stream(options.text(name).split(",", -1)).map(Integer::valueOf).toList();
      boolean different = numbers.stream().distinct().count() == numbers.size();
      if (different && numbers.stream().allMatch(number -> number > 0)) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "--"
            + name
            + " must be different numbers above 0 as 10,100, not '"
            + options.text(name)
            + "'");
  }

  /**
   * Returns the bytes of a row on the connections of this process, headers of answers included;
   * empty if they cannot be read.
   */
  private static OptionalDouble bytesPerRow(ScanWorkload workload) {
    int scans = Math.max(BYTES_SCANS_MIN, BYTES_ROWS_MIN / workload.scanRows());
    int places = workload.layout().rows() - workload.scanRows() + 1;
    try {
      OptionalLong before = OptionalLong.empty();
      // The first scan also finds regions and prepares the scan.
      for (int scan = -scans; scan < scans; scan++) {
        if (scan == 0) {
          before = receivedBytes();
        }
        workload.read((int) ((long) (scan + scans) * places / (2L * scans)));
      }
      OptionalLong after = receivedBytes();
      return before.isPresent() && after.isPresent()
          ? OptionalDouble.of(
              (double) (after.getAsLong() - before.getAsLong()) / scans / workload.scanRows())
          : OptionalDouble.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot scan to count bytes", e);
    }
  }

  /**
   * Returns the bytes that the connections of this process have received so far, as the kernel
   * counts them; empty if they cannot be read, for example without {@code ss} of iproute2.
   */
  private static OptionalLong receivedBytes() {
    try {
      return OptionalLong.of(
          Sockets.own().stream().mapToLong(Sockets.Connection::receivedBytes).sum());
    } catch (UncheckedIOException notHere) {
      return OptionalLong.empty();
    }
  }

  private static Map<ScanForm, List<ScanRun>> measure(
      Map<ScanForm, ScanWorkload> forms, int clients, Sampling sampling, BenchOptions options) {
    return new Rounds(0, options.integer("rounds"))
        .run(forms.keySet(), form -> measure(forms.get(form), clients, sampling, options));
  }

  private static void warmUp(Collection<Map<ScanForm, ScanWorkload>> all, BenchOptions options) {
    int clients = numbers(options, "clients").stream().max(Integer::compare).orElseThrow();
    long end = System.nanoTime() + options.time("warm-up").toNanos();
    while (System.nanoTime() - end < 0) {
      for (Map<ScanForm, ScanWorkload> forms : all) {
        for (ScanWorkload workload : forms.values()) {
          LoadSpec spec =
              LoadSpec.closed(clients, Duration.ZERO, WARM_UP_TURN, options.number("seed"));
          new LoadGenerator(workload, spec, LoadListener.NONE).run();
        }
      }
    }
  }

  private static ScanRun measure(
      ScanWorkload workload, int clients, Sampling sampling, BenchOptions options) {
    Duration length = Duration.ofMillis(options.number("millis"));
    LoadSpec spec = LoadSpec.closed(clients, length.dividedBy(4), length, options.number("seed"));
    Manifest manifest = Manifest.begin(ScanWorkload.NAME, options.values(), workload);
    RunResult result =
        new Measurement(workload, spec, sampling, manifest, Optional.empty(), LoadListener.NONE)
            .run(load -> Optional.empty());
    if (result.failed()) {
      throw new BenchmarkFailedException("scans failed: " + result.load().messages());
    }
    if (result.load().response().getTotalCount() == 0) {
      throw new BenchmarkFailedException(
          "no scan of " + workload.scanRows() + " rows ended in time; raise --millis");
    }
    return ScanRun.of(result);
  }
}

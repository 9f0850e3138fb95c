package org.portolan.bench.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;

/**
 * The histograms of a run in HdrHistogram's log format: a file for each latency, and in it a line
 * for each kind of operation, tagged with its name. Values are nanoseconds; the maximum on each
 * line is in milliseconds, as the format requires.
 *
 * @param all the responses of all kinds, including operations that never ended: tag {@value #ALL}
 */
record LatencyLogs(
    Map<String, Histogram> response,
    Map<String, Histogram> service,
    Map<String, Histogram> lag,
    Histogram all) {
  private static final String ALL = "ALL";
  private static final double MILLISECOND = 1_000_000;

  static void write(Path directory, LoadResult result) throws IOException {
    write(directory, "response", result, OperationResult::response, result.response());
    write(directory, "service", result, OperationResult::service, null);
    write(directory, "lag", result, OperationResult::lag, null);
  }

  private static void write(
      Path directory,
      String latency,
      LoadResult result,
      Function<OperationResult, Histogram> histogram,
      Histogram all)
      throws IOException {
    try (PrintStream file =
        new PrintStream(file(directory, latency).toFile(), StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(file);
      log.outputComment("[" + latency + " in nanoseconds; the measured time of one run]");
      log.outputLogFormatVersion();
      log.outputLegend();
      for (OperationResult operation : result.operations()) {
        write(log, result, histogram.apply(operation), operation.operation());
      }
      if (all != null) {
        write(log, result, all, ALL);
      }
      if (file.checkError()) {
        throw new IOException("the disk accepted no more");
      }
    }
  }

  private static void write(
      HistogramLogWriter log, LoadResult result, Histogram histogram, String tag) {
    Histogram tagged = histogram.copy();
    tagged.setTag(tag);
    double begin = result.spec().warmUp().toMillis() / 1e3;
    log.outputIntervalHistogram(begin, begin + result.seconds(), tagged, MILLISECOND);
  }

  static LatencyLogs read(Path directory) throws IOException {
    Map<String, Histogram> response = read(directory, "response");
    Histogram all = response.remove(ALL);
    if (all == null) {
      throw new IllegalArgumentException(
          file(directory, "response") + " is damaged: it has no line tagged " + ALL);
    }
    return new LatencyLogs(response, read(directory, "service"), read(directory, "lag"), all);
  }

  private static Map<String, Histogram> read(Path directory, String latency) throws IOException {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    try (HistogramLogReader log = new HistogramLogReader(file(directory, latency).toFile())) {
      while (log.hasNext()) {
        EncodableHistogram next = log.nextIntervalHistogram();
        if (next instanceof Histogram read) {
          Histogram histogram = Latencies.histogram();
          histogram.add(read);
          histograms.put(read.getTag(), histogram);
        }
      }
    }
    return histograms;
  }

  private static Path file(Path directory, String latency) {
    return directory.resolve("latency-" + latency + ".hlog");
  }
}

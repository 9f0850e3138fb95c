package org.portolan.bench.run;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.portolan.bench.api.Text;
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
  static final String ALL = "ALL";
  private static final String LEGEND =
      "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"";
  private static final double MILLISECOND = 1_000_000;
  private static final Pattern NAME = Pattern.compile("[!-~&&[^,]]+");

  /**
   * Verifies the names of operations that a workload declares, which become tags.
   *
   * @throws IllegalArgumentException if one cannot be a tag, or occurs twice
   */
  static void verifyNames(String workload, List<String> names) {
    Set<String> before = new HashSet<>();
    for (String name : names) {
      if (!NAME.matcher(name).matches() || name.equals(ALL)) {
        throw new IllegalArgumentException(
            Text.format(
                "workload '%s' cannot have an operation named '%s': a name needs one or more ASCII"
                    + " characters without spaces and commas, and %s means all operations; rename"
                    + " the operation",
                workload, name, ALL));
      }
      if (!before.add(name)) {
        throw new IllegalArgumentException(
            Text.format("workload '%s' has two operations named '%s'; rename one", workload, name));
      }
    }
  }

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

  /**
   * Reads the histograms of a run.
   *
   * @param operations the kinds of operations, each of which has all three
   */
  static LatencyLogs read(Path directory, List<String> operations) {
    Map<String, Histogram> response = read(directory, "response", operations);
    Histogram all = response.remove(ALL);
    if (all == null) {
      throw DamagedFileException.at(
          file(directory, "response"), "it has no line tagged '" + ALL + "'");
    }
    return new LatencyLogs(
        response, read(directory, "service", operations), read(directory, "lag", operations), all);
  }

  private static Map<String, Histogram> read(
      Path directory, String latency, List<String> operations) {
    Path file = file(directory, latency);
    List<String> lines = Results.text(file).lines().toList();
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    for (int index = 0; index < lines.size(); index++) {
      String line = lines.get(index);
      if (!line.startsWith("#") && !line.equals(LEGEND)) {
        try {
          Histogram read = histogram(line);
          histograms.put(read.getTag(), read);
        } catch (RuntimeException e) {
          // The reader of a damaged line fails in any of several ways.
          throw DamagedFileException.at(
              file, "line " + (index + 1) + " is not a tagged histogram", e);
        }
      }
    }
    for (String operation : operations) {
      if (!histograms.containsKey(operation)) {
        throw DamagedFileException.at(
            file, "it has no line tagged '" + operation + "', an operation of result.json");
      }
    }
    return histograms;
  }

  /** Reads one line, so that a damaged one can be named; a reader of all lines would skip it. */
  private static Histogram histogram(String line) {
    try (HistogramLogReader log =
        new HistogramLogReader(
            new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8)))) {
      EncodableHistogram read = log.nextIntervalHistogram();
      Histogram histogram = Latencies.histogram();
      histogram.add((Histogram) read);
      histogram.setTag(Objects.requireNonNull(read.getTag()));
      return histogram;
    }
  }

  private static Path file(Path directory, String latency) {
    return directory.resolve("latency-" + latency + ".hlog");
  }
}

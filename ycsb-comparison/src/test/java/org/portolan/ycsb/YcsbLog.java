package org.portolan.ycsb;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * YCSB's measurements of one kind of operation after its first seconds, from its log of histograms.
 * YCSB has no warm-up, and its own throughput includes the time to open the store.
 *
 * @param latency in microseconds
 * @param seconds the length of the measured time
 */
record YcsbLog(Histogram latency, double seconds) {

  /** Sets the properties that make YCSB write its logs into a directory, second by second. */
  static YcsbRun into(Path directory, YcsbRun run) {
    return run.set("measurementtype", "hdrhistogram")
        .set("status.interval", "1")
        .set("hdrhistogram.fileoutput", "true")
        .set("hdrhistogram.output.path", directory + "/");
  }

  /**
   * Reads a log and deletes it.
   *
   * @param operation YCSB's name of the operation
   * @param warmUpSeconds the seconds after the first entry that are left out
   * @return empty if there was no such operation
   */
  static Optional<YcsbLog> take(Path directory, String operation, int warmUpSeconds) {
    Path file = directory.resolve(operation + ".hdr");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Histogram latency = new Histogram(3);
    double seconds = 0;
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      double first = 0;
      for (Histogram each = next(reader); each != null; each = next(reader)) {
        first = first == 0 ? each.getStartTimeStamp() : first;
        if (each.getStartTimeStamp() - first >= warmUpSeconds * 1e3) {
          latency.add(each);
          seconds += (each.getEndTimeStamp() - each.getStartTimeStamp()) / 1e3;
        }
      }
    } catch (FileNotFoundException e) {
      throw new AssertionError(file + " is gone", e);
    }
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return latency.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(new YcsbLog(latency, seconds));
  }

  private static Histogram next(HistogramLogReader reader) {
    return (Histogram) reader.nextIntervalHistogram();
  }

  double perSecond() {
    return latency.getTotalCount() / seconds;
  }
}

package org.portolan.bench.run;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.Verification;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.bench.telemetry.Telemetry;
import org.portolan.bench.telemetry.TelemetrySummary;

/**
 * A run and its result, as its directory holds them: {@code manifest.json}, {@code result.json},
 * {@code series.csv}, {@code servers.csv}, and the histograms in the log format of HdrHistogram,
 * tagged by kind of operation: {@code latency-response.hlog}, {@code latency-service.hlog}, {@code
 * latency-lag.hlog}.
 *
 * @param verification the result of the workload's check at the end, if it made one
 * @param events what happened to the servers during the run, in the order of time
 */
public record RunResult(
    Manifest manifest,
    LoadResult load,
    Optional<Verification> verification,
    List<RunEvent> events,
    Telemetry telemetry) {

  public RunResult {
    events = List.copyOf(events);
  }

  /**
   * Reads a run's directory. The result equals the one that was written, histograms included.
   *
   * @throws IllegalArgumentException if the directory holds no finished run, or one of a newer
   *     format; the message says what to do
   * @throws UncheckedIOException if a file cannot be read
   */
  public static RunResult read(Path directory) {
    return RunDirectory.read(directory);
  }

  /** Returns the telemetry of the run, summed up over its measured time. */
  public TelemetrySummary beside() {
    return TelemetrySummary.of(
        telemetry,
        load.spec().warmUp().toNanos() / 1e9,
        load.seconds(),
        load.due() - load.unfinished());
  }

  /** Returns whether any operation failed or never ended, or the check found lost data. */
  public boolean failed() {
    return load.failures() > 0
        || load.unfinished() > 0
        || verification.map(found -> found.wrong() > 0).orElse(false);
  }
}

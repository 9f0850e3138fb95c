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
 * A run and what came of it, as its directory holds it: {@code manifest.json}, {@code result.json},
 * {@code series.csv}, {@code servers.csv}, and the histograms in the log format of HdrHistogram,
 * tagged by kind of operation: {@code latency-response.hlog}, {@code latency-service.hlog}, {@code
 * latency-lag.hlog}.
 *
 * @param verification what the workload found at the end, if it looked
 * @param events what happened beside the run, in the order of time
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
   * Reads a run's directory. What is read equals what was written, histograms included.
   *
   * @throws IllegalArgumentException if there is no finished run in it, or one of a newer format;
   *     the message says what to do
   * @throws UncheckedIOException if a file cannot be read
   */
  public static RunResult read(Path directory) {
    return RunDirectory.read(directory);
  }

  /** Returns what was seen beside the run, summed up over its measured time. */
  public TelemetrySummary beside() {
    return TelemetrySummary.of(
        telemetry,
        load.spec().warmUp().toNanos() / 1e9,
        load.seconds(),
        load.due() - load.unfinished());
  }

  /** Returns whether something was lost, wrong, unknown or in error, or never ended. */
  public boolean failed() {
    return load.failures() > 0
        || load.unfinished() > 0
        || verification.map(found -> found.wrong() > 0).orElse(false);
  }
}

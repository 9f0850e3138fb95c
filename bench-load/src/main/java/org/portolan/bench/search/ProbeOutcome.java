package org.portolan.bench.search;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.telemetry.TelemetrySummary;

/**
 * What one probe measured, its warm-up left out.
 *
 * @param load that was offered, in the unit of the search
 * @param length of the measured time
 * @param blocks the responses of each second, in order; requests that never ended are in them
 * @param throughput requests a second that were answered rightly
 * @param median of all responses, in nanoseconds
 * @param response95 the 95th percentile of all responses, in nanoseconds
 * @param response99 the 99th percentile of all responses, in nanoseconds
 * @param failures requests that did not fail by their time only; one makes the probe fail
 * @param failureText what went wrong first, empty without failures
 * @param clientBound why the generator and not the store was the limit, if so
 * @param directory where the run is kept, relative to the trail's; empty if it is not
 * @param beside what was seen of servers, processors and network meanwhile
 * @param interrupted whether it was stopped before its time
 */
public record ProbeOutcome(
    double load,
    Duration length,
    List<ResponseBlock> blocks,
    double throughput,
    long median,
    long response95,
    long response99,
    long failures,
    String failureText,
    Optional<String> clientBound,
    String directory,
    TelemetrySummary beside,
    boolean interrupted) {
  public ProbeOutcome {
    blocks = List.copyOf(blocks);
  }
}

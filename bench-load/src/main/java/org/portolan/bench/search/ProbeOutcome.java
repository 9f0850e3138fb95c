package org.portolan.bench.search;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.telemetry.TelemetrySummary;

/**
 * The measurements of one probe, without its warm-up.
 *
 * @param load the offered load, in the unit of the search
 * @param length of the measured time
 * @param blocks the responses of each second, in order; a further block counts late requests that
 *     never ended
 * @param throughput the successful requests per second
 * @param median of all responses, in nanoseconds
 * @param response95 the 95th percentile of all responses, in nanoseconds
 * @param response99 the 99th percentile of all responses, in nanoseconds
 * @param failures the requests that failed otherwise than by being late; one makes the probe fail
 * @param failureText the first failure; meaningless without failures
 * @param clientBound the reason why the generator and not the store was the limit; empty if it was
 *     not
 * @param directory the directory of the run, relative to the trail's; empty if it is not kept
 * @param beside the telemetry of servers, processors and network meanwhile
 * @param interrupted whether the probe was stopped early
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

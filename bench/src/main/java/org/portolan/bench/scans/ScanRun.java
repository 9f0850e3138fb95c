package org.portolan.bench.scans;

import java.util.OptionalDouble;
import org.portolan.bench.run.RunResult;

/**
 * One form in one round.
 *
 * @param perSecond scans per second
 * @param clientMicros the client's processor time for a scan
 * @param serverMicros the processor time of all servers together for a scan, if they are sampled
 */
record ScanRun(
    double perSecond,
    double p50Millis,
    double p99Millis,
    double clientMicros,
    OptionalDouble serverMicros) {

  static ScanRun of(RunResult result) {
    return new ScanRun(
        result.load().throughput(),
        result.load().serviceMillis(50),
        result.load().serviceMillis(99),
        result.load().client().processorSeconds() * 1e6 / result.load().response().getTotalCount(),
        result.beside().serverMicrosPerOperation());
  }
}

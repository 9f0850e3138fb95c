package org.portolan.engine.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.portolan.engine.UnavailableException;

/**
 * The wall clocks of the region servers, as of their last reports to the master ({@code
 * hbase.regionserver.msginterval}, three seconds by default).
 */
final class ServerClocks {
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  private ServerClocks() {}

  /** Returns the median of the clocks, so that one wrong clock of three has no effect. */
  static OptionalLong median(Cluster cluster) {
    ClusterMetrics metrics;
    try {
      metrics =
          Failures.awaitUntil(
              cluster
                  .promptAdmin(WAIT_MAX)
                  .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS)),
              System.nanoTime() + WAIT_MAX.toNanos());
    } catch (IOException unanswered) {
      if (Thread.currentThread().isInterrupted()) {
        throw Failures.of("ask the master for the servers' clocks", unanswered);
      }
      throw new UnavailableException("the master does not report the servers' clocks", unanswered);
    }
    long[] clocks =
        metrics.getLiveServerMetrics().values().stream()
            .mapToLong(ServerMetrics::getReportTimestamp)
            .filter(reported -> reported > 0)
            .sorted()
            .toArray();
    if (clocks.length == 0) {
      throw new UnavailableException("no region server has reported its time to the master yet");
    }
    return OptionalLong.of(clocks[clocks.length / 2]);
  }
}

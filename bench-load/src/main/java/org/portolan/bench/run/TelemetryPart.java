package org.portolan.bench.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.TelemetrySummary;
import org.portolan.bench.telemetry.TelemetrySummary.ServerTotal;

/**
 * The telemetry of a run in {@code result.json}. Only the sources are read back: the figures follow
 * from {@code servers.csv}.
 *
 * @param imbalance the largest load divided by the mean load of the servers that serve requests,
 *     for each figure for which it is known
 */
record TelemetryPart(
    Double clientProcessorMicrosPerOperation,
    Double serverProcessorMicrosPerOperation,
    Double sentBytesPerOperation,
    Double receivedBytesPerOperation,
    Map<String, Double> imbalance,
    List<ServerPart> servers,
    Map<String, String> sources) {

  /** One server over the measured time; figures that were not seen are null. */
  record ServerPart(
      String server,
      String role,
      Long reads,
      Long writes,
      Double processorSeconds,
      Long sentBytes,
      Long receivedBytes,
      Double compactionSeconds) {
    static ServerPart of(ServerTotal total) {
      return new ServerPart(
          total.server(),
          total.role(),
          whole(total.total(Figure.READS)),
          whole(total.total(Figure.WRITES)),
          TelemetrySummary.rounded(total.total(Figure.PROCESSOR_NANOS), 1e-9),
          whole(total.total(Figure.SENT_BYTES)),
          whole(total.total(Figure.RECEIVED_BYTES)),
          TelemetrySummary.rounded(total.total(Figure.COMPACTIONS_RUNNING), 1));
    }
  }

  static TelemetryPart of(RunResult result) {
    TelemetrySummary summary = result.beside();
    Map<String, Double> imbalance = new LinkedHashMap<>();
    put(imbalance, "requests", summary.imbalance(Figure.READS, Figure.WRITES));
    put(imbalance, "reads", summary.imbalance(Figure.READS));
    put(imbalance, "writes", summary.imbalance(Figure.WRITES));
    put(imbalance, "processor", summary.imbalance(Figure.PROCESSOR_NANOS));
    put(imbalance, "bytes", summary.imbalance(Figure.SENT_BYTES, Figure.RECEIVED_BYTES));
    return new TelemetryPart(
        TelemetrySummary.rounded(summary.clientMicrosPerOperation(), 1),
        TelemetrySummary.rounded(summary.serverMicrosPerOperation(), 1),
        TelemetrySummary.rounded(summary.sentBytesPerOperation(), 1),
        TelemetrySummary.rounded(summary.receivedBytesPerOperation(), 1),
        imbalance,
        summary.servers().stream().map(ServerPart::of).toList(),
        result.telemetry().sources());
  }

  private static void put(Map<String, Double> imbalance, String figure, OptionalDouble value) {
    value.ifPresent(
        found -> imbalance.put(figure, TelemetrySummary.rounded(OptionalDouble.of(found), 1)));
  }

  private static Long whole(OptionalDouble value) {
    return value.isPresent() ? Math.round(value.getAsDouble()) : null;
  }
}

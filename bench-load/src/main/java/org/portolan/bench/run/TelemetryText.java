package org.portolan.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.portolan.bench.api.Text;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.bench.telemetry.TelemetrySummary;

/** The printed form of the telemetry of a run. */
final class TelemetryText {
  private static final int FAULTS_MAX = 10;

  private TelemetryText() {}

  static List<String> lines(RunResult result) {
    TelemetrySummary summary = result.beside();
    List<String> lines = new ArrayList<>();
    List<String> cost = new ArrayList<>();
    add(cost, "%,.0f us of the client's processors", summary.clientMicrosPerOperation());
    add(cost, "%,.0f us of the servers'", summary.serverMicrosPerOperation());
    add(cost, "%,.0f bytes sent", summary.sentBytesPerOperation());
    add(cost, "%,.0f bytes received", summary.receivedBytesPerOperation());
    if (!cost.isEmpty()) {
      lines.add("an operation took: " + String.join(", ", cost));
    }
    List<String> imbalance = new ArrayList<>();
    add(imbalance, "reads %.2f", summary.imbalance(Figure.READS));
    add(imbalance, "writes %.2f", summary.imbalance(Figure.WRITES));
    add(imbalance, "processors %.2f", summary.imbalance(Figure.PROCESSOR_NANOS));
    add(imbalance, "bytes %.2f", summary.imbalance(Figure.SENT_BYTES, Figure.RECEIVED_BYTES));
    if (!imbalance.isEmpty()) {
      lines.add(
          Text.format(
              "imbalance (busiest of %s servers by their mean): %s",
              summary.serving().size(), String.join(", ", imbalance)));
    }
    result.events().stream()
        .filter(event -> event.kind() == RunEvent.Kind.FAULT)
        .limit(FAULTS_MAX)
        .forEach(event -> lines.add(Text.format("at %.0f s: %s", event.second(), event.text())));
    return lines;
  }

  private static void add(List<String> parts, String form, OptionalDouble value) {
    value.ifPresent(found -> parts.add(String.format(Locale.ROOT, form, found)));
  }
}

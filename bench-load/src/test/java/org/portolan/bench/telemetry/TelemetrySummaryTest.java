package org.portolan.bench.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TelemetrySummaryTest {
  private static final double EXACT = 1e-9;

  private static Sample sample(double second, String server, Map<Figure, Long> figures) {
    return new Sample(second, server, "node", figures);
  }

  private static TelemetrySummary summary(
      double from, double seconds, long operations, List<Sample> samples) {
    return TelemetrySummary.of(new Telemetry(samples, Map.of()), from, seconds, operations);
  }

  @Test
  void of_countsTheMeasuredTimeOnly_andASampleAcrossItsEdgeByItsShare() {
    TelemetrySummary summary =
        summary(
            1.5,
            2,
            100,
            List.of(
                sample(0, "a", Map.of(Figure.READS, 0L)),
                sample(1, "a", Map.of(Figure.READS, 1_000L)),
                sample(2, "a", Map.of(Figure.READS, 60L)),
                sample(3, "a", Map.of(Figure.READS, 7L)),
                sample(5, "a", Map.of(Figure.READS, 400L))));
    // Half of 60, all of 7, and of the two seconds from 3 the quarter until 3.5.
    assertThat(summary.servers().get(0).total(Figure.READS).orElseThrow())
        .isCloseTo(30 + 7 + 100, within(EXACT));
  }

  @Test
  void of_aFigureThatWasMissingForAWhile_reachesBackToWhereItWasLastSeen() {
    TelemetrySummary summary =
        summary(
            0,
            10,
            100,
            List.of(
                sample(1, "a", Map.of(Figure.READS, 5L, Figure.PROCESSOR_NANOS, 1_000L)),
                sample(2, "a", Map.of(Figure.PROCESSOR_NANOS, 1_000L)),
                sample(3, "a", Map.of(Figure.READS, 20L, Figure.PROCESSOR_NANOS, 1_000L))));
    assertThat(summary.servers().get(0).total(Figure.READS).orElseThrow())
        .isCloseTo(25, within(EXACT));
    assertThat(summary.serverMicrosPerOperation().orElseThrow()).isCloseTo(0.03, within(EXACT));
  }

  @Test
  void imbalance_isTheLargestByTheMean_ofThoseThatServe() {
    List<Sample> samples = new ArrayList<>();
    long[] reads = {30, 60, 0};
    for (int server = 0; server < 3; server++) {
      samples.add(
          sample(
              10,
              "node-" + server,
              Map.of(Figure.READS, reads[server], Figure.WRITES, 10L, Figure.SENT_BYTES, 50L)));
    }
    // A master serves no requests, so its lack of load is no imbalance.
    samples.add(sample(10, "master", Map.of(Figure.PROCESSOR_NANOS, 9L, Figure.SENT_BYTES, 1L)));
    TelemetrySummary summary = summary(0, 10, 50, samples);
    assertThat(summary.imbalance(Figure.READS)).hasValue(2);
    assertThat(summary.imbalance(Figure.WRITES)).hasValue(1);
    assertThat(summary.imbalance(Figure.READS, Figure.WRITES).orElseThrow())
        .isCloseTo(70 / 40.0, within(EXACT));
    assertThat(summary.imbalance(Figure.PROCESSOR_NANOS)).isEmpty();
    assertThat(summary.sentBytesPerOperation().orElseThrow()).isCloseTo(151 / 50.0, within(EXACT));
  }

  @Test
  void imbalance_ofOneServerOrOfNothing_isNone() {
    assertThat(
            summary(0, 1, 9, List.of(sample(1, "a", Map.of(Figure.READS, 5L))))
                .imbalance(Figure.READS))
        .isEmpty();
    assertThat(
            summary(
                    0,
                    1,
                    9,
                    List.of(
                        sample(1, "a", Map.of(Figure.READS, 0L)),
                        sample(1, "b", Map.of(Figure.READS, 0L))))
                .imbalance(Figure.READS))
        .isEmpty();
  }

  @Test
  void client_isNoServer() {
    TelemetrySummary summary =
        summary(
            0,
            1,
            1_000,
            List.of(sample(1, Sample.CLIENT, Map.of(Figure.PROCESSOR_NANOS, 50_000_000L))));
    assertThat(summary.servers()).isEmpty();
    assertThat(summary.clientMicrosPerOperation().orElseThrow()).isCloseTo(50, within(EXACT));
    assertThat(summary.serverMicrosPerOperation()).isEmpty();
  }

  @Test
  void compactions_ofSweepsOneAfterTheOther_areOneEvent() {
    List<Sample> samples = new ArrayList<>();
    long[][] running = {{0, 0}, {1, 0}, {2, 1}, {0, 0}, {0, 0}, {0, 1}};
    for (int second = 0; second < running.length; second++) {
      samples.add(sample(second, "a", Map.of(Figure.COMPACTIONS_RUNNING, running[second][0])));
      samples.add(sample(second, "b", Map.of(Figure.COMPACTIONS_RUNNING, running[second][1])));
    }
    // A compaction that ended between two samples is known from the count alone.
    samples.add(sample(7, "a", Map.of(Figure.COMPACTIONS_RUNNING, 0L)));
    samples.add(
        sample(8, "a", Map.of(Figure.COMPACTIONS_RUNNING, 0L, Figure.COMPACTIONS_ENDED, 1L)));
    assertThat(Compactions.of(samples))
        .containsExactly(
            new RunEvent(RunEvent.Kind.COMPACTION, 0, 2, "compaction (a, b)"),
            new RunEvent(RunEvent.Kind.COMPACTION, 4, 5, "compaction (b)"),
            new RunEvent(RunEvent.Kind.COMPACTION, 7, 8, "compaction (a)"));
  }
}

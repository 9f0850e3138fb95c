package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.bench.telemetry.TelemetrySummary;
import org.portolan.bench.telemetry.TelemetrySummary.ServerTotal;

/** A short run of YCSB's workload A on a cluster, with all telemetry. */
final class MeasuredRun {
  private static final int SECONDS = 12;

  /** The lines of the series before the action on the cluster; the first line is a head. */
  private static final int LINES_BEFORE = 4;

  private final Benchmark benchmark = Benchmarks.of("ycsb-a");
  private final BenchOptions options;
  private final Path out;

  MeasuredRun(String uri, Path cluster, Path directory) {
    out = directory.resolve("measured");
    options =
        BenchOptions.of(
            benchmark,
            Map.of(
                "store",
                uri,
                "cluster",
                cluster.toString(),
                "out",
                out.toString(),
                "records",
                "200",
                "threads",
                "2",
                "warm-up",
                "0",
                "seconds",
                Integer.toString(SECONDS)));
  }

  /** Runs the workload, and does something to the cluster after some seconds. */
  void during(Runnable act) {
    CompletableFuture<Void> acted = new CompletableFuture<>();
    LiveLine watching =
        text -> {
          if (!acted.isDone() && seriesLines() >= LINES_BEFORE) {
            act.run();
            acted.complete(null);
          }
        };
    try {
      benchmark.run(options, new PrintWriter(Writer.nullWriter()), watching);
    } catch (BenchmarkFailedException outcomeUnknown) {
      // Operations that ran when the server died may be unknown, but never wrong or lost.
      assertThat(outcomeUnknown).hasMessageNotContaining("wrong");
    }
    assertThat(acted).isDone();
  }

  private long seriesLines() {
    Path series = out.resolve("series.csv");
    try {
      return Files.exists(series) ? Files.readAllLines(series).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks that the run has recorded the death of a server, and the load of all servers. */
  void assertSeen(String dead, List<String> servers) {
    RunResult result = RunResult.read(out);
    assertThat(result.events())
        .filteredOn(event -> event.kind() == RunEvent.Kind.FAULT)
        .extracting(RunEvent::text)
        .containsExactly(dead + " died");
    TelemetrySummary summary = result.beside();
    assertThat(summary.client().orElseThrow().total(Figure.PROCESSOR_NANOS).orElseThrow())
        .isPositive();
    assertThat(summary.servers()).extracting(ServerTotal::server).containsAll(servers);
    for (ServerTotal server : summary.servers()) {
      if (servers.contains(server.server())) {
        assertThat(server.role()).isNotEmpty();
      }
      // The dead server may have been sampled only once.
      if (servers.contains(server.server()) && !server.server().equals(dead)) {
        assertThat(server.total(Figure.PROCESSOR_NANOS).orElseThrow())
            .as("processor time of " + server.server())
            .isPositive();
      }
    }
    // Every read and every write asks at least one server.
    if (result.telemetry().sources().get("requests").contains("not sampled")) {
      assertThat(summary.imbalance(Figure.READS, Figure.WRITES)).isEmpty();
    } else {
      assertThat(sum(summary, Figure.READS)).isPositive();
      assertThat(sum(summary, Figure.WRITES)).isPositive();
      assertThat(summary.imbalance(Figure.READS, Figure.WRITES).orElseThrow()).isBetween(1.0, 3.0);
    }
  }

  private static double sum(TelemetrySummary summary, Figure figure) {
    return summary.servers().stream().mapToDouble(server -> server.total(figure).orElse(0)).sum();
  }
}

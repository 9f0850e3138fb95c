package org.portolan.bench.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Report;
import org.portolan.bench.load.Progress;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;

/** Runs whose load breaks: their figures must not be lost. */
@Timeout(60)
final class EnduranceRunTest {
  /** A read of each kind. */
  private static final int TURN_CALLS = 3;

  @TempDir Path directory;
  private final Thread reader = Thread.currentThread();
  private final AtomicInteger readCalls = new AtomicInteger();

  /** Breaks the load after a number of calls by the thread that reads counters. */
  private FaultPlan breakingAfter(int calls) {
    return call -> breakAfter(calls, call);
  }

  private Fault breakAfter(int calls, Call call) {
    if (Thread.currentThread() == reader) {
      readCalls.incrementAndGet();
    } else if (Thread.currentThread().getName().equals("load worker") && readCalls.get() >= calls) {
      throw new AssertionError("planted in " + call.what());
    }
    return Fault.none();
  }

  /** Returns what a run prints that must fail because of its load. */
  private String runBroken(FaultPlan plan, Map<String, String> times) {
    GroupedItems shape = new GroupedItems(1_000);
    FaultyNetwork network =
        new FaultyNetwork(
            Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING));
    FaultyEngine client = network.client(FaultPlan.NONE);
    String uri = FixtureEngines.register(() -> client);
    Benchmark benchmark = new EnduranceBenchmark();
    Map<String, String> given = new HashMap<>(times);
    given.putAll(Map.of("rows", "1000", "rate", "200", "reads", "1", "checks", "end"));
    BenchOptions options = BenchOptions.of(benchmark, given);
    benchmark.requireFitting(options);
    StringWriter out = new StringWriter();
    try (network;
        Store store = Stores.openOrCreate(uri, GroupedItems.design(), LoadClient.OPTIONS)) {
      new Filling(store, shape, 1, Progress.NONE).run(1);
      client.startOver(plan);
      Report report = Report.begin(benchmark, options, new PrintWriter(out));
      assertThatThrownBy(new EnduranceRun(store, shape, options, report)::run)
          .isInstanceOf(BenchmarkFailedException.class)
          .hasMessageStartingWith("a worker of workload 'endurance' failed: ")
          .hasMessageContaining("planted in ");
    } finally {
      FixtureEngines.forget(uri);
    }
    return out.toString();
  }

  @Test
  void figures_ofALoadThatBreaksEarly_arePrinted() {
    String printed =
        runBroken(breakingAfter(1), Map.of("duration", "20s", "window", "10s", "every", "100ms"));
    assertThat(printed.lines())
        .anyMatch(line -> line.matches("row read \\(control\\), ms +\\d.* - +-"))
        .noneMatch(line -> line.startsWith("after the load"));
  }

  /** After the last reads only the end of the load can show that it broke. */
  @Test
  void load_thatBreaksAfterTheLastReads_failsTheRun() {
    String printed =
        runBroken(
            breakingAfter(2 * TURN_CALLS),
            Map.of("duration", "3s", "window", "1500ms", "every", "1500ms"));
    assertThat(printed.lines())
        .anyMatch(line -> line.matches("row read \\(control\\), ms +\\d\\S* +\\d\\S* +.*"));
  }
}

package org.portolan.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Verification;
import org.portolan.bench.telemetry.Telemetry;

final class WorkloadBenchmarkTest {
  @TempDir Path directory;

  private final LossyType type = new LossyType();
  private final WorkloadBenchmark benchmark = new WorkloadBenchmark(type.type());
  private final StringWriter text = new StringWriter();
  private final List<String> live = new ArrayList<>();

  private void run(String... arguments) {
    Map<String, String> given = new HashMap<>();
    given.put("seconds", "1");
    given.put("warm-up", "0");
    for (int index = 0; index < arguments.length; index += 2) {
      given.put(arguments[index], arguments[index + 1]);
    }
    PrintWriter out = new PrintWriter(text);
    benchmark.run(BenchOptions.of(benchmark, given), out, live::add);
  }

  @Test
  void run_ofAStoreThatLoses_findsEveryLoss_andFails() {
    Path out = directory.resolve("run");
    assertThatThrownBy(() -> run("rate", "500", "threads", "2", "out", out.toString()))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessage(
            "the run of lossy failed: "
                + type.acknowledged.get() / 7
                + " lost or wrong at the end");
    RunResult result = RunResult.read(out);
    Verification found = result.verification().orElseThrow();
    assertThat(found.wrong()).isPositive().isEqualTo(type.lost.get());
    assertThat(found.checked()).isEqualTo(type.acknowledged.get());
    assertThat(found.findings().get(0)).isEqualTo("key 7 was acknowledged and is not there");
    assertThat(result.failed()).isTrue();
  }

  @Test
  void read_givesWhatWasWritten() throws IOException {
    Path out = directory.resolve("run");
    run("rate", "2000", "seed", "5", "lose-one-in", "0", "out", out.toString());
    RunResult read = RunResult.read(out);
    assertThat(read.failed()).isFalse();

    Manifest manifest = read.manifest();
    assertThat(manifest.state()).isEqualTo(Manifest.State.COMPLETE);
    assertThat(manifest.workload()).isEqualTo("lossy");
    assertThat(manifest.options())
        .containsEntry("rate", "2000")
        .containsEntry("arrivals", "poisson")
        .doesNotContainKey("out");
    assertThat(manifest.options().keySet())
        .containsExactly(
            "lose-one-in",
            "threads",
            "rate",
            "arrivals",
            "think-millis",
            "seconds",
            "warm-up",
            "drain",
            "seed",
            "cluster",
            "telemetry");
    assertThat(manifest.configuration()).containsEntry("lose-one-in", "0");
    assertThat(manifest.machine()).containsKeys("processors", "java", "load-average");
    assertThat(manifest).isEqualTo(Manifest.read(out));

    LoadResult load = read.load();
    long due = load.due();
    assertThat(load.count(OutcomeKind.OK)).isEqualTo(due).isEqualTo(type.acknowledged.get());
    assertThat(load.operations())
        .extracting(OperationResult::operation)
        .containsExactly("write", "never-done");
    for (OperationResult operation : load.operations()) {
      assertThat(operation.response().getTotalCount()).isEqualTo(operation.total());
      assertThat(operation.service().getTotalCount()).isEqualTo(operation.total());
      assertThat(operation.lag().getTotalCount()).isEqualTo(operation.total());
    }
    assertThat(load.response()).isEqualTo(load.operations().get(0).response());
    assertThat(load.series().stream().mapToLong(second -> second.ok()).sum()).isEqualTo(due);
    assertThat(load.spec().seed()).isEqualTo(5);

    assertThat(read.telemetry().samples().get(0).server()).isEqualTo("client");
    assertThat(read.beside().clientMicrosPerOperation().orElseThrow()).isPositive();
    assertThat(read.telemetry().sources())
        .containsEntry("requests", "not sampled: clients of this store cannot read counters");
    assertThat(Files.readAllLines(out.resolve("servers.csv")).get(0))
        .isEqualTo(
            "second,server,role,reads,writes,processor_ns,sent_bytes,received_bytes,"
                + "compactions_ended,compactions_running");

    // Written and read again, the result is the same, to the last count.
    Path again = directory.resolve("again");
    try (RunDirectory files = RunDirectory.begin(again, read.manifest())) {
      load.series().forEach(files::second);
      read.telemetry().samples().forEach(files::server);
      files.result(read);
    }
    assertThat(RunResult.read(again)).isEqualTo(read);
  }

  @Test
  void hlog_isReadByHdrHistogramsOwnReader() throws IOException {
    Path out = directory.resolve("run");
    run("rate", "300", "lose-one-in", "0", "out", out.toString());
    try (HistogramLogReader log =
        new HistogramLogReader(out.resolve("latency-service.hlog").toFile())) {
      assertThat(log.nextIntervalHistogram().getTag()).isEqualTo("write");
      assertThat(log.nextIntervalHistogram().getTag()).isEqualTo("never-done");
    }
    assertThat(Files.readAllLines(out.resolve("series.csv")).get(0))
        .startsWith("second,phase,ok,failed,other,response_mean_ns,");
  }

  @Test
  void output_endsWithPairs_andSaysMeanwhileHowItGoes() {
    run("threads", "2", "lose-one-in", "0");
    List<String> lines = text.toString().lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .matches(
            "throughput=\\S+ response-p50-ms=\\S+ response-p95-ms=\\S+ response-p99-ms=\\S+"
                + " response-max-ms=\\S+ ok=\\d+ not-found=0 stale=0 wrong-data=0 conflict=0 timeout=0"
                + " unknown=0 error=0 unfinished=0 verified-wrong=0 generator=\\S+"
                + " interrupted=false");
    assertThat(lines).anyMatch(line -> line.matches("outcomes: [0-9,]+ ok"));
    assertThat(lines)
        .anyMatch(
            line ->
                line.matches(
                    "operation +ok/s +p50 +p95 +p99 +p99.9 +max ms +service p50 +service p99"
                        + " +lag p99 +ok"))
        .anyMatch(line -> line.matches("write( +[0-9,.]+){10}"))
        .noneMatch(line -> line.startsWith("never-done"));
    List<String> shown = live.stream().filter(line -> !line.isEmpty()).toList();
    assertThat(shown.get(0)).isEqualTo("prepare: 1 of 1 rows");
    assertThat(shown.get(1)).matches("measured 1 of 1 s: [0-9,]+ ok/s, .*, [0-2] under way");
  }

  @Test
  void out_thatHoldsSomething_isRefusedBeforeAnythingRuns() throws IOException {
    Files.writeString(directory.resolve("mine"), "precious");
    assertThatThrownBy(() -> run("out", directory.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not an empty directory; name another");
    assertThat(type.acknowledged).hasValue(0);
    assertThat(directory.resolve("mine")).hasContent("precious");
  }

  @Test
  void read_ofWhatIsNoFinishedRun_saysWhy() {
    assertThatThrownBy(() -> RunResult.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(directory + " is not the directory of a run: it has no manifest.json");
    run("rate", "300", "lose-one-in", "0", "out", directory.resolve("run").toString());
    Manifest manifest = Manifest.read(directory.resolve("run"));
    Path killed = directory.resolve("killed");
    RunDirectory.begin(killed, manifest).close();
    assertThatThrownBy(() -> RunResult.read(killed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it is still running, or its process was killed");
  }

  @Test
  void telemetryOff_keepsNothing() {
    Path out = directory.resolve("run");
    run("telemetry", "off", "lose-one-in", "0", "out", out.toString());
    assertThat(RunResult.read(out).telemetry()).isEqualTo(new Telemetry(List.of(), Map.of()));
  }

  @Test
  void cluster_thatIsNone_isRefusedBeforeAnythingRuns() {
    assertThatThrownBy(() -> run("cluster", directory.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--cluster must be the directory of a cluster that 'portolan cluster start' made, not "
                + directory);
    assertThat(type.acknowledged).hasValue(0);
  }

  @Test
  void rateAndThinkTime_doNotGoTogether() {
    assertThatThrownBy(() -> run("rate", "5", "think-millis", "5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave out one of the two");
  }
}

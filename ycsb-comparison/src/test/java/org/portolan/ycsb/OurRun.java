package org.portolan.ycsb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.system.ChildProcess;
import org.portolan.ycsb.YcsbRun.Core;

/**
 * One run of one of Portolan's workloads, in a separate process. Arguments: workload, URI, records,
 * threads, seconds, durability, operations a second (0: as many as possible), seconds to warm up.
 */
final class OurRun {
  static final String THROUGHPUT = "throughput";
  static final String LATENCY = "latency";
  static final String RESPONSE = "response";
  private static final long SEED = 1;

  private OurRun() {}

  /**
   * Makes a run in a separate process.
   *
   * @param rate operations a second, 0 for as many as possible
   * @return the lines that it printed, each as its words
   */
  static List<String[]> inProcess(
      Core core,
      String uri,
      long records,
      int threads,
      long seconds,
      String durability,
      double rate,
      int warmUpSeconds) {
    List<String> arguments =
        List.of(
            core.ours(),
            uri,
            Long.toString(records),
            Integer.toString(threads),
            Long.toString(seconds),
            durability,
            Double.toString(rate),
            Integer.toString(warmUpSeconds));
    try (ChildProcess process =
        ChildProcess.java(OurRun.class, Processes.JAVA_OPTIONS, arguments)) {
      return process.awaitEnd().stream().map(line -> line.split(" ", -1)).toList();
    }
  }

  public static void main(String[] arguments) {
    WorkloadType type = Benchmarks.workload(arguments[0]);
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.add(Parameter.whole("seed", 0, Long.MAX_VALUE, SEED, "The seed."));
    BenchOptions options =
        BenchOptions.of(
            "workload '" + type.name() + "'",
            parameters,
            Map.of("store", arguments[1], "records", arguments[2], "durability", arguments[5]));
    int threads = Integer.parseInt(arguments[3]);
    Duration measured = Duration.ofSeconds(Long.parseLong(arguments[4]));
    Duration warmUp = Duration.ofSeconds(Long.parseLong(arguments[7]));
    double rate = Double.parseDouble(arguments[6]);
    LoadSpec spec =
        rate == 0
            ? LoadSpec.closed(threads, warmUp, measured, SEED)
            : new LoadSpec(
                new Drive.Open(rate, Drive.Arrivals.UNIFORM, threads), warmUp, measured, SEED);
    LoadResult result;
    try (Workload workload = type.open(options)) {
      workload.prepare(Progress.NONE);
      result = new LoadGenerator(workload, spec, LoadListener.NONE).run();
    }
    for (OperationResult operation : result.operations()) {
      for (OutcomeKind kind : OutcomeKind.values()) {
        if (kind != OutcomeKind.OK && operation.count(kind) > 0) {
          throw new IllegalStateException(
              operation.count(kind) + " of " + operation.operation() + " were " + kind.spelling());
        }
      }
      Histogram service = operation.service();
      System.out.println(
          String.join(
              " ",
              LATENCY,
              operation.operation(),
              micros(service, 50),
              micros(service, 95),
              micros(service, 99)));
    }
    System.out.println(THROUGHPUT + " " + result.throughput());
    System.out.println(
        RESPONSE + " " + result.unfinished() + " " + result.response().getValueAtPercentile(99));
  }

  private static String micros(Histogram histogram, double percentile) {
    return Double.toString(histogram.getValueAtPercentile(percentile) / 1_000.0);
  }
}

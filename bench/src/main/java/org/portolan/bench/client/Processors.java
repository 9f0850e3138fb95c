package org.portolan.bench.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.statistics.Spread;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ServerStatus;

/**
 * The processor time of this process and of the servers of a local cluster. On a machine that other
 * programs use too, it compares sides better than their throughput does. Thread-safe.
 */
public final class Processors {
  /** Names the directory of the cluster. */
  public static final Parameter CLUSTER =
      Parameter.path(
          "cluster",
          "The directory of the local cluster whose servers have the store, as 'portolan cluster"
              + " start' made it: then the processor time of an operation is measured too.");

  private final List<ProcessHandle> processes;

  private Processors(List<ProcessHandle> processes) {
    this.processes = processes;
  }

  /**
   * Returns the processors that the options name; none if they name no cluster.
   *
   * @throws IllegalArgumentException if the given directory holds no cluster
   */
  public static Processors of(BenchOptions options) {
    return new Processors(options.path("cluster").map(Processors::processes).orElse(List.of()));
  }

  private static List<ProcessHandle> processes(Path cluster) {
    if (!Cluster.exists(cluster)) {
      throw new IllegalArgumentException(
          "--cluster must be the directory of a cluster that 'portolan cluster start' made, not "
              + cluster);
    }
    Stream<ProcessHandle> servers =
        Cluster.open(cluster).status().stream()
            .filter(ServerStatus::isOfEngine)
            .flatMap(server -> server.pid().stream().mapToObj(ProcessHandle::of))
            .flatMap(Optional::stream);
    return Stream.concat(Stream.of(ProcessHandle.current()), servers).toList();
  }

  /** Measures a turn. */
  public MeasuredTurn turn(Supplier<LoadResult> turn) {
    long all = nanos(processes);
    long client = nanos(List.of(ProcessHandle.current()));
    LoadResult result = turn.get();
    return MeasuredTurn.of(
        result, nanos(processes) - all, nanos(List.of(ProcessHandle.current())) - client);
  }

  /** Returns a line of a table, with more cells if the processor time is known. */
  private String[] line(List<String> line, Supplier<List<String>> more) {
    return Stream.concat(line.stream(), processes.isEmpty() ? Stream.empty() : more.get().stream())
        .toArray(String[]::new);
  }

  /** Returns the headings of a table: these, and those of the processor time if it is known. */
  public String[] headings(String... headings) {
    return line(List.of(headings), () -> List.of("processor ms", "client's part", "ratio of CPU"));
  }

  /**
   * Returns the cells of a line, and those of the processor time if it is known.
   *
   * @param compared the turns whose operations for a second of processor time are divided by these
   */
  public String[] cells(List<MeasuredTurn> turns, List<MeasuredTurn> compared, List<String> cells) {
    return line(
        cells,
        () ->
            List.of(
                Spread.of(turns, MeasuredTurn::processorMillis).text(),
                Spread.of(turns, MeasuredTurn::clientMillis).text(),
                turns == compared
                    ? ""
                    : Spread.ofRatios(compared, turns, MeasuredTurn::perProcessorSecond).text()));
  }

  /** Returns the cells of a line about servers whose processor time is unknown. */
  public String[] cellsWithoutTime(List<String> cells) {
    return line(cells, () -> List.of("", "", ""));
  }

  /** Returns the processor time that processes have used so far; a dead one counts as 0. */
  public static long nanos(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .mapToLong(Duration::toNanos)
        .sum();
  }
}

package org.portolan.bench.workload;

import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.scans.ScanParameters;
import org.portolan.bench.workload.engine.EngineWorkloadType;
import org.portolan.bench.workload.trace.ReplayType;
import org.portolan.bench.workload.wiki.WikiWorkloadType;

/** All workloads. */
public final class Workloads {
  private static final List<WorkloadType> ALL =
      Stream.of(
              EngineWorkloadType.all().stream(),
              WikiWorkloadType.all().stream(),
              Stream.of(ScanParameters.workloadType(), ReplayType.TYPE, noOperation()))
          .flatMap(types -> types)
          .toList();

  private Workloads() {}

  private static WorkloadType noOperation() {
    String name = "no-operation";
    return new WorkloadType(
        name,
        "Operations that do nothing: the generator's own cost and error.",
        List.of(),
        options -> new OneOperation(name, (number, seed) -> () -> Outcome.ok(0)));
  }

  /** Returns all types of workloads, in the order in which they are listed. */
  public static List<WorkloadType> all() {
    return ALL;
  }

  /**
   * Returns the type with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static WorkloadType of(String name) {
    return ALL.stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Text.format(
                        "there is no workload '%s'; there are %s",
                        name, ALL.stream().map(WorkloadType::name).toList())));
  }
}

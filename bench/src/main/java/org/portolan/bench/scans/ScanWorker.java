package org.portolan.bench.scans;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Result;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Worker;

/** One client: scans, and verifies every value that it receives. */
final class ScanWorker implements Worker {
  private final ScanWorkload workload;
  private final RandomGenerator random;
  private int from;
  private List<Result> found = List.of();

  ScanWorker(ScanWorkload workload, RandomGenerator random) {
    this.workload = workload;
    this.random = random;
  }

  @Override
  public Outcome perform() {
    from = random.nextInt(workload.layout().rows() - workload.scanRows() + 1);
    try {
      found = workload.read(from);
      return Outcome.ok(0);
    } catch (IOException | RuntimeException e) {
      return Outcome.of(0, e);
    }
  }

  @Override
  public Outcome judge(Outcome performed) {
    return performed.kind() == OutcomeKind.OK
        ? workload
            .layout()
            .judge(from, workload.scanRows(), found)
            .map(wrong -> Outcome.wrongData(0, wrong))
            .orElse(performed)
        : performed;
  }
}

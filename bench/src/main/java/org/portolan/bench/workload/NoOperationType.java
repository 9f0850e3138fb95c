package org.portolan.bench.workload;

import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;

/** Operations that do nothing: they show the generator's own cost and error. */
public final class NoOperationType implements WorkloadType {

  @Override
  public String name() {
    return "no-operation";
  }

  @Override
  public String description() {
    return "Operations that do nothing: the generator's own cost and error.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Workload open(BenchOptions options) {
    return new OneOperation(name(), (number, seed) -> () -> Outcome.ok(0));
  }
}

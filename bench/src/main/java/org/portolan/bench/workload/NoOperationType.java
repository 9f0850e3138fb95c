package org.portolan.bench.workload;

import java.util.List;
import java.util.Map;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;

/** Operations that do nothing: what is left is the generator's own cost and error. */
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
    return new NoOperation();
  }

  private static final class NoOperation implements Workload {
    @Override
    public String name() {
      return "no-operation";
    }

    @Override
    public Map<String, String> configuration() {
      return Map.of();
    }

    @Override
    public List<String> operations() {
      return List.of("no-operation");
    }

    @Override
    public void prepare(Progress progress) {}

    @Override
    public Worker worker(int number, long seed) {
      return () -> Outcome.ok(0);
    }

    @Override
    public void close() {}
  }
}

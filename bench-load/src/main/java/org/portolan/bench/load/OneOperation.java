package org.portolan.bench.load;

import java.util.List;
import java.util.Map;

/**
 * A workload of one kind of operation, on something that the caller opened and closes: a stub, or
 * one side of a comparison.
 *
 * @param name of the workload and of its operation
 * @param workers makes the workers
 */
public record OneOperation(String name, Workers workers) implements Workload {

  /** Makes the workers of a run. */
  @FunctionalInterface
  public interface Workers {
    /** Returns a new worker, as {@link Workload#worker} does. */
    Worker of(int number, long seed);
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of();
  }

  @Override
  public List<String> operations() {
    return List.of(name);
  }

  @Override
  public Worker worker(int number, long seed) {
    return workers.of(number, seed);
  }
}

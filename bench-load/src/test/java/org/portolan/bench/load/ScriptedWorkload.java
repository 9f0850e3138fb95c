package org.portolan.bench.load;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * A stub store of one queue: its n-th operation, counted over all workers from 0, takes a known
 * time and has a known outcome.
 */
final class ScriptedWorkload implements Workload {
  private final List<String> operations;
  private final LongUnaryOperator serviceNanos;
  private final LongFunction<Outcome> outcomes;
  private final VirtualClock clock;
  private final AtomicLong begun = new AtomicLong();

  ScriptedWorkload(
      List<String> operations,
      LongUnaryOperator serviceNanos,
      LongFunction<Outcome> outcomes,
      VirtualClock clock) {
    this.operations = operations;
    this.serviceNanos = serviceNanos;
    this.outcomes = outcomes;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of();
  }

  @Override
  public List<String> operations() {
    return operations;
  }

  @Override
  public Worker worker(int number, long seed) {
    return () -> {
      long turn = begun.getAndIncrement();
      clock.pass(serviceNanos.applyAsLong(turn));
      return outcomes.apply(turn);
    };
  }
}

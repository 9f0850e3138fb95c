package org.portolan.data.simulation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.data.Store;
import org.portolan.engine.Engine;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulationFailure;

/**
 * Starts each process again after the last fault, with the default sweeps: after {@link
 * Leftovers#BOUND}, no leftovers of dead processes may exist, and each process must be able to
 * write every row.
 */
final class Restart {
  private final Scheduler scheduler;
  private final Function<SimulatedProcess, Store> opening;
  private final Map<SimulatedProcess, Store> stores = new LinkedHashMap<>();

  /**
   * @param opening opens the store, in a thread of the process
   */
  Restart(Scheduler scheduler, Function<SimulatedProcess, Store> opening) {
    this.scheduler = scheduler;
    this.opening = opening;
  }

  /**
   * Restarts processes and waits for the bound.
   *
   * @param writing whether they write at once, or only when the bound is over
   * @param application makes the writes of a process
   * @param folded whether all additions to counters must be folded
   * @param engine looks for leftovers
   */
  void run(
      int processes,
      boolean writing,
      Function<String, Application> application,
      boolean folded,
      Engine engine) {
    long end = scheduler.nowNanos() + Leftovers.BOUND.toNanos();
    for (int number = 0; number < processes; number++) {
      SimulatedProcess process = scheduler.process("again" + number);
      within(process, () -> stores.put(process, opening.apply(process)));
    }
    if (writing) {
      write(application, end);
    }
    scheduler.pass(Math.max(0, end - scheduler.nowNanos()));
    Set<String> living =
        stores.keySet().stream().map(SimulatedProcess::name).collect(Collectors.toSet());
    List<String> left = Leftovers.of(engine, living, folded);
    if (!left.isEmpty()) {
      throw new SimulationFailure(
          Leftovers.BOUND + " after the last fault there are still " + left);
    }
    scheduler.log().met("state: nothing left of the dead in time");
    if (!writing) {
      write(application, scheduler.nowNanos());
    }
    stores.forEach(
        (process, store) -> {
          within(process, store::close);
          process.kill();
        });
    scheduler.pass(Duration.ofSeconds(1).toNanos());
  }

  private void write(Function<String, Application> application, long end) {
    stores.forEach(
        (process, store) ->
            within(
                process,
                () -> {
                  Application writer = application.apply(process.name());
                  writer.use(store);
                  writer.writeAll(end);
                }));
  }

  private void within(SimulatedProcess process, Runnable work) {
    SimulatedSignal.join(scheduler, scheduler.start(process, "main", work));
  }
}

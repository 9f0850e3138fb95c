package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.CounterDesign;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.engine.simulated.SimulationLog;

/**
 * If transactions span the store, a counter outside them may drift: a writer may die between its
 * commit and its addition. Nothing else may be wrong, and a check with repair corrects the counter.
 *
 * <p>A counter does not drift if its additions join the transactions all the same: on an engine on
 * which they conflict with nothing, or if it has many shards. (If three attempts of a write in a
 * row met conflicts of such additions alone, the addition would be made later. With so few writers
 * this does not happen.)
 */
final class DriftingCounters {
  private DriftingCounters() {}

  /** Repairs such counters, and requires that nothing else is found. */
  static void repair(Store store, Kind kind, SimulationLog log) {
    Set<String> drifting =
        store.design().entities().stream()
            .flatMap(entity -> entity.counters().stream())
            .filter(counter -> mayDrift(counter, kind))
            .map(CounterDesign::name)
            .collect(Collectors.toSet());
    List<Finding> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(true, false, Duration.ZERO, 100))
        .run(findings::add, looked -> {});
    for (Finding finding : findings) {
      if (!drifting.contains(finding.name()) || !finding.repaired()) {
        throw new SimulationFailure("the check finds " + finding);
      }
      log.met("state: counter outside of transactions drifted");
    }
  }

  static boolean mayDrift(CounterDesign counter, Kind kind) {
    return kind == Kind.STORE
        && !counter.transactional()
        && counter.shards() < RandomDesign.SHARDS_MANY;
  }
}

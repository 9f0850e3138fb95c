package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.SweepResult;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.data.history.RandomDesign;
import org.portolan.data.simulation.Application.Target;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulationFailure;

/**
 * Judges the content of a store that is no longer disturbed: its rows by the answers to their
 * writers, everything else by its rows.
 */
final class Verdict {
  private static final int RECOVERIES_MAX = 12;

  private final Scheduler scheduler;
  private final Judge judge;
  private final Design design;
  private final List<Target> targets;
  private final Kind kind;
  private final long seed;

  Verdict(
      Scheduler scheduler, Judge judge, Design design, List<Target> targets, Kind kind, long seed) {
    this.scheduler = scheduler;
    this.judge = judge;
    this.design = design;
    this.targets = targets;
    this.kind = kind;
    this.seed = seed;
  }

  /**
   * Sweeps until nothing is left.
   *
   * @param reader compares the counters whenever additions were folded and everything is settled;
   *     it knows only old watermarks of the counters
   */
  void sweep(Store store, Store reader) {
    SweepResult result = SweepResult.NOTHING;
    for (int number = 0; number < RECOVERIES_MAX; number++) {
      result = store.sweep();
      scheduler.note("swept: " + result.summary());
      if (result.finished() > 0) {
        scheduler.log().met("state: rows finished by a sweep");
      }
      if (result.folded() > 0) {
        scheduler.log().met("state: additions folded");
      }
      if (result.pending() == 0 && result.folded() > 0 && number > 0) {
        compareCounters(reader, model(store));
      }
      scheduler.pass(Duration.ofMinutes(2).toNanos());
      if (number > 1 && result.finished() + result.pending() == 0) {
        return;
      }
    }
    throw new SimulationFailure("sweeps do not finish what is left: " + result.summary());
  }

  private Map<RowId, RowState> states(Store store) {
    Map<RowId, RowState> states = new LinkedHashMap<>();
    for (Target target : targets) {
      long start = scheduler.nowNanos();
      Optional<EntityRow> read = store.get(target.entity().name(), target.key(), Columns.ALL);
      states.put(
          RowId.of(target.entity(), target.key()),
          judge.saw(target.entity(), target.key(), read, start));
    }
    return states;
  }

  /** Judges all rows of a store. */
  void judgeRows(Store store) {
    if (judge.judge(states(store)) > 0) {
      scheduler.log().met("state: acknowledged buffered write forgotten");
    }
  }

  /** Requires that each row that refers to a host finds it. */
  void requireHosts(Store store) {
    Set<Object> hosts = new HashSet<>();
    for (EntityRow row : rows(store, RandomDesign.HOST)) {
      hosts.add(row.key().get(0));
    }
    Map<String, String> columns =
        Map.of(
            RandomDesign.DOCUMENT,
            SimulatedDesign.AT_HOST,
            SimulatedDesign.TIE,
            SimulatedDesign.TIED_TO);
    columns.forEach(
        (entity, column) -> {
          for (EntityRow row : rows(store, entity)) {
            Object host = row.value(column);
            if (host != null) {
              scheduler.log().met("state: " + entity + " refers to a host in the end");
              if (!hosts.contains(host)) {
                throw new SimulationFailure(entity + row.key() + " refers to no host: " + host);
              }
            }
          }
        });
  }

  private static List<EntityRow> rows(Store store, String entity) {
    return store.scanStored(entity, Columns.ALL, Paging.first(1_000)).entries();
  }

  /** Lets a store check itself. */
  void check(Store store) {
    if (SimulatedDesign.refers(design)) {
      requireHosts(store);
    }
    if (store.guarantee() == Store.Guarantee.ATOMIC) {
      DriftingCounters.repair(store, kind, scheduler.log());
    }
    List<String> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(false, false, Duration.ofMillis(100), 100))
        .run(finding -> findings.add(finding.toString()), looked -> {});
    if (!findings.isEmpty()) {
      throw new SimulationFailure("the check finds " + findings);
    }
  }

  private Model model(Store store) {
    Model model = new Model(design);
    states(store)
        .forEach(
            (row, state) ->
                state.load(model, design.entity(row.entity()).orElseThrow(), row.key()));
    return model;
  }

  private void compareCounters(Store reader, Model model) {
    for (EntityDesign entity : design.entities()) {
      for (CounterDesign counter : entity.counters()) {
        long value = reader.counter(counter.name());
        long counted = model.count(entity, counter);
        if (value != counted) {
          throw new SimulationFailure(
              "counter "
                  + counter.name()
                  + " is "
                  + value
                  + " after its additions were folded, its"
                  + " rows say "
                  + counted);
        }
      }
    }
  }

  private EntityDesign document() {
    return design.entity(RandomDesign.DOCUMENT).orElseThrow();
  }

  /** Compares every possible read of a store with its rows. */
  void compare(Store store) {
    KeyOrder keyOrder =
        switch (kind) {
          case ROWS, EMBEDDED -> KeyOrder.TABLE;
          case COLUMNS -> KeyOrder.WITHIN_PARTITION;
          case STORE -> KeyOrder.NONE;
        };
    Model model = model(store);
    if (model.hasDuplicates()) {
      throw new SimulationFailure("two rows have the same unique value");
    }
    if (RandomDesign.collatedUnique(design)
        .filter(index -> !model.values(document(), index).isEmpty())
        .isPresent()) {
      scheduler.log().met("state: collated unique value in the end");
    }
    try {
      new Comparison(store, model, new Random(seed), keyOrder).everything();
    } catch (AssertionError e) {
      throw new SimulationFailure(
          "the store does not hold what its rows say: " + e.getMessage(), e);
    }
  }
}

package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.WriteConflictException;
import org.portolan.data.history.DesignSwitch;
import org.portolan.data.internal.backfill.BackfillOptions;
import org.portolan.data.internal.backfill.IndexBackfill;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedClient.Rates;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.engine.simulated.SimulationLog;
import org.portolan.types.Tuple;

/**
 * Fills indexes while processes change the rows, in virtual time: one seed decides every
 * interleaving. {@code -Dportolan.seed=N} repeats one.
 */
class BackfillSimulationTest {
  private static final int SEEDS = Integer.getInteger("portolan.simulation.seeds", 25);
  private static final int ROWS = 12;
  private static final int PROCESSES = 2;
  private static final int THREADS = 3;

  @TempDir Path directory;
  private long conflicts;

  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void backfill_besideWritersOfOtherProcesses_isExact(Kind kind) {
    Long only = Long.getLong("portolan.seed");
    for (long seed = 1; seed <= SEEDS; seed++) {
      if (only != null && seed != only) {
        continue;
      }
      try {
        new Run(kind, seed).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(kind + ", with -Dportolan.seed=" + seed, e);
      }
    }
    assertThat(conflicts).as("lost races").isPositive();
  }

  private final class Run {
    private final Kind kind;
    private final Choices choices;
    private final Scheduler scheduler;
    private final SimulatedCluster cluster;
    private final StoreSchema poor;
    private final StoreSchema rich;
    private boolean done;

    Run(Kind kind, long seed) {
      this.kind = kind;
      this.choices = Choices.of(seed);
      this.scheduler = new Scheduler(choices, new SimulationLog());
      this.cluster = SimulatedCluster.of(kind, scheduler, choices);
      this.poor = StoreSchema.of(design(List.of()), cluster.capabilities());
      this.rich =
          StoreSchema.of(
              design(
                  kind == Kind.STORE
                      ? List.of(
                          "object single",
                          "object hashed(2)",
                          "object read-delta(2,3)",
                          "object tree(8)")
                      : List.of("cells single", "cells hashed(2)")),
              cluster.capabilities());
    }

    private Design design(List<String> layouts) {
      StringBuilder indexes = new StringBuilder();
      for (String layout : layouts) {
        String name = "links" + layouts.indexOf(layout);
        indexes.append("      %s: {on: [links], layout: '%s'}\n".formatted(name, layout));
      }
      return DesignReader.read(
          """
          format: 1
          design: grown
          entities:
            page:
              key: {title: text}
              key-layout: plain
              families:
                main: {links: set of text}
          """
              + (indexes.isEmpty() ? "" : "    indexes:\n" + indexes),
          "grown");
    }

    void run() {
      scheduler.run(scheduler.process("driver"), this::drive);
    }

    private void drive() {
      SimulatedProcess evolver = scheduler.process("evolver");
      in(evolver, "before", () -> prepare(evolver));
      List<SimulatedThread> writers = new ArrayList<>();
      List<Store> stores = new ArrayList<>();
      for (int number = 0; number < PROCESSES; number++) {
        SimulatedProcess process = scheduler.process("p" + number);
        in(process, "opener", () -> stores.add(open(process, rich)));
        Store store = stores.get(number);
        for (int thread = 0; thread < THREADS; thread++) {
          String name = "p" + number + "." + thread;
          writers.add(scheduler.start(process, name, () -> write(store, choices.of(name))));
        }
      }
      in(evolver, "backfill", () -> backfill(evolver));
      writers.forEach(writer -> SimulatedSignal.join(scheduler, writer));
      stores.forEach(Store::close);
      in(evolver, "after", () -> check(evolver));
    }

    private void in(SimulatedProcess process, String name, Runnable work) {
      SimulatedSignal.join(scheduler, scheduler.start(process, name, work));
    }

    private Engine connect(SimulatedProcess process) {
      return cluster.connect(new SimulatedClient(scheduler, process, choices, kind, Rates.NONE));
    }

    private StoreOptions options(SimulatedProcess process) {
      return StoreOptions.DEFAULT
          .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
          .in(new SimulatedRuntime(scheduler, process, choices));
    }

    private Store open(SimulatedProcess process, StoreSchema schema) {
      String uri = FixtureEngines.register(() -> connect(process));
      try {
        return Stores.openOrCreate(uri, schema.design(), options(process));
      } finally {
        FixtureEngines.forget(uri);
      }
    }

    private void prepare(SimulatedProcess process) {
      try (Store store = open(process, poor)) {
        RandomGenerator random = choices.of("rows");
        for (int number = 0; number < ROWS; number++) {
          put(store, number, random);
        }
      }
      Engine engine = connect(process);
      List<String> known = engine.tables().stream().map(TableSchema::name).toList();
      rich.tables().stream()
          .filter(table -> !known.contains(table.name()))
          .forEach(engine::createTable);
      DesignSwitch.to(engine, rich);
    }

    private void put(Store store, int number, RandomGenerator random) {
      Set<String> links = random.nextBoolean() ? Set.of("a", "b") : Set.of("c", "a");
      store.write(
          transaction -> {
            transaction.put("page", Tuple.of("page " + number), Map.of("links", links));
            return null;
          });
    }

    private void write(Store store, RandomGenerator random) {
      while (!done) {
        int number = random.nextInt(ROWS);
        try {
          if (random.nextInt(3) == 0) {
            store.write(
                transaction -> {
                  transaction.delete("page", Tuple.of("page " + number));
                  return null;
                });
          } else {
            put(store, number, random);
          }
        } catch (WriteConflictException givenUp) {
          // The row is as it was.
        }
        scheduler.pass(random.nextLong(40_000_000));
      }
    }

    private void backfill(SimulatedProcess process) {
      Engine engine = connect(process);
      StoreOptions options = options(process);
      BackfillOptions small = BackfillOptions.DEFAULT.within(5, 1_000).sortingIn(directory);
      try {
        if (kind == Kind.STORE) {
          conflicts +=
              IndexBackfill.ofTransactions(
                      engine,
                      rich,
                      List.copyOf(rich.indexes()),
                      () -> engine.begin(Durability.SYNCED),
                      options.runtime(),
                      small)
                  .run(EvolveOptions.Progress.NONE)
                  .conflicts();
        } else {
          try (Repairing repairing = new Repairing(engine, rich, options)) {
            conflicts +=
                IndexBackfill.ofRows(repairing.visits(), List.copyOf(rich.indexes()), small)
                    .run(EvolveOptions.Progress.NONE)
                    .conflicts();
          }
        }
      } finally {
        done = true;
      }
    }

    private void check(SimulatedProcess process) {
      List<String> findings = new ArrayList<>();
      try (Store store = open(process, rich)) {
        store
            .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
            .run(finding -> findings.add(finding.toString()), looked -> {});
      }
      assertThat(findings).isEmpty();
    }
  }
}

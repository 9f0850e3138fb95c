package org.portolan.data.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics.Merges;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreConflict;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.RowCache;
import org.portolan.data.internal.auto.IndexUses;
import org.portolan.data.internal.index.AnnouncedMerges;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.process.Guard;
import org.portolan.data.internal.process.GuardedTransactions;
import org.portolan.data.internal.process.ProcessTable;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.DesignReader;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/** Writes of a process whose epoch ends. */
class EpochOverWriteTest {
  private static final Tuple HOT = Tuple.of("hot");
  private static final int THREADS = 8;

  private final StoreSchema schema =
      new StoreSchema(
          DesignReader.read(
              """
              format: 1
              design: writes
              entities:
                page:
                  key: {title: text}
                  key-layout: plain
                  families:
                    main: {size: int}
              """,
              "writes"),
          Guarantee.ATOMIC);
  private final SimulatedCluster cluster = SimulatedCluster.calm(Kind.STORE, new Random(1));
  private final Engine engine = cluster.connect(Client.calm(new Random(2)));
  private final StoreRuntime runtime = StoreRuntime.system();
  private final List<StoreConflict> told = new ArrayList<>();
  private final Conflicts conflicts = new Conflicts(schema, told::add);
  private final Guard guard;
  private final Writer writer;

  EpochOverWriteTest() {
    engine.createTable(StoreSchema.metaTable());
    ProcessTable.createIfMissing(engine);
    engine.createTables(schema.tables());
    guard = Guard.join(engine, new StoreMeta(engine), 0, runtime);
    WriteAttempts attempts =
        new AtomicAttempts(
            engine,
            new GuardedTransactions(engine, guard),
            schema,
            delta -> {},
            new AnnouncedMerges(runtime),
            new RowCache(engine, 1_000),
            IndexUses.NONE,
            runtime);
    writer = new Writer(attempts, RetryPolicy.DEFAULT, conflicts, runtime);
  }

  /** Removes the record as another process does that takes this one for dead. */
  private void fence() {
    engine.mutate(
        Mutation.of(
            ProcessTable.NAME,
            engine
                .scan(Scan.of(ProcessTable.NAME, KeyRange.ALL, 1, FamilyRead.all("process")))
                .rows()
                .get(0)
                .key(),
            new Change.DeleteFamily("process"),
            new Change.DeleteFamily("alive")),
        Durability.SYNCED);
  }

  private int size() {
    return new SchemaReader(schema, new Access(engine, null))
        .get("page", HOT, Columns.ALL)
        .map(row -> row.intValue("size"))
        .orElse(0);
  }

  private int add() {
    return writer.write(
        Durability.SYNCED,
        null,
        transaction -> {
          int before =
              transaction.get("page", HOT, Columns.ALL).map(row -> row.intValue("size")).orElse(0);
          transaction.put("page", HOT, Map.of("size", before + 1));
          return before + 1;
        });
  }

  @Test
  void write_fencedWhileItRuns_isNoConflict() {
    add();

    assertThatThrownBy(
            () ->
                writer.write(
                    Durability.SYNCED,
                    null,
                    transaction -> {
                      transaction.put("page", HOT, Map.of("size", 7));
                      fence();
                      return null;
                    }))
        .isInstanceOf(EpochOverException.class);

    assertThat(size()).isEqualTo(1);
    assertThat(told).isEmpty();
    var statistics = conflicts.statistics(Merges.NONE);
    assertThat(statistics.hotKeys()).isEmpty();
    assertThat(statistics.retries().values()).containsOnly(0L);
    assertThat(statistics.aborts().values()).containsOnly(0L);
  }

  @Test
  void write_functionFailsByAStaleRead_isToldOfTheEpoch() {
    assertThatThrownBy(
            () ->
                writer.write(
                    Durability.SYNCED,
                    null,
                    transaction -> {
                      transaction.get("page", HOT, Columns.ALL);
                      fence();
                      throw new IllegalStateException("by what it has read");
                    }))
        .isInstanceOf(EpochOverException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
  }

  /** Also those that are committed together with others. */
  @Test
  void writes_manyAtAHotRow_eachIsMadeOrToldOfTheEpoch() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    AtomicInteger made = new AtomicInteger();
    List<Future<?>> all = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      all.add(
          threads.submit(
              () -> {
                try {
                  while (true) {
                    add();
                    made.incrementAndGet();
                  }
                } catch (EpochOverException e) {
                  // As it should end.
                }
              }));
    }
    while (made.get() < 200) {
      Thread.onSpinWait();
    }
    fence();
    for (Future<?> each : all) {
      each.get();
    }
    threads.shutdown();

    assertThat(size()).isEqualTo(made.get());
  }
}

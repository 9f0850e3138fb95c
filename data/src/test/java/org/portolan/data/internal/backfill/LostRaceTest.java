package org.portolan.data.internal.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.EvolvePace;
import org.portolan.data.ForwardingTransaction;
import org.portolan.data.MovableRuntime;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.pace.OperationTimes;
import org.portolan.data.internal.pace.Pace;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.Transaction;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.types.Tuple;

/** Races that a backfill loses, each at a certain moment, and the bounds of its work. */
class LostRaceTest {
  @TempDir Path directory;

  /** A transaction with a hook before its commit. */
  private static final class Hooked extends ForwardingTransaction {
    private final Set<Tuple> pages = new LinkedHashSet<>();
    private final Hook beforeCommit;

    private interface Hook {
      /**
       * @param pages the row keys of the pages that were got
       */
      void run(Set<Tuple> pages);
    }

    Hooked(Transaction below, Hook beforeCommit) {
      super(below);
      this.beforeCommit = beforeCommit;
    }

    @Override
    public List<Row> get(List<Get> gets) {
      gets.stream().filter(get -> get.table().equals("page")).forEach(get -> pages.add(get.key()));
      return super.get(gets);
    }

    @Override
    public void commit() {
      beforeCommit.run(pages);
      super.commit();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "UNORDERED"})
  void rowsChangedBeforeTheCommit_areLookedAtAgain(GrownStore.Kind kind) {
    try (GrownStore grown = new GrownStore(kind, directory).filled(3);
        Store store = grown.open()) {
      Engine engine = grown.client(FaultPlan.NONE);
      Random random = new Random(3);
      AtomicInteger gotMax = new AtomicInteger();
      IndexBackfill.Result result =
          grown.backfill(
              engine,
              () ->
                  new Hooked(
                      engine.begin(Durability.SYNCED),
                      pages -> {
                        gotMax.accumulateAndGet(pages.size(), Math::max);
                        if (random.nextInt(3) > 0) {
                          change(grown, store, pages, random);
                        }
                        // Also rows of which this transaction does not know.
                        for (int number = 0; number < 5; number++) {
                          GrownStore.change(store, random);
                        }
                      }),
              grown.targets(),
              IndexBackfill.START,
              new ArrayList<>(),
              grown.options());

      grown.requireRight();
      assertThat(result.conflicts()).isPositive();
      assertThat(gotMax).hasValueBetween(2, 7);
      assertThat(grown.sorting).isEmptyDirectory();
    }
  }

  /** Takes one of the rows away, or gives it other links. */
  private static void change(GrownStore grown, Store store, Set<Tuple> pages, Random random) {
    if (pages.isEmpty()) {
      return;
    }
    Tuple key = grown.title(List.copyOf(pages).get(random.nextInt(pages.size())));
    boolean deleted = random.nextInt(3) == 0;
    Set<String> links = Set.of(GrownStore.LINKS.get(random.nextInt(5)));
    store.write(
        transaction -> {
          if (deleted) {
            transaction.delete("page", key);
          } else {
            transaction.put("page", key, Map.of("links", links, "size", 1));
          }
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void rowsChangedBeforeTheyAreRaised_areReadAgain(GrownStore.Kind kind) {
    try (GrownStore grown = new GrownStore(kind, directory).filled(3);
        Store store = grown.open()) {
      HookedEngine engine = new HookedEngine(grown.client(FaultPlan.NONE));
      Random random = new Random(3);
      AtomicInteger changes = new AtomicInteger();
      engine.beforeWrite =
          mutations -> {
            if (mutations.get(0).table().equals("page") && changes.get() < 20) {
              changes.incrementAndGet();
              Set<Tuple> pages = new LinkedHashSet<>();
              mutations.forEach(mutation -> pages.add(mutation.key()));
              change(grown, store, pages, random);
            }
          };
      AtomicInteger scanned = new AtomicInteger();
      engine.beforeScan =
          scan -> {
            if (scan.table().equals("page")) {
              scanned.accumulateAndGet(scan.rowsMax(), Math::max);
            }
          };

      IndexBackfill.Result result = grown.backfill(engine, IndexBackfill.START, new ArrayList<>());

      assertThat(result.conflicts()).isGreaterThanOrEqualTo(20);
      assertThat(scanned).hasValue(7);
      grown.requireRight();
    }
  }

  /** By then, engines may have forgotten that another process removed an entry. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void pageHeldUpForLong_isReadAgain(GrownStore.Kind kind) {
    MovableRuntime time = new MovableRuntime(InstantSource.system());
    try (GrownStore grown = new GrownStore(kind, directory).filled(3).in(time)) {
      HookedEngine engine = new HookedEngine(grown.client(FaultPlan.NONE));
      AtomicInteger raised = new AtomicInteger();
      engine.beforeWrite =
          mutations -> {
            if (mutations.get(0).table().equals("note") && raised.getAndIncrement() == 0) {
              time.pass(Duration.ofMinutes(31));
            }
          };

      IndexBackfill.Result result = grown.backfill(engine, IndexBackfill.START, new ArrayList<>());

      assertThat(result.conflicts()).isEqualTo(7);
      grown.requireRight();
    }
  }

  /** A process that only removes entries has removed one, and then the row got it again. */
  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "UNORDERED"})
  void removalLoggedOfAnEntryThatItsRowHas_isOverruled(GrownStore.Kind kind) {
    try (GrownStore grown = new GrownStore(kind, directory).filled(4)) {
      Engine engine = grown.network.store();
      int logged = 0;
      for (IndexSchema index : grown.targets()) {
        if (index.hasDeltas()) {
          logged += logRemovals(engine, index);
        }
      }
      assertThat(logged).isGreaterThan(20);

      IndexBackfill.Result unused =
          grown.backfill(grown.client(FaultPlan.NONE), IndexBackfill.START, new ArrayList<>());

      grown.requireRight();
    }
  }

  private static int logRemovals(Engine engine, IndexSchema index) {
    try (Transaction transaction = engine.begin(Durability.SYNCED)) {
      Access access = new Access(transaction, null);
      IndexChanges changes = new IndexChanges();
      AtomicInteger count = new AtomicInteger();
      for (int number = 0; number < GrownStore.ROWS; number += 2) {
        RowReads.getAll(access, index.entity(), List.of(GrownStore.title(number)), Columns.ALL)
            .forEach(
                row ->
                    index
                        .entries(row)
                        .forEach(
                            entry -> {
                              changes.put(index, entry, false);
                              count.incrementAndGet();
                            }));
      }
      changes
          .mutations(access, Integer.MAX_VALUE, new ArrayList<>(), new Random(1))
          .forEach(transaction::mutate);
      transaction.commit();
      return count.get();
    }
  }

  @ParameterizedTest
  @EnumSource
  void checkpoint_ofEachPart_isWhereAnotherRunGoesOn(GrownStore.Kind kind) {
    try (GrownStore grown = new GrownStore(kind, directory).filled(5)) {
      List<String> reached = new ArrayList<>();
      long all =
          grown.backfill(grown.client(FaultPlan.NONE), IndexBackfill.START, reached).entries();
      assertThat(reached).hasSizeGreaterThan(5).doesNotHaveDuplicates();
      long before = all + 1;
      for (String checkpoint : reached) {
        assertThat(checkpoint).doesNotContain("\n").hasSizeLessThan(200);
        long rest =
            grown.backfill(grown.client(FaultPlan.NONE), checkpoint, new ArrayList<>()).entries();
        assertThat(rest).as("after %s", checkpoint).isLessThan(before);
        before = rest;
      }
      assertThatThrownBy(
              () -> grown.backfill(grown.client(FaultPlan.NONE), "elsewhere -", new ArrayList<>()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is of another backfill");
      grown.requireRight();
    }
  }

  @Test
  void pace_ofTenRowsASecond_waits() {
    StillRuntime runtime = new StillRuntime(0);
    try (GrownStore grown = new GrownStore(GrownStore.Kind.EMBEDDED, directory).filled(6)) {
      Engine engine = grown.client(FaultPlan.NONE);
      IndexBackfill.Result result =
          IndexBackfill.ofTransactions(
                  engine,
                  grown.rich,
                  grown.targets(),
                  () -> engine.begin(Durability.SYNCED),
                  runtime,
                  grown
                      .options()
                      .paced(Pace.of(EvolvePace.ofRows(10), runtime, new OperationTimes(), true)))
              .run(EvolveOptions.Progress.NONE);

      Duration passed = Duration.ofNanos(runtime.monotonicNanos());
      assertThat(passed).isEqualTo(Duration.ofMillis(100 * (result.rows() + result.entries())));
      grown.requireRight();
    }
  }
}

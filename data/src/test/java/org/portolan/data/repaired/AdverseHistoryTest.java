package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Histories in which processes are held up, die, or have wrong clocks at the worst moment. The
 * engine works correctly in all of them.
 */
class AdverseHistoryTest extends StoreStory {
  private static final String ROWS_OPEN = "portolan_sessions";

  AdverseHistoryTest() {
    super(5);
  }

  private static String text(Store store, String title) {
    return store.get("page", Tuple.of(title), Columns.ALL).map(row -> row.text("text")).orElse("-");
  }

  private static Predicate<List<Mutation>> writes(String table) {
    return mutations -> mutations.stream().anyMatch(each -> each.table().equals(table));
  }

  private static Predicate<List<Mutation>> change(int number, String table) {
    AtomicInteger changes = new AtomicInteger();
    return mutations -> writes(table).test(mutations) && changes.incrementAndGet() == number;
  }

  private static void dies(Runnable work) {
    assertThatThrownBy(work::run).isInstanceOf(HookedEngine.Death.class);
  }

  /** Requires the counter of pages to be right, now and after everything has been folded. */
  private void requirePagesAlways(Store store, long pages) {
    assertThat(store.counter("pages")).isEqualTo(pages);
    requirePages(store, pages);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commit_heldUpUntilOthersHaveFolded_isVoidAndMadeAgain(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine slow = new HookedEngine(cluster.connect());
    try (Store writer = open(slow);
        Store other = open(cluster.connect())) {
      put(other, "other1");
      Predicate<List<Mutation>> commit = change(1, "page");
      slow.beforeWrite =
          mutations -> {
            if (commit.test(mutations)) {
              other.sweep();
              pass(Duration.ofMinutes(3));
              put(other, "other2");
              assertThat(other.sweep().folded()).isPositive();
            }
          };
      put(writer, "slow");
      requirePagesAlways(other, 3);
      assertThat(text(other, "slow")).isEqualTo("slow");
    }
  }

  /** Its registration never arrived, so the process that ended its session did not know its row. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commit_ofAFencedSessionThatNobodySaw_isCountedOnce(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine slow = new HookedEngine(cluster.connect());
    Store writer = open(slow);
    try (Store other = open(cluster.connect())) {
      put(other, "other1");
      slow.swallowed =
          mutations ->
              writes(ROWS_OPEN).test(mutations)
                  && mutations.get(0).changes().get(0) instanceof Change.PutItem;
      Predicate<List<Mutation>> commit = change(1, "page");
      slow.beforeWrite =
          mutations -> {
            if (commit.test(mutations)) {
              other.sweep();
              pass(Duration.ofMinutes(3));
              put(other, "other2");
              assertThat(other.sweep().folded()).isPositive();
            } else if (writes("counters").test(mutations)) {
              slow.dyingBefore(any -> true).beforeWrite.accept(mutations);
            }
          };
      dies(() -> put(writer, "slow"));
      assertThat(text(other, "slow")).isEqualTo("slow");
      assertThat(other.counter("pages")).isEqualTo(2);
      assertThat(check(other, false)).isEmpty();
      requirePagesAlways(other, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void outbox_underTheLockOfAnotherDeadWriter_isCounted(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    try (Store other = open(cluster.connect())) {
      put(other, "other1");
      Store first = open(new HookedEngine(cluster.connect()).dyingBefore(writes("counters")));
      dies(() -> put(first, "victim"));
      pass(Duration.ofMinutes(5));
      put(other, "other2");
      Store second = open(new HookedEngine(cluster.connect()).dyingBefore(change(2, "page")));
      dies(
          () ->
              second.write(
                  transaction -> {
                    put(transaction, "victim", "again");
                    put(transaction, "primary", "primary");
                    return null;
                  }));
      pass(Duration.ofSeconds(3));
      other.sweep();
      pass(Duration.ofMinutes(1));
      other.sweep();
      assertThat(text(other, "victim")).isEqualTo("victim");
      assertThat(text(other, "primary")).isEqualTo("-");
      requirePagesAlways(other, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_whoseFollowUpsTheEngineWouldRefuse_isRefusedAsAWhole(boolean rows) {
    String large = "x".repeat(9 << 20);
    try (Store store = open(cluster(rows).connect())) {
      put(store, "big");
      put(store, "small");
      assertThatThrownBy(() -> put(store, "new", "short", "y".repeat(40_000)))
          .isInstanceOf(CapabilityException.class);
      assertThatThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        put(transaction, "new", "new", "short");
                        transaction.insertItem(
                            "page",
                            Tuple.of("new"),
                            "row_notes",
                            Tuple.of(1),
                            Map.of("text", large));
                        return null;
                      }))
          .isInstanceOf(CapabilityException.class);
      // It packs well, so that its intent is small.
      assertThatThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        put(transaction, "big", large);
                        put(transaction, "small", "NEW");
                        return null;
                      }))
          .isInstanceOf(CapabilityException.class);
      assertThat(text(store, "new")).isEqualTo("-");
      assertThat(text(store, "big")).isEqualTo("big");
      assertThat(text(store, "small")).isEqualTo("small");
      assertThat(store.index("within", Tuple.of("short"), Paging.first(9)).entries()).isEmpty();
      put(store, "big", "x");
      put(store, "small", "x");
      put(store, "new", "x");
      requirePagesAlways(store, 3);
    }
  }

  /** The row is as left by a release that did not check the follow-ups before the commit. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_thatCannotBeFinished_keepsNothingElseWaitingAndCanBeReplaced(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine older = new HookedEngine(cluster.connect());
    older.checksNothing = true;
    try (Store store = open(cluster.connect())) {
      Store left = open(older);
      put(left, "bad", "short", "y".repeat(40_000));
      Store dead = open(new HookedEngine(cluster.connect()).dyingBefore(writes("counters")));
      dies(() -> put(dead, "zzz", "target"));
      pass(Duration.ofMinutes(5));
      store.sweep();
      assertThat(store.index("within", Tuple.of("target"), Paging.first(9)).entries()).hasSize(1);
      assertThat(check(store, false))
          .anyMatch(finding -> finding.startsWith("unfinished page (bad)"))
          .anyMatch(finding -> finding.startsWith("missing within"));
      put(store, "bad", "short");
      assertThat(store.index("within", Tuple.of("short"), Paging.first(9)).entries()).hasSize(1);
      requirePagesAlways(store, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void check_whilePagesAreRenamed_leavesTheirCounterRight(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine hooked = new HookedEngine(cluster.connect());
    try (Store checker = open(hooked);
        Store writer = open(cluster.connect())) {
      int pages = 1_010;
      for (int page = 0; page < pages; page++) {
        put(writer, String.format("m%04d", page));
      }
      AtomicInteger renamed = new AtomicInteger();
      hooked.beforeScan =
          scan -> {
            if (scan.table().equals("page") && !scan.range().from().isEmpty()) {
              int number = renamed.getAndIncrement();
              writer.write(
                  transaction -> {
                    transaction.delete("page", Tuple.of(String.format("m%04d", number)));
                    put(transaction, String.format("z%04d", number), "renamed");
                    return null;
                  });
            }
          };
      for (String finding : check(checker, true)) {
        assertThat(finding).startsWith("undecided pages");
      }
      assertThat(renamed).hasPositiveValue();
      hooked.beforeScan = scan -> {};
      requirePagesAlways(writer, pages);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void checks_twoAtATime_repairACounterOnce(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine hooked = new HookedEngine(cluster.connect());
    try (Store one = open(hooked);
        Store two = open(cluster.connect());
        Engine engine = cluster.connect()) {
      put(two, "a");
      put(two, "b");
      two.sweep();
      long later = now().toEpochMilli() + 60_000;
      engine.mutate(
          Mutation.of(
                  "counters",
                  Tuple.of("pages", 0),
                  new Change.PutItem("changes", Tuple.of(later, 1L, 0), List.of(-7L)))
              .at(later),
          Durability.SYNCED);
      assertThat(two.counter("pages")).isEqualTo(-5);
      AtomicBoolean once = new AtomicBoolean();
      hooked.beforeWrite =
          mutations -> {
            if (writes("counters").test(mutations) && once.compareAndSet(false, true)) {
              assertThat(check(two, true)).hasSize(1);
            }
          };
      check(one, true);
      assertThat(once).isTrue();
      requirePagesAlways(two, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void recount_overTheOutboxOfADeadWriter_countsItOnce(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    try (Store store = open(cluster.connect())) {
      Store dead = open(new HookedEngine(cluster.connect()).dyingBefore(writes("counters")));
      dies(() -> put(dead, "one"));
      store.recount("pages");
      requirePagesAlways(store, 1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void counter_afterASweepByAClockAnHourAhead_goesOn(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    try (Store store = open(cluster.connect())) {
      put(store, "one");
      try (Store ahead = open(cluster.connect(), Duration.ofHours(1))) {
        put(ahead, "two");
        ahead.sweep();
      }
      put(store, "three");
      requirePagesAlways(store, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rollForward_readFromAReplicaThatLags_isNotTakenForDone(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    try (Store store = open(cluster.connect())) {
      put(store, "secondary");
      put(store, "primary");
      store.sweep();
      Get state = Get.of("page", Tuple.of("secondary"), FamilyRead.all("_write"));
      Row stale;
      try (Engine engine = cluster.connect()) {
        stale = engine.get(state);
      }
      Store decider = open(new HookedEngine(cluster.connect()).dyingBefore(change(3, "page")));
      dies(
          () ->
              decider.write(
                  transaction -> {
                    put(transaction, "secondary", "NEW");
                    put(transaction, "primary", "NEW");
                    return null;
                  }));
      pass(Duration.ofMinutes(1));
      HookedEngine lagging = new HookedEngine(cluster.connect());
      Engine below = cluster.connect();
      lagging.reads = gets -> gets.equals(List.of(state)) ? List.of(stale) : below.get(gets);
      try (Store reader = open(lagging)) {
        assertThatThrownBy(() -> put(reader, "primary", "later")).isNotNull();
      }
      pass(Duration.ofMinutes(1));
      store.sweep();
      put(store, "primary", "later");
      assertThat(text(store, "secondary")).isEqualTo("NEW");
      requirePagesAlways(store, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lock_ofADeadClientWhoseClockWasAhead_lastsNoLonger(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    try (Store store = open(cluster.connect())) {
      put(store, "secondary");
      put(store, "primary");
      Store ahead =
          open(
              new HookedEngine(cluster.connect()).dyingBefore(change(2, "page")),
              Duration.ofHours(12));
      dies(
          () ->
              ahead.write(
                  transaction -> {
                    put(transaction, "secondary", "NEW");
                    put(transaction, "primary", "NEW");
                    return null;
                  }));
      // The wall clock stands still: only the wait of this write ends the lock.
      put(store, "secondary", "later");
      assertThat(text(store, "primary")).isEqualTo("primary");
      requirePagesAlways(store, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sweep_ofADeadWriter_readsNoRowsThatItDidNotWrite(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine hooked = new HookedEngine(cluster.connect());
    try (Store store = open(hooked)) {
      for (int page = 0; page < 200; page++) {
        put(store, "page" + page, "target");
      }
      store.sweep();
      Store dead = open(new HookedEngine(cluster.connect()).dyingBefore(writes("counters")));
      dies(() -> put(dead, "victim", "target"));
      pass(Duration.ofSeconds(11));
      AtomicLong scans = new AtomicLong();
      hooked.beforeScan = scan -> scans.addAndGet(scan.table().equals("page") ? 1 : 0);
      AtomicLong gets = new AtomicLong();
      var reads = hooked.reads;
      hooked.reads =
          wanted -> {
            gets.addAndGet(wanted.stream().filter(get -> get.table().equals("page")).count());
            return reads.apply(wanted);
          };
      assertThat(store.sweep().finished()).isEqualTo(1);
      assertThat(scans).hasValue(0);
      assertThat(gets).hasValueLessThan(5);
      requirePagesAlways(store, 201);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void counter_afterManyAdditions_isReadFromWhereItWasFolded(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine hooked = new HookedEngine(cluster.connect());
    try (Store store = open(hooked)) {
      for (int page = 0; page < 500; page++) {
        put(store, "page" + page);
      }
      assertThat(store.sweep().folded()).isEqualTo(500);
      put(store, "last");
      assertThat(store.counter("pages")).isEqualTo(501);
      AtomicLong items = new AtomicLong();
      var reads = hooked.reads;
      hooked.reads =
          wanted -> {
            List<Row> found = reads.apply(wanted);
            found.forEach(row -> items.addAndGet(row.itemsOf("changes").size()));
            return found;
          };
      assertThat(store.counter("pages")).isEqualTo(501);
      assertThat(items).hasValue(1);
      requirePagesAlways(store, 501);
    }
  }
}

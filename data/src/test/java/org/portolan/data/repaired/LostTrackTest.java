package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Histories in which all processes could lose track of an unfinished row, or a counter could be
 * folded past a write that is still under way.
 */
class LostTrackTest extends StoreStory {
  private static final String SESSIONS = "portolan_sessions";

  LostTrackTest() {
    super(5);
  }

  private static List<Tuple> linking(Store store) {
    return store.index("within", Tuple.of("target"), Paging.first(9)).entries();
  }

  private static boolean writes(List<Mutation> mutations, String table) {
    return mutations.stream().anyMatch(each -> each.table().equals(table));
  }

  private static boolean registers(List<Mutation> mutations) {
    return mutations.stream()
        .anyMatch(
            each -> each.table().equals(SESSIONS) && (Integer) each.key().values().get(1) > 0);
  }

  private static void die(HookedEngine client) {
    client.dyingBefore(any -> true);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_whileAClockAheadTakesItsSessionForDead_isCountedOnce(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine client = new HookedEngine(cluster.connect());
    AtomicBoolean once = new AtomicBoolean();
    try (Store writer = open(cluster.connect(), Duration.ZERO);
        Store ahead = open(client, Duration.ofHours(1))) {
      put(writer, "one", "target");
      client.beforeWrite =
          mutations -> {
            boolean horizon =
                writes(mutations, SESSIONS)
                    && mutations.get(0).key().values().get(0).equals(0L)
                    && once.compareAndSet(false, true);
            if (horizon) {
              put(writer, "two", "target");
            }
          };
      ahead.sweep();
      assertThat(once).isTrue();
      requirePages(writer, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void recount_whileAWriteOfItsOwnProcessIsBetweenCommitAndBatch_addsNothing(boolean rows) {
    HookedEngine client = new HookedEngine(cluster(rows).connect());
    AtomicBoolean once = new AtomicBoolean();
    try (Store store = open(client, Duration.ZERO)) {
      client.beforeWrite =
          mutations -> {
            if (writes(mutations, "counters") && once.compareAndSet(false, true)) {
              store.recount("pages");
            }
          };
      put(store, "one", "target");
      assertThat(once).isTrue();
      assertThat(store.counter("pages")).isEqualTo(1);
      requirePages(store, 1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_thatMovesOnToAnotherPage_isRegisteredThroughout(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine client = new HookedEngine(cluster.connect());
    Store dead = open(client, Duration.ZERO);
    client.beforeWrite =
        mutations -> {
          if (writes(mutations, "counters")) {
            throw new UnavailableException("no counters", null);
          }
        };
    put(dead, "hot", "target");
    dead.write(
        transaction -> {
          for (int page = 0; page < 3_500; page++) {
            transaction.get("page", Tuple.of("read " + page), Columns.ALL);
          }
          return null;
        });
    client.beforeWrite =
        mutations -> {
          if (writes(mutations, "counters") || registers(mutations)) {
            throw new UnavailableException("neither counters nor registrations", null);
          }
        };
    assertThatThrownBy(() -> put(dead, "hot", "target")).isInstanceOf(UnavailableException.class);
    client.beforeWrite =
        mutations -> {
          if (writes(mutations, "counters")) {
            throw new UnavailableException("no counters", null);
          }
        };
    dead.sweep();
    die(client);
    pass(Duration.ofMinutes(1));
    try (Store store = open(cluster.connect(), Duration.ZERO)) {
      store.sweep();
      pass(Duration.ofMinutes(10));
      store.sweep();
      assertThat(linking(store)).containsExactly(Tuple.of("hot"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bufferedWrite_ofWhichAPartWasRefused_isFinishedWhereItWasMade(boolean rows) {
    HookedEngine client = new HookedEngine(cluster(rows).connect());
    AtomicBoolean once = new AtomicBoolean();
    try (Store store = open(client, Duration.ZERO)) {
      client.beforeWrite =
          mutations -> {
            if (writes(mutations, "page")
                && mutations.get(0).key().equals(Tuple.of("two"))
                && once.compareAndSet(false, true)) {
              throw new UnavailableException("the row of the last is away", null);
            }
          };
      assertThatThrownBy(
              () ->
                  store.write(
                      Durability.BUFFERED,
                      transaction -> {
                        put(transaction, "one", "one", "target");
                        put(transaction, "two", "two", "target");
                        return null;
                      }))
          .isInstanceOf(UnavailableException.class);
      assertThat(store.get("page", Tuple.of("one"), Columns.ALL)).isPresent();
      store.sweep();
      assertThat(linking(store)).containsExactly(Tuple.of("one"));
      assertThat(store.counter("pages")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_afterOneWithAKeyThatCannotBe_isMade(boolean rows) {
    try (Store store = open(cluster(rows).connect(), Duration.ZERO)) {
      put(store, "before", "target");
      for (Tuple key :
          List.of(
              Tuple.of("x".repeat(1 << 22)),
              Tuple.of("\uD800"),
              Tuple.of(7),
              Tuple.of("more", "columns"))) {
        try {
          store.write(transaction -> transaction.get("page", key, Columns.ALL));
        } catch (RuntimeException e) {
          // Any refusal will do.
        }
      }
      put(store, "after", "target");
      assertThat(linking(store)).containsExactly(Tuple.of("after"), Tuple.of("before"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_thatCannotBeRead_keepsNoOtherOfItsSessionWaiting(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    HookedEngine client = new HookedEngine(cluster.connect());
    Store dead = open(client, Duration.ZERO);
    client.beforeWrite =
        mutations -> {
          if (writes(mutations, "counters")) {
            throw new UnavailableException("no counters", null);
          }
        };
    put(dead, "away", "target");
    put(dead, "here", "target");
    die(client);
    pass(Duration.ofMinutes(10));
    HookedEngine other = new HookedEngine(cluster.connect());
    try (Store store = open(other, Duration.ZERO)) {
      var reads = other.reads;
      other.reads =
          gets -> {
            if (gets.stream().anyMatch(get -> get.key().equals(Tuple.of("away")))) {
              throw new UnavailableException("the row is away", null);
            }
            return reads.apply(gets);
          };
      for (int sweep = 0; sweep < 3; sweep++) {
        try {
          store.sweep();
        } catch (UnavailableException e) {
          // The sweep may throw this or not.
        }
      }
      assertThat(linking(store)).containsExactly(Tuple.of("here"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void write_afterASweepByAClockDaysAhead_isMade(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    try (Store before = open(cluster.connect(), Duration.ZERO)) {
      put(before, "one", "target");
    }
    try (Store ahead = open(cluster.connect(), Duration.ofDays(3))) {
      ahead.sweep();
    } catch (CapabilityException e) {
      // The engine's clock is right, so it may refuse the sweep.
    }
    try (Store after = open(cluster.connect(), Duration.ZERO)) {
      put(after, "two", "target");
      requirePages(after, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allRows_ofProcessesWhoseClocksAreADayApart_areLookedAtOnceADay(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    AtomicInteger scans = new AtomicInteger();
    HookedEngine one = new HookedEngine(cluster.connect());
    HookedEngine two = new HookedEngine(cluster.connect());
    one.beforeScan = scan -> scans.addAndGet(scan.table().equals("page") ? 1 : 0);
    two.beforeScan = one.beforeScan;
    try (Store behind = open(one, Duration.ZERO);
        Store ahead = open(two, Duration.ofHours(25))) {
      for (int sweep = 0; sweep < 20; sweep++) {
        behind.sweep();
        ahead.sweep();
        pass(Duration.ofSeconds(15));
      }
      assertThat(scans).hasValueLessThanOrEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rename_halfClearedAndFoundAfterADay_leavesARowThatCanBeWritten(boolean rows) {
    MemoryCluster cluster = cluster(rows);
    Engine below = cluster.connect();
    HookedEngine client = new HookedEngine(below);
    Store dead = open(client, Duration.ZERO);
    put(dead, "a", "target");
    dead.sweep();
    AtomicBoolean renamed = new AtomicBoolean();
    client.beforeWrite =
        mutations -> {
          boolean clears =
              renamed.get()
                  && mutations.size() == 2
                  && mutations.stream().allMatch(each -> each.table().equals("page"));
          if (clears) {
            mutations.stream()
                .filter(each -> each.key().equals(Tuple.of("a")))
                .forEach(each -> below.mutate(each, Durability.SYNCED));
            die(client);
            client.beforeWrite.accept(mutations);
          }
        };
    dead.write(
        transaction -> {
          transaction.delete("page", Tuple.of("a"));
          put(transaction, "b", "b", "target");
          return null;
        });
    renamed.set(true);
    assertThatThrownBy(dead::sweep).isInstanceOf(HookedEngine.Death.class);
    // The registration was lost together with the process.
    Engine engine = cluster.connect();
    Sessions sessions = new Sessions(engine, engine.tables());
    sessions.all().forEach(sessions::remove);
    pass(Duration.ofHours(30));
    try (Store store = open(cluster.connect(), Duration.ZERO)) {
      store
          .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
          .run(finding -> {}, looked -> {});
      put(store, "b", "target");
      assertThat(linking(store)).containsExactly(Tuple.of("b"));
    }
  }
}

package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreRuntime;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Processes whose clocks are more than a day apart, and rows written by the process that is ahead.
 */
@Tag("long")
class AheadClockTest {
  private final Instant start = Instant.now().minus(Duration.ofDays(20));

  private final long startedNanos = System.nanoTime();
  private final MemoryCluster cluster = MemoryCluster.ofRows("ahead", 1);

  /** Opens the store in a process whose clock is ahead of the others' clocks. */
  private Store open(Duration ahead) {
    InstantSource clock =
        () -> start.plus(Duration.ofNanos(System.nanoTime() - startedNanos)).plus(ahead);
    return RowStores.open(
        cluster::connect,
        RowStores.everyLayout(),
        RowStores.OPTIONS.in(StoreRuntime.system().withWallClock(clock)));
  }

  private static Void put(Store store, String title) {
    return store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("links", Set.of("Latvia")));
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {49, -49})
  void write_besideAProcessOfAnotherDay_isRefused(int hours) {
    try (Store first = open(Duration.ZERO);
        Store second = open(Duration.ofHours(hours))) {
      put(first, "Riga");
      assertThatThrownBy(() -> put(second, "Tallinn"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining(
              "the clock of this process is 2 days "
                  + (hours > 0 ? "1 h 0 min ahead of" : "0 h 59"))
          .hasMessageContaining("pid " + ProcessHandle.current().pid())
          .hasMessageEndingWith(
              "this attempt changed nothing. Correct the wrong clock, then try again");
      assertThat(second.get("page", Tuple.of("Riga"), Columns.ALL)).isPresent();
      put(first, "Tallinn");
      assertThat(first.counter("pages")).isEqualTo(2);
    }
  }

  /** Returns a client of servers whose clocks are right. */
  private HookedEngine toldTheTime() {
    HookedEngine client = new HookedEngine(cluster.connect());
    client.serverClock =
        () -> start.plus(Duration.ofNanos(System.nanoTime() - startedNanos)).toEpochMilli();
    return client;
  }

  private Store openToldTheTime(AtomicReference<Duration> ahead) {
    InstantSource clock =
        () -> start.plus(Duration.ofNanos(System.nanoTime() - startedNanos)).plus(ahead.get());
    return RowStores.open(
        this::toldTheTime,
        RowStores.everyLayout(),
        RowStores.OPTIONS.in(StoreRuntime.system().withWallClock(clock)));
  }

  @ParameterizedTest
  @ValueSource(ints = {49, -49})
  void write_ofAnotherDayThanTheServers_isRefusedThoughAlone(int hours) {
    var ahead = new AtomicReference<>(Duration.ofHours(hours));
    try (Store alone = openToldTheTime(ahead)) {
      assertThatThrownBy(() -> put(alone, "Riga"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageMatching(
              "(?s).* is 2 days [01] h [0-9]+ min (ahead of|behind) that of the servers.*")
          .hasMessageContaining(hours > 0 ? "ahead of that" : "behind that")
          .hasMessageEndingWith(
              "this attempt changed nothing. Correct the wrong clock, then try again");
      ahead.set(Duration.ofHours(23));
      put(alone, "Riga");
      assertThat(alone.counter("pages")).isEqualTo(1);
    }
  }

  /** A clock may be put ahead after its process has joined. */
  @Test
  void fold_byAClockPutDaysAhead_stopsNobodyElse() {
    var ahead = new AtomicReference<>(Duration.ZERO);
    var right = new AtomicReference<>(Duration.ZERO);
    try (Store wrong = openToldTheTime(ahead)) {
      put(wrong, "Riga");
      wrong.sweep();
      ahead.set(Duration.ofDays(5));
      put(wrong, "Tallinn");
      wrong.sweep();
      wrong.sweep();
      assertThat(wrong.counter("pages")).isEqualTo(2);
    }
    try (Store store = openToldTheTime(right)) {
      put(store, "Vilnius");
      store.sweep();
      assertThat(store.counter("pages")).isEqualTo(3);
      assertThat(store.get("page", Tuple.of("Vilnius"), Columns.ALL)).isPresent();
    }
    try (Engine engine = cluster.connect()) {
      long version =
          engine
              .get(Get.of("portolan_sessions", Tuple.of(0L, 0), FamilyRead.all("session")))
              .family("session")
              .map(values -> (Long) values.get(1))
              .orElseThrow();
      assertThat(Instant.ofEpochMilli(version)).isBefore(start.plus(Duration.ofHours(2)));
    }
  }

  @Test
  void write_besideAProcessOfTheSameDay_isMade() {
    try (Store first = open(Duration.ZERO);
        Store second = open(Duration.ofHours(23))) {
      put(first, "Riga");
      put(second, "Tallinn");
      put(first, "Tallinn");
      assertThat(first.counter("pages")).isEqualTo(2);
    }
  }

  @Test
  void write_afterADeadProcessOfAnotherDay_isMade() {
    HookedEngine client = new HookedEngine(cluster.connect());
    Store dead =
        RowStores.open(
            () -> client,
            RowStores.everyLayout(),
            RowStores.OPTIONS.in(
                StoreRuntime.system().withWallClock(() -> start.minus(Duration.ofDays(3)))));
    put(dead, "Riga");
    client.kill();
    try (Store store = open(Duration.ZERO)) {
      put(store, "Tallinn");
      assertThat(store.counter("pages")).isEqualTo(2);
    }
  }

  /** With one process alone, no other clock shows that its clock is wrong. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void check_rowWrittenByAClockAhead_isNamedAndLeftAsItIs(boolean repair) {
    // The engine compares with this machine's clock: the row is ahead of the process that checks.
    try (Store ahead = open(Duration.ofDays(5))) {
      put(ahead, "Riga");
    }
    try (Engine engine = cluster.connect()) {
      engine.mutate(
          Mutation.of(
                  "page", Tuple.of("Latvia"), new Change.DeleteItem("backlinks", Tuple.of("Riga")))
              .at(start.plus(Duration.ofDays(6)).toEpochMilli()),
          Durability.SYNCED);
    }
    try (Store store = open(Duration.ZERO)) {
      List<StoreCheck.Finding> findings = new ArrayList<>();
      StoreCheck.Result result =
          store
              .check(new StoreCheck.Options(repair, false, Duration.ZERO, 10))
              .run(findings::add, looked -> {});
      assertThat(findings.get(0).kind()).isEqualTo(StoreCheck.Kind.UNFINISHED);
      assertThat(findings.get(0).detail())
          .startsWith("(Riga): its version is ")
          .contains(" ahead of the clock of this process; no write of it is accepted");
      assertThat(result.isClean()).isFalse();
      assertThat(store.get("page", Tuple.of("Riga"), Columns.ALL)).isPresent();
      assertThat(store.index("cells_single", Tuple.of("Latvia"), Paging.first(9)).entries())
          .containsExactly(Tuple.of("Riga"));
    } catch (CapabilityException e) {
      throw new AssertionError("the check was given up", e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void check_resumed_countsTheRowsThatAreUnfinishedNow(boolean writableAgain) {
    try (Store ahead = open(Duration.ofDays(5))) {
      put(ahead, "Riga");
    }
    try (Store store = open(Duration.ZERO)) {
      AtomicInteger calls = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  store
                      .check(new StoreCheck.Options(false, false, Duration.ZERO, 10))
                      .run(
                          finding -> {},
                          looked -> {
                            if (calls.incrementAndGet() == 3) {
                              throw new IllegalStateException("interrupted");
                            }
                          }))
          .hasMessage("interrupted");
    }
    try (Store store = open(writableAgain ? Duration.ofDays(5) : Duration.ZERO)) {
      StoreCheck.Result result =
          store
              .check(new StoreCheck.Options(false, true, Duration.ZERO, 10))
              .run(finding -> {}, looked -> {});
      assertThat(result.undecided()).isEqualTo(writableAgain ? 0 : 1);
    }
  }
}

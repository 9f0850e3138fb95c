package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.MovableRuntime;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.TestDesigns;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Servers that do not tell their time within a second, as HBase while its master is down. */
class UntoldTimeTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  private final MemoryCluster cluster = MemoryCluster.ofRows("untold", 1);
  private final AtomicReference<Instant> server =
      new AtomicReference<>(Instant.now().minus(Duration.ofDays(8)));
  private final MovableRuntime time = new MovableRuntime(server::get);

  private void pass(Duration passed) {
    server.updateAndGet(before -> before.plus(passed));
    time.pass(passed);
  }

  private static long noAnswer() {
    throw new UnavailableException("no server tells its time");
  }

  private HookedEngine told() {
    HookedEngine engine = new HookedEngine(cluster.connect());
    engine.serverClock = () -> server.get().toEpochMilli();
    return engine;
  }

  private Store open(Engine engine, AtomicReference<Duration> ahead) {
    return open(engine, TestDesigns.oneIndex("cells single"), ahead);
  }

  private Store open(Engine engine, Design design, AtomicReference<Duration> ahead) {
    return RowStores.open(
        () -> engine, design, RowStores.OPTIONS.in(time).at(() -> server.get().plus(ahead.get())));
  }

  private static Void put(Store store, String title) {
    return store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("text", "x", "links", Set.of("Latvia")));
          return null;
        });
  }

  /** A check by a process that was never compared, since it does not write. */
  @Test
  void write_afterACheckByAClockAheadWhileNobodyTellsTheTime_isKept() {
    try (Store right = open(told(), new AtomicReference<>(Duration.ZERO))) {
      put(right, "Riga");
      right.write(transaction -> transaction.delete("page", RIGA));
      while (right.sweep().pending() + right.sweep().finished() > 0) {
        Thread.onSpinWait();
      }
    }
    pass(Duration.ofSeconds(30));
    // The master does not answer for a second: the engine tells no time.
    HookedEngine untold = new HookedEngine(cluster.connect());
    untold.serverClock = UntoldTimeTest::noAnswer;
    try (Store checking = open(untold, new AtomicReference<>(Duration.ofDays(3)))) {
      checking.check(StoreCheck.Options.REPORT).run(finding -> {}, looked -> {});
    }
    try (Store slow = open(told(), new AtomicReference<>(Duration.ofMinutes(-1)))) {
      put(slow, "Riga");
      assertThat(slow.get("page", RIGA, Columns.ALL)).isPresent();
      assertThat(slow.index("backlinks", Tuple.of("Latvia"), Paging.first(9)).entries())
          .containsExactly(RIGA);
    }
  }

  /**
   * As {@code AheadClockTest#fold_byAClockPutDaysAhead_stopsNobodyElse}, but the servers do not
   * answer when asked for their time.
   */
  @Test
  void fold_byAClockPutDaysAheadWhileNobodyTellsTheTime_stopsNobodyElse() {
    var ahead = new AtomicReference<>(Duration.ZERO);
    HookedEngine engine = told();
    try (Store wrong = open(engine, RowStores.everyLayout(), ahead)) {
      put(wrong, "Riga");
      wrong.sweep();
      ahead.set(Duration.ofDays(5));
      engine.serverClock = UntoldTimeTest::noAnswer;
      put(wrong, "Tallinn");
      wrong.sweep();
      wrong.sweep();
    }
    try (Engine direct = cluster.connect()) {
      long horizon =
          direct
              .get(Get.of("portolan_sessions", Tuple.of(0L, 0), FamilyRead.all("session")))
              .family("session")
              .map(values -> (Long) values.get(1))
              .orElseThrow();
      assertThat(Instant.ofEpochMilli(horizon))
          .as("each sweep may raise it by less than an hour")
          .isBefore(server.get().plus(Duration.ofHours(3)));
    }
  }
}

package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.MovableRuntime;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Processes whose clocks differ by hours write a row that was deleted. */
class ClocksApartTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  private final MemoryCluster cluster = MemoryCluster.ofRows("apart", 1);
  private final AtomicReference<Instant> server =
      new AtomicReference<>(Instant.now().minus(Duration.ofDays(4)));
  private final MovableRuntime time = new MovableRuntime(server::get);

  private static Design indexed() {
    return DesignReader.read(
        """
        format: 1
        design: indexed
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
            collections:
              notes: {key: {n: int}, storage: cells, columns: {text: text}}
            indexes:
              linked: {on: [links], layout: cells single}
        """,
        "indexed");
  }

  private Store process(Duration ahead, boolean serversTellTheTime) {
    HookedEngine engine = new HookedEngine(cluster.connect());
    if (serversTellTheTime) {
      engine.serverClock = () -> server.get().toEpochMilli();
    }
    StoreOptions options =
        RowStores.OPTIONS
            .sweeping(Duration.ZERO, Duration.ZERO)
            .in(time)
            .at(() -> server.get().plus(ahead));
    return RowStores.open(() -> engine, indexed(), options);
  }

  private void pass(Duration passed) {
    server.updateAndGet(before -> before.plus(passed));
    time.pass(passed);
  }

  private static Void putRiga(StoreTransaction transaction) {
    transaction.put("page", RIGA, Map.of("text", "x", "links", Set.of("Latvia")));
    transaction.putItem("page", RIGA, "notes", Tuple.of(1), Map.of("text", "x"));
    return null;
  }

  private static void deleteRiga(Store store) {
    store.write(ClocksApartTest::putRiga);
    store.write(transaction -> transaction.delete("page", RIGA));
    while (store.sweep().pending() + store.sweep().finished() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void requireRiga(Store store) {
    assertThat(store.index("linked", Tuple.of("Latvia"), Paging.first(9)).entries())
        .containsExactly(RIGA);
    assertThat(store.items("page", RIGA, "notes", Paging.first(9)).entries()).hasSize(1);
  }

  /** Every clock is less than a day from the servers', so no process is refused. */
  @ParameterizedTest
  @CsvSource({"-3, 20, 5", "-20, 20, 5", "-23, 23, 20", "-23, 23, 30"})
  void write_afterTheDailyPassOfAClockAhead_isKept(long behind, long ahead, long hours) {
    try (Store right = process(Duration.ZERO, true);
        Store slow = process(Duration.ofHours(behind), true);
        Store fast = process(Duration.ofHours(ahead), true)) {
      deleteRiga(right);
      pass(Duration.ofHours(hours));
      fast.sweep();
      slow.write(ClocksApartTest::putRiga);
      requireRiga(slow);
    }
  }

  /** A process that only checks is not refused, whatever its clock. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void write_afterACheckByAClockDaysAhead_isKept(boolean serversTellTheTime) {
    try (Store right = process(Duration.ZERO, serversTellTheTime);
        Store slow = process(Duration.ofMinutes(-1), serversTellTheTime);
        Store fast = process(Duration.ofDays(3), serversTellTheTime)) {
      deleteRiga(right);
      pass(Duration.ofSeconds(30));
      fast.check(StoreCheck.Options.REPORT).run(finding -> {}, looked -> {});
      slow.write(ClocksApartTest::putRiga);
      requireRiga(slow);
    }
  }

  @Test
  void sweep_clocksApart_removesTheStateOfADeletedRowInTheEnd() {
    try (Store right = process(Duration.ZERO, true);
        Store fast = process(Duration.ofHours(20), true)) {
      deleteRiga(right);
      pass(Duration.ofHours(47));
      assertThat(fast.sweep().removed()).isZero();
      pass(Duration.ofHours(25));
      // It lives, so its row is not changed once more to end its session.
      right.sweep();
      assertThat(fast.sweep().removed()).isEqualTo(1);
    }
  }
}

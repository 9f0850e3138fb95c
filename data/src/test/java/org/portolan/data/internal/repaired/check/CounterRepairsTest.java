package org.portolan.data.internal.repaired.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.check.Recount;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.recovery.CounterFold;
import org.portolan.data.internal.repaired.recovery.SessionRecovery;
import org.portolan.data.internal.repaired.recovery.Sweeper;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.ConflictException;
import org.portolan.engine.RowKey;

class CounterRepairsTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");

  private final Parts parts = new Parts();
  private final Cleaner cleaner = parts.cleaner();
  private final CounterFold fold = new CounterFold(parts.store, parts.sessions);
  private final Sweeper sweeper =
      new Sweeper(
          parts.store,
          parts.sessions,
          parts.membership,
          new SessionRecovery(parts.store, parts.sessions, parts.finisher, parts.intents),
          parts.finisher,
          cleaner,
          fold,
          StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO));
  private final CounterRepairs repairs =
      new CounterRepairs(parts.store, sweeper, fold, parts.membership);
  private final List<Long> looked = new ArrayList<>();

  @AfterEach
  void close() {
    parts.engine.beforeScan = scan -> {};
    sweeper.close();
    cleaner.close();
  }

  private void putPage(RowKey row, long write) {
    parts.put(row, parts.state(NOW, write));
    parts.put(Parts.content(row, "text", NOW));
  }

  private Counted look(boolean repair) {
    return repairs.look(parts.pages(), repair ? Correction.ALL : Correction.NONE, looked::add);
  }

  private long value() {
    return CounterReceipts.value(
        new org.portolan.data.internal.access.Access(parts.engine, null), parts.pages());
  }

  /**
   * Does something before the n-th scan of all pages, whether it counts them or reads their states.
   */
  private void beforeScans(IntConsumer work) {
    AtomicInteger scans = new AtomicInteger();
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            work.accept(scans.incrementAndGet());
          }
        };
  }

  @Test
  void look_rightCounter_countsOnce() {
    putPage(A, 1);
    parts.putBase(parts.pages(), 1, NOW);

    assertThat(look(true)).isEqualTo(new Counted(1, 1, false));
    assertThat(looked).containsExactly(1L);
  }

  @Test
  void look_wrongCounter_isNotChangedUnlessAskedFor() {
    putPage(A, 1);
    parts.putBase(parts.pages(), 5, NOW);

    assertThat(look(false)).isEqualTo(new Counted(5, 1, false));
    assertThat(value()).isEqualTo(5);
  }

  @Test
  void look_wrongCounter_isCorrected() {
    putPage(A, 1);
    putPage(B, 2);
    parts.putBase(parts.pages(), 5, NOW);

    assertThat(look(true)).isEqualTo(new Counted(5, 2, true));
    assertThat(value()).isEqualTo(2);
    assertThat(look(true)).isEqualTo(new Counted(2, 2, false));
  }

  @Test
  void look_counterThatWasOnlyBehind_isNotCorrected() {
    putPage(A, 1);
    parts.put(A, parts.state(NOW, 1, Parts.receipt(parts.pages(), NOW, 1, 1)));
    parts.membership.begin().require(List.of(A));

    assertThat(look(true)).isEqualTo(new Counted(1, 1, false));
    assertThat(value()).isEqualTo(1);
  }

  /** Two writes whose numbers have the same sum as those before. */
  @Test
  void look_rowsWrittenMeanwhile_isTriedAgainAtAnotherMoment() {
    putPage(A, 5);
    putPage(B, 7);
    parts.putBase(parts.pages(), 9, NOW);
    // The order of the scans in each attempt: last writes, count, last writes.
    beforeScans(
        scan -> {
          if (scan == 3) {
            parts.put(A, parts.state(NOW + 1, 6));
            parts.put(B, parts.state(NOW + 1, 6));
          }
        });

    assertThat(look(true)).isEqualTo(new Counted(9, 2, true));
    assertThat(looked).as("one count in each of two attempts").containsExactly(2L, 2L);
  }

  /** Two rows that only exchange the numbers of their writes. */
  @Test
  void look_rowsThatExchangeTheirNumbers_isTriedAgain() {
    putPage(A, 5);
    putPage(B, 7);
    parts.putBase(parts.pages(), 9, NOW);
    // A look that corrects nothing begins with one count.
    beforeScans(
        scan -> {
          if (scan == 4) {
            parts.put(A, parts.state(NOW + 1, 7));
            parts.put(B, parts.state(NOW + 1, 5));
          }
        });

    look(false);
    assertThat(looked).hasSize(3);
  }

  @Test
  void look_rowsWrittenAllTheTime_knowsNothing() {
    putPage(A, 1);
    parts.putBase(parts.pages(), 9, NOW);
    beforeScans(scan -> parts.put(A, parts.state(NOW + scan, 100 + scan)));

    assertThatThrownBy(() -> look(true)).isInstanceOf(ConflictException.class);
    assertThat(looked).as("one count in each of four attempts").hasSize(4);
    assertThat(value()).isEqualTo(9);
  }

  @Test
  void look_rightCounterWhileRowsAreWrittenAllTheTime_needsNoQuietMoment() {
    putPage(A, 1);
    parts.putBase(parts.pages(), 1, NOW);
    beforeScans(scan -> parts.put(A, parts.state(NOW + scan, 100 + scan)));

    assertThat(look(false)).isEqualTo(new Counted(1, 1, false));
    assertThat(looked).hasSize(1);
  }

  @Test
  void look_interruptedWhileItWaitsForWriters_saysSoAndChangesNothing() {
    putPage(A, 1);
    parts.putBase(parts.pages(), 9, NOW);
    beforeScans(scan -> parts.put(A, parts.state(NOW + scan, 100 + scan)));
    parts.runtime.interruptNextSleep();

    assertThatThrownBy(() -> look(true)).hasMessageContaining("it changed nothing");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(value()).isEqualTo(9);
  }

  @Test
  void look_rowThatADeadWriterHasLocked_waitsForTheEndOfItsLock() {
    lockB();

    assertThat(look(true)).isEqualTo(new Counted(9, 1, true));
  }

  @Test
  void look_rowThatCannotBeFinished_knowsNothing() {
    lockB();
    parts.engine.swallowed = mutations -> mutations.get(0).rowKey().equals(B);

    assertThatThrownBy(() -> look(true)).isInstanceOf(ConflictException.class);
    assertThat(value()).isEqualTo(9);
  }

  private void lockB() {
    putPage(A, 1);
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), 5);
    parts.put(
        B,
        parts
            .state(NOW, 5)
            .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent))));
    parts.membership.begin().require(List.of(B));
    parts.putBase(parts.pages(), 9, NOW);
  }

  /** The addition of the other repair must not be made twice. */
  @Test
  void look_counterCorrectedByAnotherMeanwhile_isNotCorrectedTwice() {
    putPage(A, 1);
    parts.putBase(parts.pages(), 9, NOW);
    beforeScans(
        scan -> {
          if (scan == 3) {
            assertThat(fold.correct(parts.pages(), parts.base(parts.pages()), -8)).isTrue();
          }
        });

    assertThat(look(true)).isEqualTo(new Counted(1, 1, false));
    assertThat(value()).isEqualTo(1);
  }

  @Test
  void look_moreRowsThanAPage_areAllLookedAt() {
    for (int row = 0; row < 1_001; row++) {
      putPage(page("R" + row), row + 1);
    }
    parts.putBase(parts.pages(), 9, NOW);
    AtomicInteger scans = new AtomicInteger();
    RowKey last = page("R999");
    AtomicInteger writes = new AtomicInteger();
    parts.engine.beforeScan =
        scan -> {
          // The last row is written after the first look at the last writes.
          boolean counts = scan.table().equals("page") && scan.families().get(0) != WriteState.READ;
          if (counts && scans.incrementAndGet() > 0 && writes.incrementAndGet() == 1) {
            parts.put(last, parts.state(NOW + 1, 5_000));
          }
        };

    assertThat(look(true)).isEqualTo(new Counted(9, 1_001, true));
    assertThat(scans).as("two pages, twice").hasValue(4);
  }

  /** The first numbers of SplitMix64 from seed 0, see Steele, Lea and Flood 2014. */
  @Test
  void mixed_isTheFinalizerOfSplitMix64() {
    long gamma = 0x9e3779b97f4a7c15L;

    assertThat(Recount.mixed(gamma)).isEqualTo(0xe220a8397b1dcdafL);
    assertThat(Recount.mixed(2 * gamma)).isEqualTo(0x6e789e6aa1b965f4L);
  }
}

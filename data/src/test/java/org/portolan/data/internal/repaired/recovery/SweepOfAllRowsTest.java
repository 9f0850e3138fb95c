package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.data.internal.session.Turns;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/** Sweeps that look at all rows. */
class SweepOfAllRowsTest extends SweeperStory {
  private AtomicInteger countScansOfPages() {
    AtomicInteger scans = new AtomicInteger();
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            scans.incrementAndGet();
          }
        };
    return scans;
  }

  @Test
  void sweep_onceADay_looksAtAllRows() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1, follows));
    AtomicInteger scans = countScansOfPages();
    sweeper.sweep();
    parts.runtime.pass(DAY.minus(MILLI));
    sweeper.sweep();
    assertThat(scans).hasValue(0);
    parts.runtime.pass(MILLI);

    assertThat(sweeper.sweep()).isEqualTo(swept(1, 1, 0));

    assertThat(scans).hasValue(1);
    parts.runtime.pass(DAY);
    sweeper.sweep();
    assertThat(scans).as("no more than a day since its own turn").hasValue(1);
    parts.runtime.pass(MILLI);
    sweeper.sweep();
    assertThat(scans).hasValue(2);
  }

  @Test
  void sweep_passThatFails_isMadeAgainAfterAnHour() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1, follows));
    sweeper.sweep();
    parts.runtime.pass(DAY);
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            throw new UnavailableException("a moment");
          }
        };
    assertThatThrownBy(sweeper::sweep).isInstanceOf(UnavailableException.class);
    AtomicInteger scans = countScansOfPages();
    sweeper.sweep();
    assertThat(scans).hasValue(0);
    parts.runtime.pass(Duration.ofHours(1).plus(MILLI));

    assertThat(sweeper.sweep()).isEqualTo(swept(1, 1, 0));
  }

  @Test
  void sweep_passOfHours_isNotTakenByAnother() {
    Sweeper sweeper = sweeper(Duration.ofHours(3), Duration.ZERO);
    for (int row = 0; row < 1_001; row++) {
      parts.put(page("R" + row), parts.state(NOW, 1));
    }
    sweeper.sweep();
    parts.runtime.pass(DAY);
    Turns others = new Turns(parts.sessions, parts.runtime, DAY);
    AtomicInteger scans = new AtomicInteger();
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            scans.incrementAndGet();
            parts.runtime.pass(Duration.ofMinutes(40));
            assertThat(others.take()).isFalse();
          }
        };

    assertThat(sweeper.sweep().rows()).isEqualTo(1_001);

    assertThat(scans).hasValue(3);
  }

  @Test
  void sweep_passOfASweeperThatIsClosed_isMadeAgainByAnother() {
    Sweeper closing = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1, follows));
    closing.sweep();
    parts.runtime.pass(DAY);
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            closing.close();
          }
        };
    closing.sweep();
    AtomicInteger scans = countScansOfPages();
    parts.runtime.pass(Duration.ofHours(1));

    sweeper(Duration.ZERO).sweep();

    assertThat(scans).hasValue(1);
  }

  @Test
  void sweepAll_nothingLeft_isSettled() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1));

    assertThat(sweeper.sweepAll()).isEqualTo(new Sweeper.AllRows(List.of(), Map.of(), true, false));
  }

  @Test
  void sweepAll_whatNoSessionLists_isFinishedAndThenSettled() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1, follows));

    assertThat(sweeper.sweepAll().settled()).isFalse();
    assertThat(parts.text(F)).contains("follows");
    assertThat(sweeper.sweepAll().settled()).isTrue();
  }

  @Test
  void sweepAll_moreRowsThanAPage_looksAtAll() {
    Sweeper sweeper = sweeper(GRACE);
    for (int row = 0; row < 501; row++) {
      parts.put(page("R" + row), parts.state(NOW, 1, follows));
    }

    sweeper.sweepAll();

    for (int row = 0; row < 501; row++) {
      assertThat(parts.store.state(page("R" + row)).isSettled()).isTrue();
    }
  }

  @Test
  void sweepAll_rowsThatFailAndRowsThatWait_areToldApart() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1, follows));
    parts.failWritesOf(F);

    Sweeper.AllRows found = sweeper.sweepAll();
    assertThat(found.failed()).containsExactly(A);
    assertThat(found.settled()).isFalse();
    assertThat(found.pending()).as("what failed is not waited for").isFalse();
    parts.put(B, parts.locked(5));
    assertThat(sweeper.sweepAll().pending()).isTrue();
    parts.engine.beforeWrite = mutations -> {};
    parts.put(B, parts.locked(6));
    assertThat(sweeper.sweepAll().settled()).as("one was finished, one waits").isFalse();
  }

  @Test
  void sweepAll_rowsThatNobodyCanWrite_areNamed() {
    Sweeper sweeper = sweeper(GRACE);
    parts.runtime.moveWall(Duration.ofMillis(-Mutation.VERSION_LEAD_MAX));
    parts.put(A, parts.state(NOW, 1));
    parts.put(B, parts.state(NOW - 1, 1));

    assertThat(sweeper.sweepAll().ahead())
        .containsOnlyKeys(A)
        .containsValue(Duration.ofMillis(Mutation.VERSION_LEAD_MAX));
  }

  @Test
  void sweepAll_remainsOfADeletedRow_areRemovedAfterTwoDays() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1));
    parts.put(B, parts.state(NOW, 2));
    parts.put(Parts.content(B, "stands", NOW));
    parts.runtime.pass(WriteState.KEEP_DELETED.minus(MILLI));
    sweeper.sweepAll();
    assertThat(parts.store.state(A).exists()).isTrue();
    parts.runtime.pass(MILLI);

    sweeper.sweepAll();

    assertThat(parts.store.state(A).exists()).isFalse();
    assertThat(parts.store.state(B).exists()).isTrue();
  }

  @Test
  void sweep_remainsOfDeletedRows_areCounted() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1));
    sweeper.sweep();
    parts.runtime.pass(DAY.multipliedBy(2));

    assertThat(sweeper.sweep().removed()).isEqualTo(1);
  }

  @Test
  void sweep_allRowsForLong_goesOnWithTheSessionsMeanwhile() {
    parts.runtime.withhold("portolan-sweeper");
    Duration interval = Duration.ofMinutes(1);
    Sweeper sweeper = sweeper(interval, Duration.ZERO);
    for (int row = 0; row < 1_001; row++) {
      parts.put(page("R" + row), parts.state(NOW, 1));
    }
    for (int row = 0; row < 501; row++) {
      parts.put(new RowKey("note", Tuple.of("N" + row)), parts.state(NOW, 1));
    }
    sweeper.sweep();
    parts.runtime.pass(WriteState.KEEP_DELETED);
    AtomicInteger pages = new AtomicInteger();
    List<Integer> sessionsLookedAtAfterPage = new ArrayList<>();
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            pages.incrementAndGet();
            parts.runtime.passMonotonic(pages.get() == 1 ? interval : MILLI);
          } else if (scan.table().equals("portolan_sessions")) {
            sessionsLookedAtAfterPage.add(pages.get());
          }
        };

    sweeper.sweep();

    assertThat(pages).hasValue(3);
    assertThat(sessionsLookedAtAfterPage).contains(0, 2).doesNotContain(1);
    assertThat(parts.store.state(new RowKey("note", Tuple.of("N9"))).exists())
        .as("the pass goes on to the next entity, and removes remains")
        .isFalse();
  }

  @Test
  void sweepAll_thenAnotherThread_isNotHeldUp() throws InterruptedException {
    Sweeper sweeper = sweeper(GRACE);
    sweeper.sweep();
    sweeper.finishOpenRows();
    sweeper.sweepAll();
    for (Runnable pass :
        List.<Runnable>of(sweeper::sweep, sweeper::finishOpenRows, sweeper::sweepAll)) {
      Thread thread = new Thread(pass);
      thread.setDaemon(true);
      thread.start();
      thread.join(30_000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void sweepAll_deadSession_isEnded() {
    Sweeper sweeper = sweeper(GRACE);
    othersWrite(A);
    sweeper.sweepAll();
    parts.runtime.pass(SessionWatch.DEAD_AFTER);

    sweeper.sweepAll();

    assertThat(parts.sessions.all()).isEmpty();
  }

  @Test
  void sweepAll_closed_readsNoRow() {
    Sweeper sweeper = sweeper(GRACE);
    sweeper.close();
    AtomicInteger scans = countScansOfPages();

    sweeper.sweepAll();

    assertThat(scans).hasValue(0);
  }
}

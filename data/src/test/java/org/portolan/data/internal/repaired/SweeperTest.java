package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.StoreOptions;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

class SweeperTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final RowKey F = page("F");
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration DAY = Duration.ofDays(1);

  private final Parts parts = new Parts();
  private final FollowUp follows = Parts.content(F, "follows", NOW);

  /** Another process at the same store. */
  private final Membership other = new Membership(parts.sessions, parts.runtime);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private Cleaner cleaner;

  private Sweeper sweeper(Duration interval, Duration grace) {
    parts.runtime.withhold("portolan-outbox-cleaner");
    cleaner = new Cleaner(parts.store, parts.finisher, parts.unfinished, parts.membership);
    Sweeper sweeper =
        new Sweeper(
            parts.store,
            parts.sessions,
            parts.membership,
            new SessionRecovery(parts.store, parts.sessions, parts.finisher, parts.intents),
            parts.finisher,
            cleaner,
            new CounterFold(parts.store, parts.sessions),
            StoreOptions.DEFAULT.sweeping(interval, grace));
    opened.add(sweeper);
    opened.add(cleaner);
    return sweeper;
  }

  private Sweeper sweeper(Duration grace) {
    return sweeper(Duration.ZERO, grace);
  }

  @AfterEach
  void close() throws Exception {
    parts.engine.beforeWrite = mutations -> {};
    for (AutoCloseable each : opened) {
      each.close();
    }
    other.leave();
    parts.close();
  }

  /** Another process writes rows, and has not done with them. */
  private void othersWrite(RowKey... rows) {
    other.begin().require(List.of(rows));
  }

  private static SweepResult swept(long rows, long finished, long pending) {
    return new SweepResult(rows, finished, pending, 0, 0);
  }

  private WriteState locked(long write) {
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), write);
    return parts
        .state(NOW, write)
        .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent)));
  }

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
  void sweep_rowsOfASilentSession_areFinishedAfterTheGrace() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A, B);

    assertThat(sweeper.sweep()).isEqualTo(swept(0, 0, 0));
    parts.runtime.pass(GRACE.minus(MILLI));
    assertThat(sweeper.sweep()).isEqualTo(swept(0, 0, 0));
    parts.runtime.pass(MILLI);
    assertThat(sweeper.sweep()).isEqualTo(swept(2, 1, 0));

    assertThat(parts.text(F)).contains("follows");
    assertThat(parts.store.state(A).isSettled()).isTrue();
    assertThat(parts.sessions.all()).as("it may be alive").hasSize(1);
    assertThat(sweeper.sweep()).isEqualTo(swept(2, 0, 0));
  }

  @Test
  void sweep_deadSession_isEnded() {
    Sweeper sweeper = sweeper(Duration.ofMinutes(5));
    WriteState written = parts.put(B, parts.state(NOW, 3));
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A, B);
    sweeper.sweep();
    parts.runtime.pass(SessionWatch.DEAD_AFTER);

    assertThat(sweeper.sweep()).isEqualTo(swept(2, 1, 0));

    assertThat(parts.sessions.all()).isEmpty();
    assertThat(parts.store.state(B).isAt(written)).isFalse();
  }

  @Test
  void sweep_deadSessionThatCannotBeEnded_isPending() {
    Sweeper sweeper = sweeper(Duration.ofMinutes(5));
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A);
    sweeper.sweep();
    parts.runtime.pass(SessionWatch.DEAD_AFTER);
    failWritesOf(F);

    assertThat(sweeper.sweep()).isEqualTo(swept(1, 0, 1));

    assertThat(parts.sessions.all()).extracting(SessionRecord::fenced).containsExactly(true);
  }

  private void failWritesOf(RowKey row) {
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.stream().anyMatch(mutation -> mutation.rowKey().equals(row))) {
            throw new UnavailableException("not now");
          }
        };
  }

  @Test
  void sweep_ownSession_isLeftToTheCleaner() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1, follows));
    Ticket ticket = cleaner.begin();
    ticket.require(List.of(A));
    parts.runtime.pass(Duration.ofMinutes(1));

    assertThat(sweeper.sweep()).isEqualTo(swept(0, 0, 0));
    cleaner.unfinished(A, ticket);
    assertThat(sweeper.sweep()).as("one turn of the cleaner").isEqualTo(swept(0, 1, 0));
    ticket.release();
  }

  @Test
  void sweep_renewsTheOwnSessionBeforeItFolds() {
    Sweeper sweeper = sweeper(GRACE);
    cleaner.begin().release();
    long renewal = parts.sessions.all().get(0).renewal();

    sweeper.sweep();

    assertThat(parts.sessions.all().get(0).renewal()).isEqualTo(renewal + 2);
  }

  @Test
  void sweep_receiptsOfDoneWrites_areFolded() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(Parts.receipt(parts.pages(), NOW, 1, 1));
    parts.runtime.pass(Duration.ofMinutes(10));

    assertThat(sweeper.sweep().folded()).isEqualTo(1);
  }

  @Test
  void finishOpenRows_ownAndOthers_howeverYoung() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1, follows));
    parts.put(B, parts.state(NOW, 2, Parts.content(page("G"), "of B", NOW)));
    cleaner.begin().require(List.of(A));
    othersWrite(B);

    assertThat(sweeper.finishOpenRows()).isTrue();

    assertThat(parts.text(F)).contains("follows");
    assertThat(parts.text(page("G"))).contains("of B");
  }

  @Test
  void finishOpenRows_rowOfAYoungIntent_isNotAllDone() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, locked(5));
    othersWrite(A);

    assertThat(sweeper.finishOpenRows()).isFalse();
    parts.runtime.pass(Intents.GRACE);
    assertThat(sweeper.finishOpenRows()).isTrue();
  }

  @Test
  void sweep_rowsThatCannotBeReadTogether_areFinishedOneByOne() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A, B);
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          if (gets.size() > 1) {
            throw new UnavailableException("too many");
          }
          return below.apply(gets);
        };

    assertThat(sweeper.sweep()).isEqualTo(swept(2, 2, 0));
    assertThat(parts.text(F)).contains("follows");
  }

  @Test
  void sweep_manyRows_inBatches() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    RowKey[] rows = IntStream.range(0, 501).mapToObj(n -> page("R" + n)).toArray(RowKey[]::new);
    othersWrite(rows);
    List<Integer> batches = new ArrayList<>();
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          if (gets.get(0).table().equals("page")) {
            batches.add(gets.size());
          }
          return below.apply(gets);
        };

    assertThat(sweeper.sweep()).isEqualTo(swept(501, 0, 0));
    assertThat(batches).containsExactly(500, 1);
  }

  @Test
  void sweep_rowThatMustBeLookedAtAgain_isLookedAtTwice() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.putBase(parts.pages(), 0, NOW);
    parts.put(A, parts.state(NOW, 1, Parts.receipt(parts.pages(), NOW, 1, 1), follows));
    othersWrite(A);

    assertThat(sweeper.sweep().finished()).isEqualTo(1);
    assertThat(parts.text(F)).contains("follows");
  }

  @Test
  void sweep_rowThatCannotBeFinished_keepsNoOtherWaiting() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1, follows));
    parts.put(B, parts.state(NOW, 2, Parts.content(page("G"), "of B", NOW)));
    othersWrite(A, B);
    failWritesOf(F);

    assertThat(sweeper.sweep()).isEqualTo(swept(2, 1, 1));
    assertThat(parts.text(page("G"))).contains("of B");
  }

  @Test
  void sweep_clearingOfUnknownOutcome_isFinished() {
    Sweeper sweeper = sweeper(Duration.ZERO);
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A);
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(sweeper.sweep()).isEqualTo(swept(1, 1, 0));
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
    failWritesOf(F);

    Sweeper.AllRows found = sweeper.sweepAll();
    assertThat(found.failed()).containsExactly(A);
    assertThat(found.settled()).isFalse();
    assertThat(found.pending()).as("what failed is not waited for").isFalse();
    parts.put(B, locked(5));
    assertThat(sweeper.sweepAll().pending()).isTrue();
    parts.engine.beforeWrite = mutations -> {};
    parts.put(B, locked(6));
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
  void sweepAll_remainsOfADeletedRow_areRemovedAfterADay() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1));
    parts.put(B, parts.state(NOW, 2));
    parts.put(Parts.content(B, "stands", NOW));
    parts.runtime.pass(Sweeper.KEEP_DELETED.minus(MILLI));
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
    parts.runtime.pass(DAY);
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

  static Stream<Throwable> thread_sweepsAgainAndAgain_thoughOneFails() {
    return Parts.passingFailures();
  }

  @ParameterizedTest
  @MethodSource
  void thread_sweepsAgainAndAgain_thoughOneFails(Throwable failure) throws InterruptedException {
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A);
    AtomicInteger failures = new AtomicInteger();
    parts.engine.beforeScan =
        scan -> {
          if (failures.incrementAndGet() == 1) {
            Parts.fail(failure);
          }
        };

    Sweeper sweeper = sweeper(Duration.ofMillis(10), Duration.ZERO);

    for (int wait = 0; wait < 3_000 && parts.text(F).isEmpty(); wait++) {
      Thread.sleep(10);
    }
    assertThat(parts.text(F)).contains("follows");
    sweeper.close();
  }

  @Test
  void close_longBeforeTheNextSweep_endsAtOnce() throws InterruptedException {
    Sweeper sweeper = sweeper(Duration.ofHours(1), Duration.ZERO);
    AtomicInteger scans = new AtomicInteger();
    parts.engine.beforeScan = scan -> scans.incrementAndGet();
    Thread closing = new Thread(sweeper::close);
    closing.setDaemon(true);
    closing.start();

    closing.join(30_000);

    assertThat(closing.isAlive()).isFalse();
    assertThat(scans).as("nothing is swept at the end").hasValue(0);
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

  /** Many processes sweep one store in turn. */
  @Test
  void thread_waitsForHalfTheIntervalToOneAndAHalf() {
    parts.runtime.waitForSignalsAlone();
    Duration interval = Duration.ofHours(1);
    for (int process = 0; process < 20; process++) {
      Sweeper sweeper = sweeper(interval, Duration.ZERO);
      while (parts.runtime.waits().size() <= process) {
        Thread.onSpinWait();
      }
      sweeper.close();
    }

    assertThat(parts.runtime.waits())
        .allSatisfy(
            wait ->
                assertThat(wait)
                    .isBetween(interval.dividedBy(2), interval.multipliedBy(3).dividedBy(2)));
  }

  @Test
  void close_sweepUnderWay_waitsForIt() throws InterruptedException {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    parts.engine.beforeScan =
        scan -> {
          parts.engine.beforeScan = any -> {};
          reached.countDown();
          try {
            assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    Sweeper sweeper = sweeper(MILLI, Duration.ZERO);
    assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
    Thread closing = new Thread(sweeper::close);
    closing.setDaemon(true);
    closing.start();
    while (closing.getState() == Thread.State.RUNNABLE || closing.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
    assertThat(closing.isAlive()).isTrue();
    goOn.countDown();

    closing.join(30_000);

    assertThat(closing.isAlive()).isFalse();
  }
}

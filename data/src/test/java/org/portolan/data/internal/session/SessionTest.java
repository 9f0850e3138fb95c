package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

class SessionTest {
  private static final long NOW = 1_000_000_000;
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Set<RowKey> ROWS = Set.of(page("A"));

  private final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  private final Sessions sessions = SessionsTest.sessions(engine);
  private final StillRuntime runtime = new StillRuntime(NOW);
  private final Membership membership = new Membership(sessions, runtime);

  @AfterEach
  void leave() {
    engine.beforeWrite = mutations -> {};
    membership.leave();
  }

  private SessionRecord stored() {
    return sessions.all().get(0);
  }

  private void fence() {
    assertThat(sessions.fence(stored())).isTrue();
  }

  /** Counts writes of session records. */
  private AtomicInteger countRenewals() {
    AtomicInteger renewals = new AtomicInteger();
    engine.beforeWrite = mutations -> renewals.incrementAndGet();
    return renewals;
  }

  @Test
  void begin_firstWrite_joinsAboveTheHorizon() {
    sessions.raiseHorizon(NOW + 500, NOW);
    assertThat(membership.isMember()).isFalse();

    Ticket ticket = membership.begin();

    assertThat(membership.isMember()).isTrue();
    assertThat(stored().floor()).isEqualTo(NOW + 501);
    assertThat(ticket.since()).isEqualTo(NOW + 501);
    assertThat(stored().id()).isPositive();
    ticket.release();
  }

  @Test
  void begin_horizonBehindTheClock_joinsAtTheClock() {
    sessions.raiseHorizon(NOW - 500, NOW);

    assertThat(membership.begin().since()).isEqualTo(NOW);
    assertThat(stored().floor()).isEqualTo(NOW);
  }

  @Test
  void join_promisesNothingBeforeItHasSeenTheHorizon() {
    engine.beforeWrite =
        mutations -> {
          if (!sessions.all().isEmpty()) {
            assertThat(stored().floor()).isEqualTo(SessionRecord.JOINING);
          }
        };

    membership.begin().release();

    assertThat(stored().renewal()).isEqualTo(2);
  }

  @Test
  void join_ofUnknownOutcome_isAConflict() {
    engine.beforeWrite =
        mutations -> {
          throw new OutcomeUnknownException("lost");
        };

    assertThatThrownBy(membership::begin).isInstanceOf(ConflictException.class);
    assertThat(membership.isMember()).isFalse();
  }

  @Test
  void renew_writesUnderWay_holdTheFloorAtTheFirst() {
    Ticket first = membership.begin();
    runtime.pass(MILLI.multipliedBy(10));
    Ticket second = membership.begin();
    Ticket third = membership.begin();
    runtime.pass(MILLI.multipliedBy(10));

    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW);
    first.release();
    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW + 10);
    second.release();
    membership.renew();
    assertThat(stored().floor()).as("one of two of the same moment").isEqualTo(NOW + 10);
    third.release();
    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW + 20);
  }

  @Test
  void renew_idleWhileTheClockStandsStill_raisesTheFloor() {
    membership.begin().release();

    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW + 1);
    assertThat(membership.begin().since()).as("as promised").isEqualTo(NOW + 1);
  }

  @Test
  void renew_clockSetBack_keepsTheFloor() {
    membership.begin().release();
    runtime.moveWall(Duration.ofMinutes(-1));
    Ticket ticket = membership.begin();

    membership.renew();

    assertThat(ticket.since()).isEqualTo(NOW);
    assertThat(stored().floor()).isEqualTo(NOW);
  }

  @Test
  void renew_noSession_isFine() {
    assertThat(membership.renew()).isTrue();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void renew_fenced_endsTheSessionAndTheNextWriteJoinsAnew() {
    Ticket old = membership.begin();
    SessionRecord first = stored();
    assertThat(membership.isOwn(first)).isTrue();
    fence();

    assertThat(membership.renew()).isFalse();

    assertThat(old.isFenced()).isTrue();
    assertThat(membership.isOwn(first)).isFalse();
    Ticket next = membership.begin();
    assertThat(next.isFenced()).isFalse();
    assertThat(sessions.all()).hasSize(2);
    assertThat(membership.renew()).isTrue();
  }

  @Test
  void renew_removed_endsTheSession() {
    Ticket ticket = membership.begin();
    sessions.remove(stored());

    assertThat(membership.renew()).isFalse();
    assertThat(ticket.isFenced()).isTrue();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void renew_earlierRenewalArrivesLate_goesOnFromIt() {
    membership.begin().release();
    AtomicInteger calls = new AtomicInteger();
    SessionRecord before = stored();
    engine.beforeWrite =
        mutations -> {
          if (calls.incrementAndGet() == 1) {
            engine.mutateAll(mutations, Durability.SYNCED);
            // A renewal of before, which arrives now.
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(membership.renew()).isTrue();
    assertThat(stored().renewal()).isGreaterThan(before.renewal());
    assertThat(membership.renew()).isTrue();
  }

  @Test
  void renew_otherRenewalInTheStore_goesOnFromIt() {
    membership.begin().release();
    SessionRecord late = stored().renewed(NOW + 7, NOW);
    assertThat(sessions.replace(Optional.of(stored()), late)).isTrue();

    assertThat(membership.renew()).isTrue();

    assertThat(stored().renewal()).isEqualTo(late.renewal() + 1);
  }

  @Test
  void require_withinTheLease_asksNobody() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    runtime.pass(Session.LEASE);
    AtomicInteger renewals = countRenewals();

    ticket.require(ROWS);
    assertThat(renewals).hasValue(0);
    runtime.pass(MILLI);
    ticket.require(ROWS);
    assertThat(renewals).hasValue(1);
    ticket.require(ROWS);
    assertThat(renewals).hasValue(1);
  }

  @Test
  void require_fencedAndHeldUp_isAConflictOfTheRows() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    fence();
    runtime.pass(Session.LEASE.plus(MILLI));

    assertThatThrownBy(() -> ticket.require(ROWS))
        .isInstanceOfSatisfying(ConflictException.class, e -> assertThat(e.keys()).isEqualTo(ROWS));
  }

  @Test
  void require_knownToBeFenced_isAConflictAtOnce() {
    Ticket ticket = membership.begin();
    fence();
    membership.renew();

    assertThatThrownBy(() -> ticket.require(ROWS)).isInstanceOf(ConflictException.class);
  }

  @Test
  void require_registersTheRows() {
    Ticket ticket = membership.begin();

    ticket.require(List.of(page("A"), page("B")));

    assertThat(sessions.openRows(stored().id())).containsExactlyInAnyOrder(page("A"), page("B"));
  }

  @Test
  void provedAliveAfter_onlyARenewalThatBeganLater() {
    Ticket ticket = membership.begin();
    runtime.pass(MILLI);
    long made = runtime.monotonicNanos();

    assertThat(ticket.provedAliveAfter(made)).isFalse();
    membership.renew();
    assertThat(ticket.provedAliveAfter(made)).as("began at the same moment").isFalse();
    runtime.pass(MILLI);
    membership.renew();
    assertThat(ticket.provedAliveAfter(made)).isTrue();
    fence();
    membership.renew();
    assertThat(ticket.provedAliveAfter(made)).isFalse();
  }

  @Test
  void hasWorked_sinceItWasAskedLast() {
    assertThat(membership.hasWorked()).isFalse();
    membership.begin().release();
    assertThat(membership.hasWorked()).isTrue();
    assertThat(membership.hasWorked()).isFalse();
    Ticket ticket = membership.begin();
    membership.hasWorked();
    assertThat(membership.hasWorked()).as("a write is under way").isTrue();
    ticket.release();
    assertThat(membership.hasWorked()).isFalse();
  }

  @Test
  void isOwn_otherSession_isNot() {
    membership.begin().release();

    assertThat(membership.isOwn(new SessionRecord(5, 1, 1, false, NOW, "other"))).isFalse();
  }

  @Test
  void release_heldTwice_endsWithTheLast() {
    Ticket ticket = membership.begin();
    ticket.hold();
    ticket.release();
    membership.hasWorked();
    assertThat(membership.hasWorked()).isTrue();
    ticket.release();
    assertThat(membership.hasWorked()).isFalse();
  }

  @Test
  void leave_idle_removesTheSession() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    ticket.release();

    membership.leave();

    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void leave_writesUnderWay_leavesTheSessionToOthers() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);

    membership.leave();

    assertThat(sessions.all()).hasSize(1);
    assertThat(sessions.openRows(stored().id())).isEqualTo(ROWS);
  }

  @Test
  void leave_fenced_leavesTheSessionToOthers() {
    membership.begin().release();
    fence();
    membership.renew();

    membership.leave();

    assertThat(sessions.all()).hasSize(1);
  }

  @Test
  void begin_afterLeaving_isRefused() {
    membership.begin().release();
    membership.leave();

    assertThatThrownBy(membership::begin)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nothing was changed");

    assertThat(sessions.all()).isEmpty();
  }

  /** A process that raises the horizon must see every session that read it before. */
  @Test
  void join_recordThatArrivesAfterTheHorizonWasRead_isAConflict() {
    var below = engine.reads;
    List<Mutation> late = new ArrayList<>();
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          late.addAll(mutations);
          throw new OutcomeUnknownException("late");
        };
    engine.reads =
        gets -> {
          List<Row> found = below.apply(gets);
          if (gets.get(0).key().equals(Tuple.of(0L, 0))) {
            engine.mutateAll(late, Durability.SYNCED);
          }
          return found;
        };

    assertThatThrownBy(membership::begin).isInstanceOf(ConflictException.class);
    assertThat(membership.isMember()).isFalse();
  }

  @Test
  void join_promiseOfUnknownOutcome_isAConflict() {
    AtomicInteger writes = new AtomicInteger();
    engine.beforeWrite =
        mutations -> {
          if (writes.incrementAndGet() == 2) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThatThrownBy(membership::begin).isInstanceOf(ConflictException.class);
    assertThat(membership.isMember()).isFalse();
  }

  @Test
  void join_clockFarFromTheServers_isRefused() {
    engine.serverClock = () -> NOW - Duration.ofDays(2).toMillis();

    assertThatThrownBy(membership::begin).isInstanceOf(UnavailableException.class);
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void begin_twoFirstWritesAtOnce_joinOnce() throws Exception {
    List<Thread> others = new ArrayList<>();
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          others.add(start(membership::begin));
          awaitStill(others.get(0));
        };

    membership.begin();
    join(others.get(0));

    assertThat(sessions.all()).hasSize(1);
    membership.hasWorked();
    membership.renew();
    assertThat(membership.hasWorked()).as("writes of one session are under way").isTrue();
  }

  @Test
  void begin_afterASessionThatWasFenced_endsTheThreadOfThatSession() throws Exception {
    Set<Thread> before = registering();
    membership.begin();
    Set<Thread> first = registering();
    first.removeAll(before);
    assertThat(first).hasSize(1);
    fence();
    membership.renew();

    membership.begin();

    assertThat(first.iterator().next().isAlive()).isFalse();
  }

  @Test
  void leave_endsTheThreadOfTheSession() {
    Set<Thread> before = registering();
    membership.begin().release();
    Set<Thread> own = registering();
    own.removeAll(before);

    membership.leave();

    assertThat(own).hasSize(1);
    assertThat(own.iterator().next().isAlive()).isFalse();
  }

  @Test
  void renewAndLeave_thenAnotherThread_isNotHeldUp() throws Exception {
    membership.begin().release();
    membership.renew();
    List<Boolean> renewed = new ArrayList<>();
    join(start(() -> renewed.add(membership.renew())));
    membership.leave();
    join(start(() -> renewed.add(membership.renew())));
    join(
        start(
            () -> assertThatThrownBy(membership::begin).isInstanceOf(IllegalStateException.class)));

    assertThat(renewed).containsExactly(true, false);
  }

  @Test
  void ticketsBegun_countsWrites() {
    Session session = Session.join(sessions, runtime, "test");
    session.begin();
    session.begin().release();

    assertThat(session.ticketsBegun()).isEqualTo(2);
    session.leave();
  }

  @Test
  void require_rowsThatCannotBeRegistered_isRefused() {
    Ticket ticket = membership.begin();
    engine.beforeWrite =
        mutations -> {
          throw new UnavailableException("not now");
        };

    assertThatThrownBy(() -> ticket.require(ROWS)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void require_fencedAndFollowedByAnotherSession_isAConflict() {
    Ticket old = membership.begin();
    fence();
    membership.renew();
    membership.begin();

    assertThatThrownBy(() -> old.require(ROWS))
        .isInstanceOfSatisfying(ConflictException.class, e -> assertThat(e.keys()).isEqualTo(ROWS));
  }

  @Test
  void require_interrupted_changesNothingAndStaysInterrupted() {
    Ticket ticket = membership.begin();
    CountDownLatch goOn = new CountDownLatch(1);
    engine.beforeWrite =
        mutations -> {
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> ticket.require(ROWS))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("nothing was changed")
        .hasCauseInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    goOn.countDown();
  }

  @Test
  void retire_rowsOfAReleasedTicket_areForgottenOnceFromEachPage() {
    Ticket ticket = membership.begin();
    List<RowKey> rows = IntStream.range(0, 1_000).mapToObj(n -> page("A" + n)).toList();
    rows.forEach(ticket::prepare);
    ticket.require(rows);
    Ticket next = membership.begin();
    next.require(List.of(page("B")));
    membership.retire();
    assertThat(sessions.openRows(stored().id())).hasSize(1_001);
    ticket.release();

    membership.retire();

    assertThat(sessions.openRows(stored().id())).containsExactly(page("B"));
  }

  @Test
  void retire_fencedSession_leavesItsRowsToWhoeverEndsIt() {
    membership.retire();
    Ticket ticket = membership.begin();
    List<RowKey> rows = IntStream.range(0, 1_001).mapToObj(n -> page("A" + n)).toList();
    ticket.require(rows);
    ticket.release();
    fence();
    membership.renew();

    membership.retire();

    assertThat(sessions.openRows(stored().id())).hasSize(1_001);
  }

  @Test
  void hold_returnsTheTicket() {
    Ticket ticket = membership.begin();

    assertThat(ticket.hold()).isSameAs(ticket);
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Returns once a thread waits or has ended. */
  private static void awaitStill(Thread thread) {
    Set<Thread.State> still =
        Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
    while (!still.contains(thread.getState())) {
      Thread.onSpinWait();
    }
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
  }

  /** Returns the threads that register rows. */
  private static Set<Thread> registering() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("portolan-open-rows"))
        .collect(Collectors.toSet());
  }
}

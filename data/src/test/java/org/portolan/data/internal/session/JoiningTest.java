package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/** Processes that join the sessions, and leave them. */
class JoiningTest extends SessionStory {
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

  /** Returns the threads that register rows. */
  private static Set<Thread> registering() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("portolan-open-rows"))
        .collect(Collectors.toSet());
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
        .hasMessageContaining("this attempt changed nothing");

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
}

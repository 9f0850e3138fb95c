package org.portolan.data.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.DataException;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;

/** Sessions and their epochs, and the wait for them. */
class EpochAdmissionTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Parts parts = new Parts();
  private final StoreMeta meta = new StoreMeta(parts.engine);
  private final ProcessRegister register;
  private final List<String> told = new ArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private Runnable unchanged = () -> {};

  EpochAdmissionTest() {
    parts.runtime.withhold("portolan-outbox-cleaner");
    parts.engine.createTable(StoreSchema.metaTable());
    ProcessTable.createIfMissing(parts.engine);
    register = new ProcessRegister(parts.engine);
  }

  @AfterEach
  void close() throws Exception {
    parts.engine.beforeWrite = mutations -> {};
    for (AutoCloseable each : opened) {
      each.close();
    }
    parts.close();
  }

  private Membership member(long epoch) {
    Membership member =
        new Membership(
            parts.sessions,
            parts.runtime,
            new EpochAdmission(parts.engine, epoch, "worker", () -> unchanged.run()));
    opened.add(member::leave);
    return member;
  }

  private EpochWait waiting() {
    Repairing repairing =
        new Repairing(
            parts.engine,
            parts.schema,
            StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO).in(parts.runtime),
            Admission.ALL);
    opened.add(repairing);
    return EpochWait.ofRepaired(parts.engine, repairing, parts.runtime);
  }

  @Test
  void begin_epochInForce_recordsTheSession() {
    Epoch.write(meta, 2);

    member(2).begin().release();

    long session = parts.sessions.all().get(0).id();
    assertThat(register.all()).containsExactly(new ProcessRecord(session, 2, "worker", 0, 0));
  }

  @Test
  void begin_anotherEpoch_isRefusedAndLeavesNothing() {
    Epoch.write(meta, 2);
    Membership member = member(1);

    assertThatThrownBy(member::begin).isInstanceOf(EpochOverException.class);

    assertThat(parts.sessions.all()).isEmpty();
    assertThat(register.all()).isEmpty();
    assertThat(member.isMember()).isFalse();
  }

  /** The process that writes the epoch looks at the sessions afterwards, and may miss this one. */
  @Test
  void begin_epochWrittenBeforeTheSessionIsThere_isRefused() {
    Membership member = member(0);
    parts.engine.beforeWrite =
        mutations -> {
          parts.engine.beforeWrite = any -> {};
          Epoch.write(meta, 1);
        };

    assertThatThrownBy(member::begin).isInstanceOf(EpochOverException.class);
  }

  @Test
  void begin_designChangedWhileTheStoreWasStopped_isRefusedAndLeavesNothing() {
    unchanged =
        () -> {
          throw new StoreMismatchException("changed");
        };

    assertThatThrownBy(member(0)::begin).isInstanceOf(StoreMismatchException.class);

    assertThat(parts.sessions.all()).isEmpty();
    assertThat(register.all()).isEmpty();
  }

  @Test
  void begin_recordOfUnknownOutcome_isMadeSure() {
    Membership member = member(0);
    unchanged =
        () ->
            parts.engine.beforeWrite =
                mutations -> {
                  parts.engine.beforeWrite = any -> {};
                  parts.engine.mutateAll(mutations, Durability.SYNCED);
                  throw new OutcomeUnknownException("lost");
                };

    member.begin().release();

    assertThat(register.all()).hasSize(1);
  }

  @Test
  void begin_recordIsNeverAnswered_isAConflict() {
    Membership member = member(0);
    unchanged =
        () ->
            parts.engine.beforeWrite =
                mutations -> {
                  throw new OutcomeUnknownException("lost");
                };

    assertThatThrownBy(member::begin).isInstanceOf(ConflictException.class);
    assertThat(member.isMember()).isFalse();
  }

  @Test
  void leave_removesTheRecordWithTheSession() {
    Membership member = member(0);
    member.begin().release();

    member.leave();

    assertThat(parts.sessions.all()).isEmpty();
    assertThat(register.all()).isEmpty();
  }

  @Test
  void leave_writesUnderWay_leavesTheRecordToo() {
    Membership member = member(0);
    member.begin();

    member.leave();

    assertThat(parts.sessions.all()).hasSize(1);
    assertThat(register.all()).as("its write may still commit").hasSize(1);
  }

  @Test
  void awaitAll_nobodyIsBehind_returnsAtOnce() {
    Epoch.write(meta, 1);
    member(1).begin().release();

    waiting().awaitAll(1, PATIENCE, told::add);

    assertThat(told).isEmpty();
    assertThat(register.all()).hasSize(1);
  }

  @Test
  void awaitAll_silentSession_isEndedAndForgotten() {
    Ticket held = member(0).begin();
    Epoch.write(meta, 1);

    waiting().awaitAll(1, PATIENCE, told::add);

    assertThat(told).hasSize(1).first().asString().contains("test (session ", "epoch 0)");
    assertThat(Duration.ofNanos(parts.runtime.monotonicNanos()))
        .isGreaterThanOrEqualTo(SessionWatch.DEAD_AFTER);
    assertThat(parts.sessions.all()).isEmpty();
    assertThat(register.all()).isEmpty();
    assertThatThrownBy(
            () -> {
              parts.runtime.pass(Duration.ofMinutes(1));
              held.requireAlive(List.of(Parts.page("A")));
            })
        .isInstanceOf(ConflictException.class);
  }

  @Test
  void awaitAll_sessionOfAnEarlierRelease_isWaitedForAndNamed() {
    Membership old = new Membership(parts.sessions, parts.runtime);
    opened.add(old::leave);
    old.begin().release();
    parts.runtime.beforeSleep(old::renew);

    assertThatThrownBy(() -> waiting().awaitAll(1, PATIENCE, told::add))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("which has no epoch");
    assertThat(parts.sessions.all()).hasSize(1);
  }

  @Test
  void awaitAll_recordWithoutASession_isRemovedAndHoldsUpNothing() {
    register.insertOfSession(new ProcessRecord(5, 0, "gone", 0, 0));

    waiting().awaitAll(1, PATIENCE, told::add);

    assertThat(told).isEmpty();
    assertThat(register.all()).isEmpty();
  }

  /** The look at the records may show one whose session joined after the look at the sessions. */
  @Test
  void awaitAll_sessionThatJoinsMeanwhile_keepsItsRecord() {
    Epoch.write(meta, 1);
    Membership late = member(1);
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals(ProcessTable.NAME)) {
            parts.engine.beforeScan = any -> {};
            late.begin().release();
          }
        };

    waiting().awaitAll(1, PATIENCE, told::add);

    assertThat(register.all()).hasSize(1);
  }
}

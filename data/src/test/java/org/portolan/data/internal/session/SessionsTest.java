package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class SessionsTest {
  private static final long NOW = 1_000_000_000;

  private final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  private final Sessions sessions = sessions(engine);

  static Sessions sessions(HookedEngine engine) {
    TableSchema pages =
        TableSchema.of(
            "page",
            List.of(KeyColumn.of("title", ScalarType.TEXT)),
            new ColumnFamily("main", List.of(new Column("text", ScalarType.TEXT))));
    engine.createTable(SessionTable.schema());
    return new Sessions(engine, List.of(pages));
  }

  static RowKey page(String title) {
    return new RowKey("page", Tuple.of(title));
  }

  private SessionRecord put(long id) {
    SessionRecord record = new SessionRecord(id, 1, 10, false, NOW, "pid");
    assertThat(sessions.replace(Optional.empty(), record)).isTrue();
    return record;
  }

  private void loseAnswers(boolean made) {
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          if (made) {
            engine.mutateAll(mutations, Durability.SYNCED);
          }
          throw new OutcomeUnknownException("lost");
        };
  }

  @Test
  void all_moreThanOnePage_withoutSharedRecordsAndPages() {
    List<SessionRecord> put = new ArrayList<>();
    LongStream.rangeClosed(1, 501).forEach(id -> put.add(put(id)));
    sessions.raiseHorizon(5, NOW);
    sessions.takeTurn(Duration.ofDays(1), Duration.ofHours(1), NOW);
    sessions.register(1, 1, 0, List.of(page("A")), OpenRows.VERSION);

    assertThat(sessions.all()).containsExactlyInAnyOrderElementsOf(put);
  }

  @Test
  void replace_recordAsSeen_once() {
    SessionRecord record = put(1);

    assertThat(sessions.replace(Optional.of(record), record.renewed(20, NOW))).isTrue();
    assertThat(sessions.replace(Optional.of(record), record.renewed(30, NOW))).isFalse();
    assertThat(sessions.replace(Optional.empty(), record)).isFalse();

    assertThat(sessions.find(1)).contains(record.renewed(20, NOW));
  }

  @Test
  void replace_answerLost_isLookedUp() {
    SessionRecord record = put(1);
    loseAnswers(true);
    assertThat(sessions.replace(Optional.of(record), record.renewed(20, NOW))).isTrue();
    loseAnswers(false);

    assertThat(sessions.replace(sessions.find(1), record.renewed(20, NOW).renewed(30, NOW)))
        .isFalse();
    assertThat(sessions.find(1)).contains(record.renewed(20, NOW));
  }

  @Test
  void replace_repeatedByTheEngine_isKnownToHaveHappened() {
    SessionRecord record = put(1);
    SessionRecord renewed = record.renewed(20, NOW);
    sessions.replace(Optional.of(record), renewed);

    assertThat(sessions.replace(Optional.of(record), renewed)).isTrue();
  }

  @Test
  void openRows_registeredInSeveralPages_areAllTold() {
    sessions.register(1, 1, 0, List.of(page("A"), page("B")), OpenRows.VERSION);
    sessions.register(1, 1, 2, List.of(page("C")), OpenRows.VERSION);
    sessions.register(1, 2, 0, List.of(page("D")), OpenRows.VERSION);
    sessions.register(2, 1, 0, List.of(page("E")), OpenRows.VERSION);

    assertThat(sessions.openRows(1)).containsExactly(page("A"), page("B"), page("C"), page("D"));
    sessions.removePages(1, List.of(1), Durability.SYNCED);
    assertThat(sessions.openRows(1)).containsExactly(page("D"));
  }

  @Test
  void removeStrayPages_sessionWithoutARecord_keepsThePagesOfOthers() {
    put(2);
    for (int page = 1; page <= 501; page++) {
      sessions.register(1, page, 0, List.of(page("P" + page)), OpenRows.VERSION);
    }
    sessions.register(2, 1, 0, List.of(page("A")), OpenRows.VERSION);
    sessions.register(3, 7, 0, List.of(page("B")), OpenRows.VERSION);

    assertThat(sessions.removeStrayPages()).isEqualTo(502);

    assertThat(sessions.openRows(1)).isEmpty();
    assertThat(sessions.openRows(2)).containsExactly(page("A"));
    assertThat(sessions.openRows(3)).isEmpty();
    assertThat(sessions.removeStrayPages()).isZero();
  }

  @Test
  void openRows_morePagesThanOneScan_areAllTold() {
    for (int page = 1; page <= 25; page++) {
      sessions.register(1, page, 0, List.of(page("P" + page)), OpenRows.VERSION);
    }

    assertThat(sessions.openRows(1)).hasSize(25);
  }

  @Test
  void removePages_none_makesNoCall() {
    engine.beforeWrite =
        mutations -> {
          throw new AssertionError("nothing is to be written");
        };

    sessions.removePages(1, List.of(), Durability.SYNCED);
  }

  @Test
  void fence_liveSession_isMarkedOnce() {
    SessionRecord record = put(1);

    assertThat(sessions.fence(record)).isTrue();

    assertThat(sessions.find(1)).contains(record.ended());
    assertThat(sessions.fence(record.ended())).as("fenced already").isTrue();
    assertThat(sessions.find(1)).contains(record.ended());
  }

  @Test
  void fence_renewedSince_isLeftAlone() {
    SessionRecord record = put(1);
    SessionRecord renewed = record.renewed(20, NOW);
    sessions.replace(Optional.of(record), renewed);

    assertThat(sessions.fence(record)).isFalse();
    assertThat(sessions.find(1)).contains(renewed);
  }

  @Test
  void remove_takesPagesAndRecord() {
    SessionRecord record = put(1);
    SessionRecord other = put(2);
    sessions.register(1, 1, 0, List.of(page("A")), OpenRows.VERSION);
    sessions.register(1, 2, 0, List.of(page("B")), OpenRows.VERSION);
    sessions.register(2, 1, 0, List.of(page("C")), OpenRows.VERSION);

    sessions.remove(record);

    assertThat(sessions.openRows(1)).isEmpty();
    assertThat(sessions.all()).containsExactly(other);
    assertThat(sessions.openRows(2)).containsExactly(page("C"));
  }

  @Test
  void remove_registrationStillOnItsWay_isVoid() {
    SessionRecord none = put(1);
    SessionRecord some = put(2);
    sessions.register(2, 1, 0, List.of(page("A")), OpenRows.VERSION);
    sessions.remove(none);
    sessions.remove(some);

    sessions.register(1, 1, 0, List.of(page("B")), OpenRows.VERSION);
    sessions.register(2, 2, 0, List.of(page("C")), OpenRows.VERSION);

    assertThat(sessions.openRows(1)).isEmpty();
    assertThat(sessions.openRows(2)).isEmpty();
  }

  @Test
  void remove_changedSince_keepsTheRecord() {
    SessionRecord record = put(1);
    sessions.replace(Optional.of(record), record.renewed(20, NOW));

    sessions.remove(record);

    assertThat(sessions.find(1)).isPresent();
  }

  @Test
  void remove_morePagesThanOneScan_keepsTheRecordUntilTheyAreGone() {
    SessionRecord record = put(1);
    for (int page = 1; page <= 501; page++) {
      sessions.register(1, page, 0, List.of(page("P" + page)), OpenRows.VERSION);
    }

    sessions.remove(record);
    assertThat(sessions.find(1)).isPresent();
    sessions.remove(record);
    assertThat(sessions.find(1)).isEmpty();
    assertThat(sessions.openRows(1)).isEmpty();
  }

  @Test
  void raiseHorizon_onlyUpwards() {
    assertThat(sessions.horizon()).isZero();
    assertThat(sessions.raiseHorizon(5, NOW)).isEqualTo(5);
    assertThat(sessions.horizon()).isEqualTo(5);
    assertThat(sessions.raiseHorizon(7, NOW)).isEqualTo(7);
    assertThat(sessions.raiseHorizon(6, NOW)).isEqualTo(6);
    assertThat(sessions.horizon()).isEqualTo(7);
  }

  @Test
  void raiseHorizon_again_isAnotherRenewal() {
    sessions.raiseHorizon(5, NOW);
    long first = sessions.find(0).orElseThrow().renewal();
    sessions.raiseHorizon(7, NOW);

    // The condition of a process that has read the record before must be false now.
    assertThat(sessions.find(0).orElseThrow().renewal()).isEqualTo(first + 1);
  }

  @Test
  void raiseHorizon_alreadyThere_writesNothing() {
    sessions.raiseHorizon(5, NOW);
    engine.beforeWrite =
        mutations -> {
          throw new AssertionError("nothing is to be written");
        };

    assertThat(sessions.raiseHorizon(5, NOW)).isEqualTo(5);
  }

  @Test
  void raiseHorizon_othersAlwaysFaster_givesUp() {
    engine.beforeWrite =
        mutations -> {
          throw new OutcomeUnknownException("lost");
        };

    assertThat(sessions.raiseHorizon(5, NOW)).isEqualTo(SessionRecord.JOINING);
  }

  @Test
  void raiseHorizon_othersFasterAFewTimes_isRaised() {
    int[] failures = {4};
    engine.beforeWrite =
        mutations -> {
          if (failures[0]-- > 0) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(sessions.raiseHorizon(5, NOW)).isEqualTo(5);
  }

  @Test
  void raiseHorizon_serversBehindIt_leavesIt() {
    engine.serverClock = () -> NOW;
    assertThat(sessions.raiseHorizon(NOW, NOW)).isEqualTo(NOW);
    long renewal = sessions.find(0).orElseThrow().renewal();
    engine.serverClock = () -> NOW - Duration.ofHours(2).toMillis();

    long wanted = NOW + Duration.ofHours(2).toMillis();

    assertThat(sessions.raiseHorizon(wanted, NOW)).isEqualTo(NOW);
    assertThat(sessions.find(0).orElseThrow().renewal()).isEqualTo(renewal);
  }

  @Test
  void earliestMillis_serversTellTheirTime_isTheEarlierOfBoth() {
    put(1);
    engine.serverClock = () -> NOW + 10;

    assertThat(sessions.earliestMillis(NOW + 5)).as("no other process counts").isEqualTo(NOW + 5);
    assertThat(sessions.earliestMillis(NOW + 15)).isEqualTo(NOW + 10);
  }

  @Test
  void earliestMillis_serversDoNotTell_isTheEarliestOfActiveProcesses() {
    put(1);

    assertThat(sessions.earliestMillis(NOW + 5)).isEqualTo(NOW);
    assertThat(sessions.earliestMillis(NOW - 5)).isEqualTo(NOW - 5);
  }

  @Test
  void endTurn_ofWhichThereIsNoRecord_changesNothing() {
    sessions.endTurn(NOW);

    assertThat(sessions.takeTurn(Duration.ofDays(1), Duration.ofHours(1), NOW))
        .as("as in a new store")
        .isEmpty();
  }

  /** Too few replicas may have the record, so that some reads do not see it. */
  @Test
  void replace_recordIsThereButItIsUnknownWhetherEveryReadSeesIt_isNotKnownToBeReplaced() {
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          engine.mutateAll(mutations, Durability.SYNCED);
          engine.beforeWrite =
              any -> {
                throw new OutcomeUnknownException("lost again");
              };
          throw new OutcomeUnknownException("lost");
        };
    SessionRecord record = new SessionRecord(1, 1, 10, false, NOW, "pid");

    assertThat(sessions.replace(Optional.empty(), record)).isFalse();
    assertThat(sessions.find(1)).contains(record);
  }

  @Test
  void bytes_keyAndTable() {
    assertThat(sessions.rows().bytes(page("AB"))).isEqualTo(7);
  }
}

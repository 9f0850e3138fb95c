package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/** Sweeps of rows that silent and dead sessions have left unfinished. */
class SweeperTest extends SweeperStory {
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
    parts.failWritesOf(F);

    assertThat(sweeper.sweep()).isEqualTo(swept(1, 0, 1));

    assertThat(parts.sessions.all()).extracting(SessionRecord::fenced).containsExactly(true);
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
  void sweep_ownRowThatCannotBeFinished_isPending() {
    Sweeper sweeper = sweeper(GRACE);
    parts.put(A, parts.state(NOW, 1, follows));
    Ticket ticket = cleaner.begin();
    ticket.require(List.of(A));
    cleaner.unfinished(A, ticket);
    parts.failWritesOf(F);

    assertThat(sweeper.sweep()).isEqualTo(swept(0, 0, 1));

    parts.engine.beforeWrite = mutations -> {};
    assertThat(sweeper.sweep()).isEqualTo(swept(0, 1, 0));
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
    parts.put(A, parts.locked(5));
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
    parts.failWritesOf(F);

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
}

package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.ConflictException;

/** Sessions whose end a writer notices before the cleaner does. */
class ReplacedSessionTest extends CleanerStory {
  private void writerNoticesThatItWasFenced() {
    parts.runtime.pass(Duration.ofSeconds(21));
    Ticket ticket = cleaner.begin();
    assertThatThrownBy(() -> ticket.requireAlive(List.of(B))).isInstanceOf(ConflictException.class);
    ticket.release();
    // The work runs again, in a new session.
    cleaner.begin().release();
  }

  private void fenceLiving() {
    parts.sessions.all().stream()
        .filter(session -> !session.fenced())
        .forEach(session -> assertThat(parts.sessions.fence(session)).isTrue());
  }

  @Test
  void turn_fencedSessionThatAWriterHasReplaced_looksAtAllItsRowsAgain() {
    applied(A, NOW, 1);
    fence();
    writerNoticesThatItWasFenced();
    parts.runtime.pass(MILLI);

    cleaner.turn();
    parts.runtime.pass(MILLI);
    cleaner.turn();

    assertThat(parts.text(F)).as("it is made again").contains("follows");
    assertThat(isSettled(A)).isTrue();
  }

  /** After suspensions in a busy process, all writes fail for good. */
  @Test
  void begin_afterSuspensionsThatWritersNoticedFirst_isPossible() {
    for (int suspension = 0; suspension < 4; suspension++) {
      for (int row = 0; row < WAITING_MAX / 4; row++) {
        sayApplied(page("R" + suspension + "-" + row), parts.state(NOW, 1, follows));
      }
      fenceLiving();
      writerNoticesThatItWasFenced();
      for (int turn = 0; turn < 3; turn++) {
        parts.runtime.pass(MILLI);
        cleaner.turn();
      }
    }
    parts.runtime.beforeSleep(
        () -> {
          cleaner.turn();
        });
    cleaner.begin().release();
  }
}

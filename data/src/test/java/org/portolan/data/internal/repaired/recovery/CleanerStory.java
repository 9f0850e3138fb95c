package org.portolan.data.internal.repaired.recovery;

import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.RowKey;

/** The cleaner of one process, whose turns a test makes. */
public abstract class CleanerStory {
  public static final RowKey A = page("A");
  public static final RowKey B = page("B");
  public static final RowKey F = page("F");
  public static final Duration MILLI = Duration.ofMillis(1);
  public static final int WAITING_MAX = 20_000;

  public final Parts parts = new Parts();
  public final FollowUp follows = Parts.content(F, "follows", NOW);
  public final Cleaner cleaner = parts.cleaner();

  @AfterEach
  void close() {
    parts.engine.beforeWrite = mutations -> {};
    cleaner.close();
  }

  boolean isIdle() {
    parts.membership.hasWorked();
    return !parts.membership.hasWorked();
  }

  /** Puts a row as a write leaves it that has made all follow-ups. */
  WriteState applied(RowKey row, long version, long write) {
    WriteState state = parts.put(row, parts.state(version, write, follows));
    sayApplied(row, state);
    return state;
  }

  void sayApplied(RowKey row, WriteState state) {
    Ticket ticket = cleaner.begin();
    cleaner.applied(row, state, ticket);
    ticket.release();
  }

  void leave(RowKey row) {
    Ticket ticket = cleaner.begin();
    cleaner.unfinished(row, ticket);
    ticket.release();
  }

  void fence() {
    parts.fence();
  }

  boolean isSettled(RowKey row) {
    return parts.store.state(row).isSettled();
  }
}

package org.portolan.data.internal.repaired.recovery;

import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.portolan.data.StoreOptions;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.session.Membership;
import org.portolan.engine.RowKey;

/** A sweeper of one process, beside another at the same store. */
abstract class SweeperStory {
  static final RowKey A = page("A");
  static final RowKey B = page("B");
  static final RowKey F = page("F");
  static final Duration MILLI = Duration.ofMillis(1);
  static final Duration GRACE = Duration.ofSeconds(10);
  static final Duration DAY = Duration.ofDays(1);

  final Parts parts = new Parts();
  final FollowUp follows = Parts.content(F, "follows", NOW);

  /** Another process at the same store. */
  final Membership other = new Membership(parts.sessions, parts.runtime);

  final List<AutoCloseable> opened = new ArrayList<>();
  Cleaner cleaner;

  Sweeper sweeper(Duration interval, Duration grace) {
    cleaner = parts.cleaner();
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

  Sweeper sweeper(Duration grace) {
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

  /** Lets another process write rows that it has not finished. */
  void othersWrite(RowKey... rows) {
    other.begin().require(List.of(rows));
  }

  static SweepResult swept(long rows, long finished, long pending) {
    return new SweepResult(rows, finished, pending, 0, 0);
  }
}

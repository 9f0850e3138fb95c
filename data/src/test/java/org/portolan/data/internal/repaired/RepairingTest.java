package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.DataException;
import org.portolan.data.StoreOptions;
import org.portolan.engine.RowKey;

/** The passes over all rows that end only when no row is left unfinished. */
class RepairingTest {
  private static final RowKey A = page("A");

  private final Parts parts = new Parts();
  private final Repairing repairing;

  RepairingTest() {
    parts.runtime.withhold("portolan-outbox-cleaner");
    repairing =
        new Repairing(
            parts.engine,
            parts.schema,
            StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO).in(parts.runtime));
  }

  @AfterEach
  void close() {
    parts.engine.beforeScan = scan -> {};
    repairing.close();
  }

  private void leaveAnOutboxBeforeEachPass() {
    AtomicLong writes = new AtomicLong();
    parts.engine.beforeScan =
        scan -> {
          if (scan.table().equals("page")) {
            long version = NOW + writes.incrementAndGet();
            parts.put(
                A, parts.state(version, version, Parts.content(page("F"), "follows", version)));
          }
        };
  }

  @Test
  void settleAll_rowsThatChangeDuringEveryPass_isRefused() {
    leaveAnOutboxBeforeEachPass();

    assertThatThrownBy(repairing::settleAll)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("stop the other processes");
  }

  @Test
  void settleAll_rowsThatDeadWritersLeft_areFinished() {
    parts.put(A, parts.state(NOW, 1, Parts.content(page("F"), "follows", NOW)));

    assertThat(repairing.settleAll()).isEmpty();

    assertThat(parts.text(page("F"))).contains("follows");
    assertThat(parts.store.state(A).isSettled()).isTrue();
  }

  @Test
  void passes_rowThatCannotBeFinished_isNamed() {
    parts.put(A, parts.state(NOW, 1, Parts.content(page("F"), "follows", NOW)));
    parts.failWritesOf(page("F"));

    assertThat(repairing.settleAll()).containsExactly(A);
    assertThat(repairing.sweepForCheck()).containsOnly(Map.entry(A, "the log says why"));
    parts.engine.beforeWrite = mutations -> {};
  }

  @Test
  void settleAll_interruptedWhileItWaitsForALock_saysWhatToDo() {
    parts.put(A, parts.locked(5));
    parts.runtime.interruptNextSleep();

    assertThatThrownBy(repairing::settleAll).hasMessageContaining("open the store again");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void sweepForCheck_rowFarAheadOfTheClock_isNamedWithTheTime() {
    parts.put(A, parts.state(NOW, 1));
    parts.runtime.moveWall(Duration.ofHours(-26));

    assertThat(repairing.sweepForCheck())
        .containsOnlyKeys(A)
        .satisfies(
            (Map<RowKey, String> found) -> assertThat(found.get(A)).contains("1 days 2 h ahead"));
  }
}

package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.StillRuntime;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;

class WallClocksTest {
  private static final long NOW = 1_000_000_000;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  private final Sessions sessions = SessionsTest.sessions(engine);
  private final StillRuntime runtime = new StillRuntime(NOW);

  private void serverSays(long millis) {
    engine.serverClock = () -> millis;
  }

  private SessionRecord otherAt(long millis) {
    SessionRecord other = new SessionRecord(7, 3, 1, false, millis, "pid 5 at host");
    assertThat(sessions.replace(Optional.empty(), other)).isTrue();
    return other;
  }

  private void require() {
    WallClocks.require(sessions, runtime);
  }

  /** Returns how long this process has waited. */
  private Duration waited() {
    return Duration.ofMillis(runtime.wallMillis() - NOW);
  }

  @Test
  void require_aDayFromTheServers_isFine() {
    serverSays(NOW - DAY);
    require();
    serverSays(NOW + DAY);
    require();
  }

  @Test
  void require_moreThanADayFromTheServers_isRefused() {
    serverSays(NOW - 2 * DAY - HOUR - 60_000);
    assertThatThrownBy(this::require)
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            "cannot write to this store: the clock of this process is 2 days 1 h 1 min ahead of"
                + " that of the servers, and engines refuse versions more than 1 days 0 h 0 min"
                + " ahead; this attempt changed nothing. Correct the wrong clock, then try again");

    serverSays(NOW + DAY + 1);
    assertThatThrownBy(this::require)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("1 days 0 h 0 min behind that of the servers");
  }

  @Test
  void require_serversThatTellTheTime_nobodyElseIsAsked() {
    otherAt(NOW - 3 * DAY);
    serverSays(NOW);

    require();

    assertThat(waited()).isZero();
  }

  @Test
  void require_othersOfTheSameDay_looksOnce() {
    otherAt(NOW - DAY);

    require();

    assertThat(waited()).isZero();
  }

  @Test
  void require_fencedSessionOfAnotherDay_saysNothing() {
    assertThat(sessions.fence(otherAt(NOW - 3 * DAY))).isTrue();

    require();

    assertThat(waited()).isZero();
  }

  @Test
  void require_deadSessionOfAnotherDay_isLookedAtForLongerThanItsRenewalTakes() {
    otherAt(NOW - 3 * DAY);

    require();

    assertThat(waited()).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(8));
  }

  @Test
  void require_sessionOfAnotherDayThatIsAtWork_isRefused() {
    SessionRecord other = otherAt(NOW - 3 * DAY);
    AtomicInteger looks = new AtomicInteger();
    engine.beforeScan =
        scan -> {
          if (looks.incrementAndGet() == 4) {
            sessions.replace(Optional.of(other), other.renewed(2, NOW - 3 * DAY + 2_000));
          }
        };

    assertThatThrownBy(this::require)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining(
            "ahead of that of pid 5 at host, which has the store open (session 7)");
    assertThat(looks).hasValue(4);
  }

  @Test
  void require_interrupted_saysSoAndStaysInterrupted() {
    otherAt(NOW + 3 * DAY);
    runtime.interruptNextSleep();

    assertThatThrownBy(this::require)
        .isInstanceOf(InterruptedWaitException.class)
        .hasMessage("the comparison of clocks was interrupted; this attempt changed nothing");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void admissible_serversThatDoNotAnswer_isWhatIsWantedIfLessThanAnHourAbove() {
    engine.serverClock =
        () -> {
          throw new UnavailableException("no server answers");
        };

    assertThat(WallClocks.admissible(sessions, NOW, NOW + HOUR - 1)).isEqualTo(NOW + HOUR - 1);
    assertThat(WallClocks.admissible(sessions, NOW, NOW + HOUR)).isEqualTo(NOW);
  }

  @Test
  void admissible_smallStepsBeyondTheServers_endAnHourBeyond() {
    serverSays(NOW);

    long horizon = NOW;
    for (int step = 0; step < 10; step++) {
      horizon = Math.max(horizon, WallClocks.admissible(sessions, horizon, horizon + HOUR / 2));
    }
    assertThat(horizon).isEqualTo(NOW + HOUR);
  }

  @Test
  void admissible_farBeyondTheServers_isTheirTime() {
    serverSays(NOW);

    assertThat(WallClocks.admissible(sessions, NOW, NOW + HOUR)).isEqualTo(NOW + HOUR);
    assertThat(WallClocks.admissible(sessions, NOW, NOW + HOUR + 1)).isEqualTo(NOW);
    serverSays(NOW - 1);
    assertThat(WallClocks.admissible(sessions, NOW, NOW + HOUR)).isEqualTo(NOW - 1);
  }

  @Test
  void admissible_serversThatTellNoTime_isWhatIsWanted() {
    assertThat(WallClocks.admissible(sessions, NOW, NOW + DAY)).isEqualTo(NOW + DAY);
  }
}

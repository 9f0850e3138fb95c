package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;

class SessionWatchTest {
  private static final long NOW = 1_000_000_000;
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final SessionRecord SESSION = new SessionRecord(1, 5, 10, false, NOW, "pid 1");

  private final StillRuntime runtime = new StillRuntime(NOW);
  private final List<String> warnings = new ArrayList<>();
  private final SessionWatch watch = new SessionWatch(runtime, warnings::add);

  private List<SessionRecord> dead(SessionRecord... sessions) {
    return watch.dead(List.of(sessions));
  }

  @Test
  void dead_unrenewedByTheMonotonicClock_fromTheLimitOn() {
    assertThat(dead(SESSION)).isEmpty();
    runtime.passMonotonic(SessionWatch.DEAD_AFTER.minus(MILLI));
    assertThat(dead(SESSION)).isEmpty();
    runtime.passMonotonic(MILLI);
    assertThat(dead(SESSION)).containsExactly(SESSION);
  }

  @Test
  void dead_wallClockAhead_isNotTakenForDead() {
    dead(SESSION);
    runtime.moveWall(Duration.ofDays(1));

    assertThat(dead(SESSION)).isEmpty();
  }

  @Test
  void dead_renewedMeanwhile_isWatchedFromThenOn() {
    dead(SESSION);
    runtime.pass(Duration.ofSeconds(40));
    SessionRecord renewed = SESSION.renewed(20, NOW);
    assertThat(dead(renewed)).isEmpty();
    runtime.pass(Duration.ofSeconds(40));
    assertThat(dead(renewed)).isEmpty();
    runtime.pass(Duration.ofSeconds(5));
    assertThat(dead(renewed)).containsExactly(renewed);
  }

  /** Reads of a quorum may now and then show a renewal that only one replica has. */
  @Test
  void dead_renewalSeenNowAndThen_isNotWatchedAnew() {
    SessionRecord renewed = SESSION.renewed(20, NOW);
    dead(renewed);
    for (int look = 0; look < 4; look++) {
      runtime.pass(Duration.ofSeconds(10));
      assertThat(dead(look % 2 == 0 ? SESSION : renewed)).isEmpty();
    }
    runtime.pass(Duration.ofSeconds(5));
    assertThat(dead(SESSION)).containsExactly(SESSION);
    assertThat(dead(renewed)).containsExactly(renewed);
  }

  @Test
  void dead_fenced_atTheFirstLook() {
    assertThat(dead(SESSION.ended())).containsExactly(SESSION.ended());
  }

  @Test
  void dead_outOfSightForAWhile_isWatchedAllTheSame() {
    dead(SESSION);
    dead();
    runtime.pass(SessionWatch.DEAD_AFTER);

    assertThat(dead(SESSION)).containsExactly(SESSION);
  }

  @Test
  void dead_outOfSightForLong_isWatchedAnew() {
    dead(SESSION);
    runtime.pass(Duration.ofMinutes(11));
    dead();

    assertThat(dead(SESSION)).isEmpty();
  }

  @Test
  void silentFor_byItsOwnClock_fromTheTimeOn() {
    Duration time = Duration.ofSeconds(10);

    runtime.moveWall(time.minus(MILLI));
    assertThat(watch.silentFor(SESSION, time)).isFalse();
    runtime.moveWall(MILLI);
    assertThat(watch.silentFor(SESSION, time)).isTrue();
  }

  @Test
  void silentFor_byTheMonotonicClock_sinceItWasSeen() {
    Duration time = Duration.ofSeconds(10);

    runtime.passMonotonic(time);
    assertThat(watch.silentFor(SESSION, time)).as("never seen").isFalse();
    dead(SESSION);
    runtime.passMonotonic(time.minus(MILLI));
    assertThat(watch.silentFor(SESSION, time)).isFalse();
    runtime.passMonotonic(MILLI);
    assertThat(watch.silentFor(SESSION, time)).isTrue();
  }

  @Test
  void silentFor_noTime_always() {
    SessionRecord ahead = SESSION.renewed(10, NOW + 5_000);

    assertThat(watch.silentFor(ahead, Duration.ZERO)).isTrue();
  }

  @Test
  void dead_sessionAtWorkOfAnotherDay_isNamedOnceWhileItIsThere() {
    runtime.moveWall(Duration.ofDays(3));
    dead(SESSION);
    assertThat(warnings).as("it may be dead").isEmpty();
    dead(SESSION.renewed(20, NOW + 1));
    dead(SESSION.renewed(20, NOW + 2).renewed(20, NOW + 2));
    assertThat(warnings)
        .hasSize(1)
        .first()
        .asString()
        .contains("ahead of that of pid 1, which has the store open (session 1)");
    dead();
    dead(SESSION.renewed(20, NOW + 3).renewed(20, NOW + 3).renewed(20, NOW + 3));
    assertThat(warnings).as("it was out of sight for a moment").hasSize(1);
    runtime.pass(Duration.ofMinutes(11));
    dead();
    dead(SESSION);
    dead(SESSION.renewed(20, NOW + 3));
    assertThat(warnings).as("it was gone meanwhile").hasSize(2);
  }

  @Test
  void dead_sessionAtWorkOfTheSameDay_isNotNamed() {
    runtime.moveWall(Duration.ofDays(1));
    dead(SESSION);
    dead(SESSION.renewed(20, NOW));

    assertThat(warnings).isEmpty();
  }
}

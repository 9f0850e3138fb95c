package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;

/** Work that one of two processes does once a day. */
class TurnsTest {
  private static final long HOUSEKEEPING = -1;
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MILLI = Duration.ofMillis(1);

  private final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  private final Sessions sessions = SessionsTest.sessions(engine);
  private final StillRuntime runtime = new StillRuntime(DAY.toMillis() * 20_000);
  private final Turns one = new Turns(sessions, runtime, DAY);
  private final Turns other = new Turns(sessions, runtime, DAY);

  @BeforeEach
  void begin() {
    assertThat(one.take()).as("the first look begins the day").isFalse();
  }

  private void pass(Duration time) {
    runtime.pass(time);
  }

  @Test
  void take_onceADayOfAllProcesses() {
    pass(DAY.minus(MILLI));
    assertThat(one.take()).isFalse();
    pass(MILLI);
    assertThat(one.take()).isTrue();
    one.done();

    pass(DAY.minus(MILLI));
    assertThat(other.take()).isFalse();
    pass(MILLI);
    assertThat(other.take()).isTrue();
    assertThat(one.take()).isFalse();
  }

  @Test
  void take_workNotDone_isTakenAgainAfterAnHour() {
    pass(DAY);
    assertThat(one.take()).isTrue();

    pass(HOUR.minus(MILLI));
    assertThat(other.take()).isFalse();
    pass(MILLI);
    assertThat(other.take()).isTrue();

    pass(HOUR.plus(MILLI));
    assertThat(one.take()).as("by the same process too").isTrue();
  }

  @Test
  void renew_workOfManyHours_keepsItsTurn() {
    pass(DAY);
    assertThat(one.take()).isTrue();
    for (int quarter = 0; quarter < 50; quarter++) {
      pass(Duration.ofMinutes(16));
      one.renew();
      assertThat(other.take()).isFalse();
    }
    one.done();

    pass(DAY.minus(MILLI));
    assertThat(other.take()).isFalse();
    pass(MILLI);
    assertThat(other.take()).isTrue();
  }

  @Test
  void renew_soonAgain_writesNothing() {
    pass(DAY);
    assertThat(one.take()).isTrue();
    pass(Duration.ofMinutes(14));
    requireNoRenewal();
    engine.beforeWrite = mutations -> {};
    pass(Duration.ofMinutes(2));
    one.renew();
    pass(Duration.ofMinutes(14));
    requireNoRenewal();
  }

  private void requireNoRenewal() {
    engine.beforeWrite =
        mutations -> {
          throw new UnavailableException("no write is expected");
        };

    one.renew();
  }

  @Test
  void renew_turnTakenByAnother_isLeftToIt() {
    pass(DAY);
    assertThat(one.take()).isTrue();
    pass(HOUR);
    assertThat(other.take()).isTrue();
    other.done();

    one.renew();

    pass(HOUR.multipliedBy(2));
    assertThat(other.take()).isFalse();
    assertThat(one.take()).as("the other one did the work of this day").isFalse();
  }

  @Test
  void take_clocksADayApart_isNotTakenTwiceADay() {
    pass(DAY);
    assertThat(one.take()).isTrue();
    one.done();
    runtime.moveWall(DAY.negated());
    assertThat(other.take()).as("its clock is a day behind").isTrue();
    other.done();
    runtime.moveWall(DAY);

    assertThat(one.take()).isFalse();
  }

  /** Older releases take the turn if the time in the record is a day away, either way. */
  @Test
  void take_seenByAnOlderRelease_isOfTheLastHour() {
    pass(DAY);
    assertThat(one.take()).isTrue();

    long since = runtime.wallMillis() - sessions.find(HOUSEKEEPING).orElseThrow().renewedMillis();

    assertThat(Duration.ofMillis(since)).isEqualTo(DAY.minus(HOUR));
  }
}

package org.portolan.data.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.data.DataException;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.engine.UnavailableException;

class AtomicEpochWaitTest extends OnAGrid {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final List<String> told = new ArrayList<>();
  private final EpochWait wait = EpochWait.ofAtomic(engine, runtime);

  private Duration passed() {
    return Duration.ofNanos(runtime.monotonicNanos());
  }

  @Test
  void awaitAll_nobodyIsBehind_returnsAtOnce() {
    join(0);

    wait.awaitAll(0, PATIENCE, told::add);

    assertThat(told).isEmpty();
    assertThat(passed()).isZero();
    assertThat(register.all()).hasSize(1);
  }

  @Test
  void awaitAll_processLeaves_returnsThen() {
    Guard guard = join(0);
    runtime.beforeSleep(guard::leave);

    wait.awaitAll(1, PATIENCE, told::add);

    assertThat(told).hasSize(1).first().asString().contains("test (process ", "epoch 0)");
  }

  @Test
  void awaitAll_silentProcess_isFencedAfterTheTime() {
    Guard guard = join(0);
    Epoch.write(meta, 1);
    Guard later = join(1);

    wait.awaitAll(1, PATIENCE, told::add);

    assertThat(passed()).isEqualTo(SessionWatch.DEAD_AFTER);
    assertThat(guard.renew()).isFalse();
    assertThat(later.renew()).as("silent, but not behind").isTrue();
  }

  @Test
  void awaitAll_processThatRenews_isNamedAndNotFenced() {
    Guard guard = join(0);
    runtime.beforeSleep(guard::renew);

    assertThatThrownBy(() -> wait.awaitAll(1, PATIENCE, told::add))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("epoch 1")
        .hasMessageContaining("test (process ");

    assertThat(guard.renew()).isTrue();
    assertThat(told).as("told once").hasSize(1);
  }

  @Test
  void awaitAll_renewedBetweenTheLookAndTheFence_isNotFenced() {
    Guard guard = join(0);
    runtime.beforeSleep(
        () -> {
          if (passed().compareTo(SessionWatch.DEAD_AFTER.multipliedBy(2)) > 0) {
            guard.leave();
          }
        });
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          assertThat(guard.renew()).isTrue();
        };

    wait.awaitAll(1, PATIENCE, told::add);

    assertThat(passed()).isGreaterThan(SessionWatch.DEAD_AFTER.multipliedBy(2));
  }

  @Test
  void awaitAll_twoAtOnce_bothReturn() {
    join(0);
    EpochWait other = EpochWait.ofAtomic(engine, runtime);
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          other.awaitAll(1, PATIENCE, told::add);
        };

    wait.awaitAll(1, PATIENCE, told::add);

    assertThat(register.all()).isEmpty();
  }

  @Test
  void awaitAll_storeDoesNotAnswerForAWhile_goesOn() {
    int[] failures = {3};
    engine.beforeScan =
        scan -> {
          if (failures[0]-- > 0) {
            throw new UnavailableException("not now");
          }
        };

    wait.awaitAll(1, PATIENCE, told::add);

    assertThat(told).containsExactly("the store itself, which does not answer");
  }
}

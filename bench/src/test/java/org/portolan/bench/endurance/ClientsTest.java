package org.portolan.bench.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.system.ChildProcess;

@Timeout(60)
final class ClientsTest {
  private final Seen seen = new Seen();
  private final AtomicInteger started = new AtomicInteger();

  private ChildProcess shell(String script) {
    started.incrementAndGet();
    return ChildProcess.start(List.of("sh", "-c", script));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5);
    }
  }

  @Test
  void clients_thatAlwaysDieAtOnce_endTheRunAfterTwenty() throws InterruptedException {
    try (Clients clients =
        new Clients(1, seed -> shell("exit 3"), Duration.ofMillis(1), told -> {}, seen)) {
      await(() -> seen.troubles.count() == 20);
      await(() -> isBroken(seen));
      assertThat(clients.kills()).isZero();
    }
    assertThat(started).hasValue(20);
    assertThatThrownBy(seen::requireLoad)
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageStartingWith("a client ended by itself 20 times in a row, at last: ")
        .hasMessageContaining("status 3");
  }

  private static boolean isBroken(Seen seen) {
    try {
      seen.requireLoad();
      return false;
    } catch (BenchmarkFailedException e) {
      return true;
    }
  }

  @Test
  void clients_thatReportBeforeTheyDie_areReplaced() throws InterruptedException {
    String dies = "echo client " + new LoadClient.Told(10, 1, 0, 0, 1, 1).line() + "; exit 3";
    CountDownLatch reports = new CountDownLatch(30);
    try (Clients clients =
        new Clients(2, seed -> shell(dies), Duration.ZERO, told -> reports.countDown(), seen)) {
      reports.await();
      assertThat(clients.kills()).isZero();
    }
    seen.requireLoad();
    assertThat(seen.troubles.count()).isGreaterThanOrEqualTo(28);
    assertThat(seen.troubles.first()).hasSize(20);
  }

  @Test
  void clients_aKilledOne_isReplacedWithoutPauseAndWithoutTrouble() throws InterruptedException {
    try (Clients clients =
        new Clients(
            2, seed -> shell("cat; echo client end"), Duration.ofDays(1), told -> {}, seen)) {
      await(() -> started.get() == 2);
      clients.killOne();
      await(() -> started.get() == 3);
      assertThat(clients.kills()).isEqualTo(1);
    }
    assertThat(seen.troubles.first()).isEmpty();
  }

  @Test
  void kill_whileADeadClientIsNotYetReplaced_doesNotCount() throws InterruptedException {
    try (Clients clients =
        new Clients(2, seed -> shell("exit 3"), Duration.ofDays(1), told -> {}, seen)) {
      await(() -> seen.troubles.count() == 2);
      clients.killOne();
      assertThat(clients.kills()).isZero();
    }
  }

  /** As a {@link LoadClient} does when its input ends. */
  @Test
  void clients_stopped_tellTheirFailures() throws InterruptedException {
    String script = "cat; echo client failure insert, timeout: no answer; echo client end";
    try (Clients clients =
        new Clients(2, seed -> shell(script), Duration.ofDays(1), told -> {}, seen)) {
      await(() -> started.get() == 2);
      assertThat(clients.kills()).isZero();
    }
    assertThat(seen.failures.first()).containsOnly("insert, timeout: no answer").hasSize(2);
    assertThat(seen.troubles.first()).isEmpty();
  }
}

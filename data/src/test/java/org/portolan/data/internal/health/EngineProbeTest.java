package org.portolan.data.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreRuntime;

class EngineProbeTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final AtomicInteger reads = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void release() {
    released.countDown();
  }

  private EngineProbe probe(Runnable read) {
    return new EngineProbe(
        StoreRuntime.system(),
        () -> {
          reads.incrementAndGet();
          read.run();
        });
  }

  private void hang() {
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void engineThatAnswers_hasNoFault() {
    EngineProbe probe = probe(() -> {});
    assertThat(probe.ask(LONG).fault()).isEmpty();
    assertThat(probe.ask(LONG).fault()).isEmpty();
    assertThat(reads).hasValue(2);
  }

  @Test
  void readThatFails_isTheFault() {
    EngineProbe failing =
        probe(
            () -> {
              throw new IllegalStateException("the engine is closed");
            });
    assertThat(failing.ask(LONG).fault())
        .contains("a read of one row failed: the engine is closed");
    assertThat(failing.ask(LONG).fault()).as("asked anew").isPresent();
    assertThat(reads).hasValue(2);
  }

  @Test
  void engineThatHangs_isAskedOnce() throws InterruptedException {
    EngineProbe probe = probe(this::hang);
    for (int call = 0; call < 20; call++) {
      assertThat(probe.ask(SHORT).fault().orElseThrow())
          .startsWith("the engine has not answered a read of one row for ")
          .endsWith(" ms; see whether its servers run and answer");
    }
    assertThat(reads.get()).isLessThanOrEqualTo(1);
    Thread waiting = new Thread(() -> released.countDown());
    waiting.start();
    assertThat(probe.ask(LONG).fault()).as("the same read, once it is answered").isEmpty();
    waiting.join();
    assertThat(probe.ask(LONG).fault()).isEmpty();
    assertThat(reads.get()).isLessThanOrEqualTo(3);
  }

  @Test
  void callerThatIsInterrupted_staysInterrupted() {
    EngineProbe probe = probe(this::hang);
    Thread.currentThread().interrupt();
    assertThat(probe.ask(LONG).fault().orElseThrow()).startsWith("this thread was interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}

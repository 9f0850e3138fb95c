package org.portolan.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InFlightTest {
  /** An interrupted thread cannot park: a wait that ignores this spins. */
  @Test
  @Timeout(60)
  void close_interrupted_waitsWithoutSpinningAndStaysInterrupted() throws InterruptedException {
    InFlight inFlight = new InFlight("store");
    inFlight.enter();
    AtomicBoolean began = new AtomicBoolean();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread closing =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              began.set(true);
              inFlight.close();
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    closing.start();
    // The wait clears the interruption until it ends, because it could not park otherwise.
    while (!began.get() || closing.isInterrupted()) {
      Thread.sleep(1);
    }
    assertThat(closing.isAlive()).isTrue();
    inFlight.leave();
    closing.join();
    assertThat(interrupted).isTrue();
    assertThat(inFlight.tryEnter()).isFalse();
  }
}

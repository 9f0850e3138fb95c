package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

class PatienceTest {
  private final MovableRuntime runtime = new MovableRuntime(InstantSource.system());
  private final AtomicInteger repetitions = new AtomicInteger();
  private final Patience patience =
      new Patience(runtime, Duration.ofMinutes(1), repetitions::incrementAndGet);
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void repeat_serversThatComeBack_returnsWhatTheWorkReturns() {
    String made =
        patience.repeat(
            () ->
                switch (attempts.incrementAndGet()) {
                  case 1 -> throw new UnavailableException("no answer");
                  case 2 -> throw new OutcomeUnknownException("no acknowledgement");
                  default -> "made";
                });
    assertThat(made).isEqualTo("made");
    assertThat(attempts).hasValue(3);
    assertThat(repetitions).hasValue(2);
  }

  @Test
  void repeat_withoutPatience_throwsTheFirstFailure() {
    assertThatThrownBy(
            () ->
                Patience.NONE.repeat(
                    () -> {
                      throw new UnavailableException("failure " + attempts.incrementAndGet());
                    }))
        .hasMessage("failure 1");
  }

  @Test
  void repeat_serversThatStayAway_throwsTheLastFailure() {
    assertThatThrownBy(
            () ->
                patience.repeat(
                    () -> {
                      runtime.pass(Duration.ofSeconds(40));
                      throw new UnavailableException("failure " + attempts.incrementAndGet());
                    }))
        .isInstanceOf(UnavailableException.class)
        .hasMessage("failure 2");
  }

  @Test
  void repeat_anotherFailure_isThrownAtOnce() {
    assertThatThrownBy(
            () ->
                patience.repeat(
                    () -> {
                      attempts.incrementAndGet();
                      throw new IllegalArgumentException("wrong");
                    }))
        .hasMessage("wrong");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void repeat_interrupted_throwsTheFailureAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                patience.repeat(
                    () -> {
                      attempts.incrementAndGet();
                      throw new UnavailableException("no answer");
                    }))
        .hasMessage("no answer");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(attempts).hasValue(1);
  }
}

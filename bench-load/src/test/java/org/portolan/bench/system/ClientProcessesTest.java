package org.portolan.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClientProcessesTest {
  private final Heard heard = new Heard();
  private final AtomicInteger started = new AtomicInteger();

  private static final class Heard implements ClientProcesses.Listener {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private final List<String> broken = new CopyOnWriteArrayList<>();

    @Override
    public void line(String line) {
      lines.add(line);
    }

    @Override
    public void trouble(String message) {
      troubles.add(message);
    }

    @Override
    public void broken(String why, RuntimeException cause) {
      broken.add(why);
    }
  }

  private ClientProcesses clients(int count, String script, Duration pause) {
    return new ClientProcesses(
        count,
        number -> {
          started.incrementAndGet();
          return ChildProcess.start(List.of("sh", "-c", script));
        },
        pause,
        heard);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5);
    }
  }

  @Test
  void clients_thatAlwaysDieAtOnce_endTheRunAfterTwenty() throws InterruptedException {
    try (ClientProcesses clients = clients(1, "exit 3", Duration.ofMillis(1))) {
      await(() -> !heard.broken.isEmpty());
      assertThat(clients.kills()).isZero();
    }
    assertThat(started).hasValue(20);
    assertThat(heard.troubles).hasSize(20);
    assertThat(heard.broken.get(0))
        .startsWith("a client ended by itself 20 times in a row, at last: ")
        .contains("status 3");
  }

  @Test
  void clients_thatPrintALineBeforeTheyDie_areReplaced() throws InterruptedException {
    try (ClientProcesses clients = clients(2, "echo client here; exit 3", Duration.ZERO)) {
      await(() -> heard.lines.size() >= 30);
      assertThat(clients.kills()).isZero();
    }
    assertThat(heard.broken).isEmpty();
    assertThat(heard.troubles).hasSizeGreaterThanOrEqualTo(28);
    assertThat(heard.lines).containsOnly("here");
  }

  @Test
  void clients_aKilledOne_isReplacedWithoutPauseAndWithoutTrouble() throws InterruptedException {
    try (ClientProcesses clients = clients(2, "cat; echo client end", Duration.ofDays(1))) {
      await(() -> started.get() == 2);
      clients.kill(0);
      clients.kill(1);
      await(() -> started.get() == 4);
      assertThat(clients.kills()).isEqualTo(2);
    }
    assertThat(heard.troubles).isEmpty();
  }

  @Test
  void kill_whileADeadClientIsNotYetReplaced_doesNotCount() throws InterruptedException {
    try (ClientProcesses clients = clients(2, "exit 3", Duration.ofDays(1))) {
      await(() -> heard.troubles.size() == 2);
      clients.kill(1);
      assertThat(clients.kills()).isZero();
    }
  }

  /** As a client does when its input ends. */
  @Test
  void clients_stopped_areHeardToTheirEnd() throws InterruptedException {
    String script = "cat; echo client failure: no answer; echo client end";
    try (ClientProcesses clients = clients(2, script, Duration.ofDays(1))) {
      await(() -> started.get() == 2);
      assertThat(clients.kills()).isZero();
    }
    assertThat(heard.lines).containsOnly("failure: no answer").hasSize(2);
    assertThat(heard.troubles).isEmpty();
  }
}

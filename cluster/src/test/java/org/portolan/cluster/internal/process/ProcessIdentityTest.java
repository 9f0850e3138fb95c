package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
  @Test
  void isAlive_thisProcess_isTrue() {
    assertThat(ProcessIdentity.of(ProcessHandle.current()).isAlive()).isTrue();
  }

  @Test
  void isAlive_numberUsedAgain_isFalse() {
    ProcessIdentity current = ProcessIdentity.of(ProcessHandle.current());
    ProcessIdentity formerOwner =
        new ProcessIdentity(current.pid(), current.started().minus(Duration.ofSeconds(10)));

    assertThat(formerOwner.isAlive()).isFalse();
    assertThat(formerOwner.handle()).isEmpty();
  }

  @Test
  void isAlive_killed_isFalse() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sleep", "600").start();
    ProcessIdentity identity = ProcessIdentity.of(process.toHandle());
    assertThat(identity.isAlive()).isTrue();

    process.destroyForcibly().waitFor();

    assertThat(identity.isAlive()).isFalse();
  }

  @Test
  void line_ofAChild_beginsWithItAndItsParent() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sh", "-c", "read end").start();
    try {
      assertThat(ProcessIdentity.of(process.toHandle()).line())
          .startsWith(process.pid(), ProcessHandle.current().pid());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void withArgument_markedProcess_findsItAlone() throws IOException, InterruptedException {
    String marker = "marker-" + UUID.randomUUID();
    Process process =
        // No other program: the fork that becomes one has these arguments for a moment too.
        new ProcessBuilder("sh", "-c", "read end; exit 1", marker + "/node-1").start();
    try {
      assertThat(ProcessIdentity.withArgument(text -> text.startsWith(marker + "/")))
          .extracting(ProcessIdentity::pid)
          .containsExactly(process.pid());
      assertThat(ProcessIdentity.withArgument(text -> text.startsWith(marker + "/node-2")))
          .isEmpty();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}

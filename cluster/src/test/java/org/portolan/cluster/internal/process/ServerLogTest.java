package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
  private static final String READY = "Serving as ";
  private static final String AFTERWARDS = "a line of what a server says later\n".repeat(100_000);

  @TempDir Path directory;
  private ServerLog log;

  @BeforeEach
  void name() {
    log = new ServerLog(directory.resolve("server.log"));
  }

  @Test
  void hasPrinted_longAgo_isSeen() throws IOException {
    Files.writeString(log.file(), "begins\n" + READY + "server-1\n" + AFTERWARDS);
    assertThat(log.hasPrinted(READY, 0)).isTrue();
    assertThat(log.hasPrinted("never", 0)).isFalse();
  }

  @Test
  void hasPrinted_inAnEarlierRun_isNot() throws IOException {
    Files.writeString(log.file(), READY + "server-1\n");
    long from = log.length();
    Files.writeString(log.file(), READY + "server-1\nbegins anew\n");
    assertThat(log.hasPrinted(READY, from)).isFalse();
  }

  @Test
  void hasPrinted_withoutALog_isNot() {
    assertThat(log.hasPrinted(READY, 0)).isFalse();
    assertThat(log.tail(3)).isEmpty();
  }

  @Test
  void tail_ofALongLog_areItsLastLines() throws IOException {
    Files.writeString(log.file(), AFTERWARDS + "one\ntwo\n");
    assertThat(log.tail(2)).containsExactly("one", "two");
  }
}

package org.portolan.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class RunDirectoryTest {
  private static final Path RUN = Path.of("run");

  private static final class File extends StringWriter {
    private final boolean fails;
    private boolean closed;

    File(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void close() throws IOException {
      closed = true;
      if (fails) {
        throw new IOException("the disk is full");
      }
    }
  }

  @Test
  void close_ofAFileThatFails_namesIt_andClosesTheOtherToo() {
    File whole = new File(false);
    assertThatThrownBy(() -> new RunDirectory(RUN, whole, new File(true)).close())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot write " + RUN.resolve("servers.csv"));
    assertThat(whole.closed).isTrue();
    File other = new File(false);
    assertThatThrownBy(() -> new RunDirectory(RUN, new File(true), other).close())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot write " + RUN.resolve("series.csv"));
    assertThat(other.closed).isTrue();
  }
}

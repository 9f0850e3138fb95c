package org.portolan.wiki.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReadAheadInputTest {

  /** The timeout is needed because a reader that gets no last block would wait for ever. */
  @Test
  @Timeout(60)
  void read_whereDecompressionThrowsAnError_failsInsteadOfWaiting() throws IOException {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new StackOverflowError("of the test");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            return read();
          }
        };
    try (var input = new ReadAheadInput(broken)) {
      assertThatThrownBy(() -> assertThat(input.read()).isNegative())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("decompression failed");
    }
  }
}

package org.portolan.wiki.dump;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Fails if a file does not reach the next piece of XML within a limit: otherwise the parser would
 * collect an endless name, comment or tag in memory.
 */
final class GuardedInput extends FilterInputStream {
  /** Far more than any tag or comment needs, and far more than the parser reads ahead. */
  static final long PIECE_BYTES_MAX = 16L << 20;

  private long sincePiece;

  GuardedInput(InputStream source) {
    super(source);
  }

  /** Notes that the parser has reached the next piece. */
  void advanced() {
    sincePiece = 0;
  }

  @Override
  public int read() throws IOException {
    int value = in.read();
    if (value >= 0) {
      count(1);
    }
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = in.read(bytes, offset, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(int read) throws IOException {
    sincePiece += read;
    if (sincePiece > PIECE_BYTES_MAX) {
      throw new IOException("a name, tag or comment is longer than " + PIECE_BYTES_MAX + " bytes");
    }
  }
}

package org.portolan.wiki.dump;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stops a file that never comes to the next piece of XML: a name, comment or tag without end would
 * otherwise be gathered in memory.
 */
final class GuardedInput extends FilterInputStream {
  /** Far more than any tag or comment needs, and than the parser reads ahead. */
  static final long PIECE_BYTES_MAX = 16L << 20;

  private long sincePiece;

  GuardedInput(InputStream source) {
    super(source);
  }

  /** Says that the parser has come to the next piece. */
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

package org.portolan.wiki.dump;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Decompresses on a separate thread, a bounded number of blocks ahead of the reader. The reader
 * gets a failure at the place where it happened. For one reading thread at a time.
 */
final class ReadAheadInput extends InputStream {
  private static final int BLOCK_BYTES = 1 << 17;
  private static final int BLOCKS_MAX = 16;

  /** Decompressed bytes, or the end of the stream, with the failure that caused it, if any. */
  private static final class Block {
    final byte[] bytes;
    final int length;
    final Throwable failure;

    Block(byte[] bytes, int length, Throwable failure) {
      this.bytes = bytes;
      this.length = length;
      this.failure = failure;
    }

    boolean isLast() {
      return length < 0;
    }
  }

  private final InputStream source;
  private final ArrayBlockingQueue<Block> blocks = new ArrayBlockingQueue<>(BLOCKS_MAX);
  private final Thread thread;
  private Block block = new Block(new byte[0], 0, null);
  private int position;

  ReadAheadInput(InputStream source) {
    this.source = source;
    this.thread = new Thread(this::decompress, "dump-decompression");
    thread.setDaemon(true);
    thread.start();
  }

  private void decompress() {
    try {
      Throwable failure = null;
      try {
        while (true) {
          var bytes = new byte[BLOCK_BYTES];
          int length = source.readNBytes(bytes, 0, BLOCK_BYTES);
          if (length == 0) {
            break;
          }
          blocks.put(new Block(bytes, length, null));
        }
      } catch (IOException | RuntimeException | Error e) {
        // Damaged blocks make decompressors throw any of these; the reader waits for a last block.
        failure = e;
      }
      blocks.put(new Block(new byte[0], -1, failure));
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!block.isLast() && position == block.length) {
      block = take();
      position = 0;
    }
    if (block.isLast()) {
      if (block.failure != null) {
        throw new IOException(describe(block.failure), block.failure);
      }
      return -1;
    }
    int count = Math.min(length, block.length - position);
    System.arraycopy(block.bytes, position, bytes, offset, count);
    position += count;
    return count;
  }

  private Block take() throws InterruptedIOException {
    try {
      return blocks.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for decompressed bytes");
    }
  }

  private static String describe(Throwable failure) {
    return "decompression failed: "
        + (failure.getMessage() == null ? failure.toString() : failure.getMessage());
  }

  @Override
  public void close() throws IOException {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    source.close();
  }
}

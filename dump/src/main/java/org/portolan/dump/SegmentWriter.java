package org.portolan.dump;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the file of one segment. Another thread compresses, in blocks of a fixed size, so that the
 * bytes do not depend on the threads. The caller is one thread.
 */
final class SegmentWriter implements AutoCloseable {
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int BLOCKS_WAITING_MAX = 4;

  private final DumpFiles files;
  private final String name;
  private final Executor compressor;
  private final MessageDigest digest = DumpFiles.sha256();
  private final FileOutputStream file;
  private final OutputStream zipped;
  private final Deque<FutureTask<Void>> waiting = new ArrayDeque<>();
  private LineBuffer block = new LineBuffer(BLOCK_BYTES);
  private long bytes;
  private long fileBytes;

  /**
   * @param compressor runs its tasks one after another
   */
  SegmentWriter(DumpFiles files, String name, Executor compressor) throws IOException {
    this.files = files;
    this.name = name;
    this.compressor = compressor;
    files.watch().before("write", files.path(name + DumpFiles.TEMPORARY));
    this.file = new FileOutputStream(files.path(name + DumpFiles.TEMPORARY).toFile());
    this.zipped = new FastZip(new DigestOutputStream(file, digest));
  }

  /** The fastest level: it is limited by one processor all the same. */
  private static final class FastZip extends GZIPOutputStream {
    FastZip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Returns the length so far before compression, in bytes. */
  long bytes() {
    return bytes;
  }

  void append(byte[] source, int length) {
    int start = 0;
    while (start < length) {
      int count = Math.min(length - start, BLOCK_BYTES - block.length());
      block.append(source, start, count);
      start += count;
      if (block.length() == BLOCK_BYTES) {
        flush();
      }
    }
    bytes += length;
  }

  private void flush() {
    LineBuffer full = block;
    block = new LineBuffer(BLOCK_BYTES);
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              files.watch().before("append", files.path(name + DumpFiles.TEMPORARY));
              full.writeTo(zipped);
              return null;
            });
    waiting.add(task);
    compressor.execute(task);
    if (waiting.size() > BLOCKS_WAITING_MAX) {
      Tasks.result(waiting.remove());
    }
  }

  /** Writes the rest, syncs the file and gives it its name. */
  void finish() throws IOException {
    flush();
    while (!waiting.isEmpty()) {
      Tasks.result(waiting.remove());
    }
    zipped.flush();
    ((GZIPOutputStream) zipped).finish();
    files.watch().before("sync", files.path(name + DumpFiles.TEMPORARY));
    file.getChannel().force(true);
    fileBytes = file.getChannel().size();
    zipped.close();
    files.publish(name);
  }

  /** Returns the length of the finished file, in bytes. */
  long fileBytes() {
    return fileBytes;
  }

  /** Returns the digest of the finished file; once. */
  String sha256() {
    return DumpFiles.hex(digest.digest());
  }

  /** Frees the file; an unfinished one keeps its temporary name. */
  @Override
  public void close() throws IOException {
    waiting.forEach(task -> task.cancel(false));
    file.close();
  }
}

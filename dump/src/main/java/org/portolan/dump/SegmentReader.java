package org.portolan.dump;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The lines of one segment, one after another; memory holds one. Used by one thread. */
final class SegmentReader implements AutoCloseable {
  private final String name;
  private final LineCodec codec;
  private final InputStream in;
  private final byte[] block = new byte[1 << 16];
  private final LineBuffer line = new LineBuffer();
  private int position;
  private int limit;
  private long number;
  private long bytes;

  SegmentReader(Path file, String name, LineCodec codec) {
    this.name = name;
    this.codec = codec;
    InputStream raw = null;
    try {
      raw = Files.newInputStream(file);
      in = new GZIPInputStream(raw, 1 << 16);
    } catch (IOException e) {
      close(raw);
      throw failure(e);
    }
  }

  private static void close(InputStream raw) {
    try {
      if (raw != null) {
        raw.close();
      }
    } catch (IOException e) {
      // The failure that comes first is reported.
    }
  }

  /** Returns the number of the line that was read last, from 1 on. */
  long number() {
    return number;
  }

  /** Returns the length of the lines read so far, in bytes. */
  long bytes() {
    return bytes;
  }

  /** Returns the length of the line that was read last, in bytes. */
  int lineBytes() {
    return line.length();
  }

  String place() {
    return "line " + number + " of " + name;
  }

  /**
   * Reads the next line.
   *
   * @return null at the end
   * @throws DumpException if it is no line of the entity
   */
  DumpLine next() {
    line.clear();
    boolean whole = false;
    while (!whole) {
      if (position == limit && !fill()) {
        break;
      }
      int end = position;
      while (end < limit && block[end] != '\n') {
        end++;
      }
      whole = end < limit;
      line.append(block, position, (whole ? end + 1 : end) - position);
      position = whole ? end + 1 : end;
    }
    if (line.length() == 0) {
      return null;
    }
    number++;
    bytes += line.length();
    if (!whole) {
      throw new DumpException(
          "cannot read " + place() + ": the file ends within the line; export the store again");
    }
    try {
      return codec.read(line.array(), line.length());
    } catch (IllegalArgumentException e) {
      throw new DumpException(
          "cannot read " + place() + ": " + e.getMessage() + "; export the store again", e);
    }
  }

  private boolean fill() {
    try {
      position = 0;
      limit = Math.max(0, in.read(block));
      return limit > 0;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private DumpException failure(IOException e) {
    return new DumpException(
        "cannot read " + name + " after line " + number + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    close(in);
  }
}

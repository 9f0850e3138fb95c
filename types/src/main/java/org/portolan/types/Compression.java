package org.portolan.types;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compressed text: a byte for the form, then either the UTF-8 bytes as they are, or their number
 * and their raw deflate stream (RFC 1951). The stream is used only if it is shorter. Thread-safe.
 */
final class Compression {
  /** The largest size to which the compressed texts of one row may expand, in bytes. */
  static final int LENGTH_MAX_BYTES = 64 << 20;

  private static final int RAW = 0;
  private static final int DEFLATED = 1;

  /** Shorter texts are not worth the attempt. */
  private static final int WORTH_BYTES = 64;

  /** Deflate's greatest expansion: a stream that claims more is broken. */
  private static final int EXPANSION_MAX = 1032;

  // On wiki text the default level saves 6 % more and takes half as long again. Both hold native
  // memory, so there is one for each thread, not one for each text.
  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_SPEED, true));
  private static final ThreadLocal<Inflater> INFLATER =
      ThreadLocal.withInitial(() -> new Inflater(true));

  private Compression() {}

  static void write(ByteWriter out, byte[] content) {
    if (content.length >= WORTH_BYTES && writeDeflated(out, content)) {
      return;
    }
    out.writeByte(RAW);
    out.writeBytes(content, content.length);
  }

  /** Writes the deflated form and returns true; if it is not shorter, writes nothing. */
  private static boolean writeDeflated(ByteWriter out, byte[] content) {
    int start = out.position();
    out.writeByte(DEFLATED);
    out.writeVarint(content.length);
    int room = content.length - (out.position() - start);
    byte[] target = out.reserve(room);
    Deflater deflater = DEFLATER.get();
    try {
      deflater.setInput(content);
      deflater.finish();
      int length = deflater.deflate(target, out.position(), room);
      boolean shorter = deflater.finished();
      out.position(shorter ? out.position() + length : start);
      return shorter;
    } finally {
      deflater.reset();
    }
  }

  static String read(ByteReader in, int length) {
    int end = in.position() + length;
    int form = length == 0 ? -1 : in.readByte();
    if (form == RAW) {
      in.spendInflated(length - 1L);
      return Utf8.decode(in.source(), in.skip(length - 1), length - 1);
    }
    if (form != DEFLATED) {
      throw new IllegalArgumentException("a compressed text has the unknown form " + form);
    }
    long inflated = in.readVarint();
    int deflated = end - in.position();
    if (deflated < 0 || inflated < 0 || inflated > (long) deflated * EXPANSION_MAX) {
      throw new IllegalArgumentException(
          "a compressed text of " + deflated + " bytes cannot expand to " + inflated);
    }
    in.spendInflated(inflated);
    byte[] content = inflate(in.source(), in.skip(deflated), deflated, (int) inflated);
    return Utf8.decode(content, 0, content.length);
  }

  private static byte[] inflate(byte[] source, int start, int length, int inflated) {
    Inflater inflater = INFLATER.get();
    try {
      inflater.setInput(source, start, length);
      byte[] content = new byte[inflated];
      int done = 0;
      while (done < inflated) {
        int count = inflater.inflate(content, done, inflated - done);
        if (count == 0) {
          break;
        }
        done += count;
      }
      // The last call reads the end mark, which may still be unread when the content is complete.
      boolean more = !inflater.finished() && inflater.inflate(new byte[1]) != 0;
      if (done < inflated || more || !inflater.finished() || inflater.getRemaining() != 0) {
        throw new IllegalArgumentException(
            "a compressed text does not expand to its recorded length of " + inflated + " bytes");
      }
      return content;
    } catch (DataFormatException fault) {
      throw new IllegalArgumentException(
          "a compressed text cannot be expanded: its deflate stream is damaged", fault);
    } finally {
      inflater.reset();
    }
  }
}

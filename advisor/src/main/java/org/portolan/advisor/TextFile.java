package org.portolan.advisor;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file of text, plain or compressed by gzip, in UTF-8, or in UTF-16 with a byte order mark. Bytes
 * that are no characters become U+FFFD, so that reading goes on. A compressed file that is cut off
 * or damaged ends there. Not thread-safe.
 */
final class TextFile extends FilterReader {
  private static final int BUFFER_BYTES = 1 << 17;
  private static final int MAGIC_CHARS = 4;

  /** How compressed files begin. */
  private static final Map<String, String> FORMS =
      Map.of("BZh", "bzip2", "\u00fd7zX", "xz", "(\u00b5/\u00fd", "zstd", "PK\u0003\u0004", "zip");

  private static final char NO_CHARACTER = '\ufffd';

  private final char[] start;
  private int place;
  private long wrong;
  private final Compressed compressed;

  private TextFile(Reader reader, Compressed compressed, int startChars) throws IOException {
    super(reader);
    this.compressed = compressed;
    char[] buffer = new char[startChars];
    int length = 0;
    for (int read = 0; read >= 0 && length < startChars; length += Math.max(0, read)) {
      read = readAhead(buffer, length, startChars - length);
    }
    start = Arrays.copyOf(buffer, length);
  }

  /**
   * Opens a file.
   *
   * @param startChars how many characters {@link #start} returns at most
   */
  static TextFile open(Path file, int startChars) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("cannot read " + file + ", which is a directory; name a file in it");
    }
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    try {
      requireReadable(file, bytes);
      Compressed compressed = isCompressed(bytes) ? new Compressed(bytes) : null;
      InputStream plain =
          compressed == null ? bytes : new BufferedInputStream(compressed, BUFFER_BYTES);
      Charset charset = charset(plain);
      return new TextFile(
          new InputStreamReader(
              plain,
              charset
                  .newDecoder()
                  .onMalformedInput(CodingErrorAction.REPLACE)
                  .onUnmappableCharacter(CodingErrorAction.REPLACE)),
          compressed,
          startChars);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /** Refuses what other programs compress. */
  private static void requireReadable(Path file, InputStream bytes) throws IOException {
    bytes.mark(MAGIC_CHARS);
    String start = new String(bytes.readNBytes(MAGIC_CHARS), StandardCharsets.ISO_8859_1);
    bytes.reset();
    for (Map.Entry<String, String> form : FORMS.entrySet()) {
      if (start.startsWith(form.getKey())) {
        throw new IOException(
            "cannot read "
                + file
                + ", which is compressed by "
                + form.getValue()
                + ": unpack it first, or compress it by gzip");
      }
    }
  }

  private static boolean isCompressed(InputStream bytes) throws IOException {
    bytes.mark(2);
    boolean compressed = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return compressed;
  }

  private static Charset charset(InputStream bytes) throws IOException {
    bytes.mark(2);
    int first = bytes.read();
    int second = bytes.read();
    bytes.reset();
    boolean utf16 = (first == 0xff && second == 0xfe) || (first == 0xfe && second == 0xff);
    return utf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
  }

  /** Returns the beginning of the file, without moving in it. */
  String start() {
    return new String(start);
  }

  /** Returns how many bytes or groups of bytes read so far were no characters. */
  long wrongCharacters() {
    return wrong;
  }

  /** Returns what ended the file before its end; empty if nothing did. */
  String damage() {
    return compressed == null ? "" : compressed.damage;
  }

  private int readAhead(char[] buffer, int offset, int length) throws IOException {
    int read = in.read(buffer, offset, length);
    for (int i = offset; i < offset + read; i++) {
      wrong += buffer[i] == NO_CHARACTER ? 1 : 0;
    }
    return read;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    if (place < start.length) {
      int count = Math.min(length, start.length - place);
      System.arraycopy(start, place, buffer, offset, count);
      place += count;
      return count;
    }
    return readAhead(buffer, offset, length);
  }

  /** A compressed file, which ends where it is damaged: the readers above would lose bytes. */
  private static final class Compressed extends FilterInputStream {
    private String damage = "";

    Compressed(InputStream bytes) throws IOException {
      super(bytes);
      try {
        in = new GZIPInputStream(bytes, BUFFER_BYTES);
      } catch (EOFException | ZipException e) {
        damage = "the compressed file has no whole header, so nothing was read";
      }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (!damage.isEmpty()) {
        return -1;
      }
      try {
        return in.read(buffer, offset, length);
      } catch (EOFException e) {
        damage = "the compressed file is cut off; the statements before its end were read";
      } catch (ZipException e) {
        damage = "the compressed file is damaged; the statements before the damage were read";
      }
      return -1;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
  }
}

package org.portolan.advisor;

import java.io.BufferedInputStream;
import java.io.EOFException;
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
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file of text, plain or compressed by gzip, in UTF-8, or in UTF-16 with a byte order mark. Bytes
 * that are no characters become U+FFFD, so that reading goes on. A compressed file that is cut off
 * or damaged ends there. Not thread-safe.
 */
final class TextFile extends FilterReader {
  private static final int BUFFER_BYTES = 1 << 17;
  private static final char NO_CHARACTER = '\ufffd';

  private final char[] start;
  private int place;
  private long wrong;
  private String damage = "";

  private TextFile(Reader reader, int startChars) throws IOException {
    super(reader);
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
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    try {
      InputStream plain = plain(bytes);
      Charset charset = charset(plain);
      return new TextFile(
          new InputStreamReader(
              plain,
              charset
                  .newDecoder()
                  .onMalformedInput(CodingErrorAction.REPLACE)
                  .onUnmappableCharacter(CodingErrorAction.REPLACE)),
          startChars);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static InputStream plain(InputStream bytes) throws IOException {
    bytes.mark(2);
    boolean compressed = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return compressed
        ? new BufferedInputStream(new GZIPInputStream(bytes, BUFFER_BYTES), BUFFER_BYTES)
        : bytes;
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
    return damage;
  }

  private int readAhead(char[] buffer, int offset, int length) throws IOException {
    int read;
    try {
      read = in.read(buffer, offset, length);
    } catch (EOFException e) {
      damage = "the compressed file is cut off: what was before was read";
      return -1;
    } catch (ZipException e) {
      damage = "the compressed file is damaged: what was before was read";
      return -1;
    }
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
    return damage.isEmpty() ? readAhead(buffer, offset, length) : -1;
  }
}

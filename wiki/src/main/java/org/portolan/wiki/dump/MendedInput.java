package org.portolan.wiki.dump;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Puts an underscore in the place of each byte that is not UTF-8 or not a character of XML, and in
 * each reference to no character of XML, and remembers where: so a damaged byte costs the page that
 * has it, and not the rest of the file. The last bytes given out are kept, so that reading can
 * begin again at the next page. Files that declare another encoding pass through unchanged.
 *
 * <p>Places are counted in UTF-16 units from the start, as the parser counts them.
 */
final class MendedInput extends FilterInputStream {
  private static final int DECLARATION_BYTES_MAX = 256;

  /** More than the parser reads ahead. */
  private static final int KEPT_BYTES = 1 << 18;

  private static final int NO_REFERENCE = -1;
  private static final int AMPERSAND = 0;

  private static final int DAMAGES_MAX = 100_000;
  private static final String PAGE = "<page>";
  private static final String END = "</mediawiki>";

  /** Bytes damaged next to each other, as places. */
  private record Damage(long from, long to) {}

  private final boolean mends;
  private final Deque<Damage> damages = new ArrayDeque<>();
  private final byte[] kept = new byte[KEPT_BYTES];
  private long bytes;
  private long chars;
  private long lines;

  /** The bytes of a character that has begun, and their number when it is whole. */
  private final byte[] pending = new byte[4];

  private int pendingCount;
  private int pendingWanted;

  /** The base of the number of a character after "&amp;#" or "&amp;#x", or what is expected. */
  private int reference = NO_REFERENCE;

  private int referred;

  /** What is checked and not given out yet. */
  private final byte[] ready = new byte[1 << 14];

  private int readyFrom;
  private int readyTo;
  private final byte[] raw = new byte[(1 << 14) - 8];

  private MendedInput(InputStream source, boolean mends) {
    super(source);
    this.mends = mends;
  }

  static MendedInput of(InputStream source) throws IOException {
    var peeked = new PushbackInputStream(source, DECLARATION_BYTES_MAX);
    byte[] start = peeked.readNBytes(DECLARATION_BYTES_MAX);
    peeked.unread(start);
    return new MendedInput(peeked, isUtf8(start));
  }

  private static boolean isUtf8(byte[] start) {
    if (start.length >= 2
        && (start[0] == 0 || start[1] == 0 || start[0] == (byte) 0xFE || start[0] == (byte) 0xFF)) {
      return false;
    }
    var text = new String(start, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    int end = text.indexOf("?>");
    int encoding = text.indexOf("encoding");
    return encoding < 0
        || end < encoding
        || text.substring(encoding, end).matches("encoding\\s*=\\s*[\"'](utf-?8|us-ascii)[\"'].*");
  }

  /** Returns whether a byte between two places was damaged; forgets those before {@code from}. */
  boolean damagedBetween(long from, long to) {
    while (!damages.isEmpty() && damages.getFirst().to() < from) {
      damages.removeFirst();
    }
    return !damages.isEmpty() && damages.getFirst().from() <= to;
  }

  /**
   * The rest of a file from the start of a page or the end tag on, and the lines and places before
   * it.
   */
  record Rest(InputStream input, long lines, long place) {}

  /**
   * Moves to the start of the first page after a place, or to the end tag of the file if there is
   * no further page. The parser that read from this input can read no further.
   *
   * @return null if there is neither
   */
  Rest nextPage(long place) throws IOException {
    int back = bytesBack(chars - place);
    byte[] tail = new byte[back];
    for (int i = 0; i < back; i++) {
      tail[i] = kept[(int) ((bytes - back + i) & (KEPT_BYTES - 1))];
    }
    long linesBefore = lines - count(tail, tail.length);
    long placeBefore = chars - chars(tail, tail.length);
    readyTo = readyFrom;
    // Bytes that were checked and not given out are kept too, and so they are in the tail.
    var input = new SequenceInputStream(new ByteArrayInputStream(tail), new Unkept());
    return toPage(input, linesBefore, placeBefore);
  }

  private static Rest toPage(InputStream input, long linesBefore, long placeBefore)
      throws IOException {
    long lines = linesBefore;
    long place = placeBefore;
    String tag = "";
    while (!tag.equals(PAGE) && !tag.equals(END)) {
      int next = input.read();
      if (next < 0) {
        return null;
      }
      lines += next == '\n' ? 1 : 0;
      place += units((byte) next);
      tag = next == '<' ? "<" : tag.isEmpty() ? "" : tag + (char) next;
      if (!PAGE.startsWith(tag) && !END.startsWith(tag)) {
        tag = "";
      }
    }
    var begun = new ByteArrayInputStream(tag.getBytes(StandardCharsets.US_ASCII));
    return new Rest(new SequenceInputStream(begun, input), lines, place - tag.length());
  }

  /** Reads on behind the kept bytes. Unlike this stream it stays open when it has ended. */
  private final class Unkept extends InputStream {
    @Override
    public int read() throws IOException {
      return MendedInput.this.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return MendedInput.this.read(into, offset, length);
    }
  }

  /** Returns how many bytes the last {@code units} characters take, as far as they are kept. */
  private int bytesBack(long units) {
    long wanted = units;
    int back = 0;
    while (wanted > 0 && back < Math.min(bytes, KEPT_BYTES)) {
      back++;
      wanted -= units(kept[(int) ((bytes - back) & (KEPT_BYTES - 1))]);
    }
    return back;
  }

  private static long chars(byte[] text, int length) {
    long units = 0;
    for (int i = 0; i < length; i++) {
      units += units(text[i]);
    }
    return units;
  }

  private static long count(byte[] text, int length) {
    long found = 0;
    for (int i = 0; i < length; i++) {
      found += text[i] == '\n' ? 1 : 0;
    }
    return found;
  }

  /** Returns the UTF-16 units that a byte begins. */
  private static int units(byte one) {
    return (one & 0xC0) == 0x80 ? 0 : (one & 0xF8) == 0xF0 ? 2 : 1;
  }

  @Override
  public int read() throws IOException {
    if (readyFrom == readyTo && !fill()) {
      return -1;
    }
    return ready[readyFrom++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (readyFrom == readyTo && !fill()) {
      return -1;
    }
    int count = Math.min(length, readyTo - readyFrom);
    System.arraycopy(ready, readyFrom, into, offset, count);
    readyFrom += count;
    return count;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private boolean fill() throws IOException {
    readyFrom = 0;
    readyTo = 0;
    while (readyTo == 0) {
      int count = in.read(raw, 0, raw.length);
      if (count < 0) {
        damagePending();
        return readyTo > 0;
      }
      for (int i = 0; i < count; i++) {
        accept(raw[i]);
      }
    }
    return true;
  }

  private void accept(byte next) {
    if (!mends) {
      give(next);
      return;
    }
    if (pendingCount > 0) {
      if ((next & 0xC0) == 0x80) {
        pending[pendingCount++] = next;
        if (pendingCount == pendingWanted) {
          finishPending();
        }
        return;
      }
      damagePending();
    }
    if (next >= 0) {
      if (next == '&') {
        reference = AMPERSAND;
        give(next);
      } else if (reference != NO_REFERENCE && isBadReference((char) next)) {
        damage();
      } else if (next >= ' ' || next == '\n' || next == '\t' || next == '\r') {
        give(next);
      } else {
        damage();
      }
    } else if (next >= (byte) 0xC2 && next <= (byte) 0xF4) {
      pending[0] = next;
      pendingCount = 1;
      pendingWanted = next < (byte) 0xE0 ? 2 : next < (byte) 0xF0 ? 3 : 4;
    } else {
      damage();
    }
  }

  /**
   * Returns whether a reference is, up to this character, one to what is no character of XML: at
   * its semicolon, or at the digit that makes its number too large.
   */
  private boolean isBadReference(char next) {
    int base = reference;
    int digit = base > 0 ? Character.digit(next, base) : -1;
    if (digit >= 0) {
      referred = referred * base + digit;
      if (referred <= Character.MAX_CODE_POINT) {
        return false;
      }
      reference = NO_REFERENCE;
      return true;
    }
    if (base == AMPERSAND && next == '#') {
      reference = 10;
      referred = 0;
    } else if (base == 10 && referred == 0 && next == 'x') {
      reference = 16;
    } else {
      reference = NO_REFERENCE;
    }
    return base > 0 && next == ';' && !isXml(referred);
  }

  private static boolean isXml(int point) {
    return point < ' '
        ? point == '\n' || point == '\t' || point == '\r'
        : point <= 0xD7FF
            || (point >= 0xE000 && point <= 0xFFFD)
            || (point >= 0x10000 && point <= 0x10FFFF);
  }

  /** Gives out a character of several bytes, unless it is overlong, a surrogate, or none of XML. */
  private void finishPending() {
    int point = pending[0] & (pendingWanted == 2 ? 0x1F : pendingWanted == 3 ? 0x0F : 0x07);
    for (int i = 1; i < pendingWanted; i++) {
      point = (point << 6) | (pending[i] & 0x3F);
    }
    boolean good =
        switch (pendingWanted) {
          case 2 -> true;
          case 3 -> point >= 0x800 && isXml(point);
          default -> point >= 0x10000 && isXml(point);
        };
    if (!good) {
      damagePending();
      return;
    }
    for (int i = 0; i < pendingWanted; i++) {
      give(pending[i]);
    }
    pendingCount = 0;
  }

  private void damagePending() {
    int count = pendingCount;
    pendingCount = 0;
    for (int i = 0; i < count; i++) {
      damage();
    }
  }

  private void damage() {
    var last = damages.peekLast();
    if (last != null && (last.to() >= chars - 16 || damages.size() >= DAMAGES_MAX)) {
      damages.removeLast();
      damages.addLast(new Damage(last.from(), chars));
    } else {
      damages.addLast(new Damage(chars, chars));
    }
    give((byte) '_');
  }

  private void give(byte one) {
    ready[readyTo++] = one;
    kept[(int) (bytes++ & (KEPT_BYTES - 1))] = one;
    chars += units(one);
    lines += one == '\n' ? 1 : 0;
  }
}

package org.portolan.migrate;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import org.portolan.types.Bytes;

/**
 * Digests of values: the first 16 bytes of SHA-256 of their classes, lengths and contents. Used by
 * one thread.
 */
final class RowDigest {
  static final int LENGTH_BYTES = 16;

  private final MessageDigest sha256;
  private byte[] buffer = new byte[1024];
  private int length;

  RowDigest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the digest of values in their order. */
  byte[] of(Object[] values) {
    for (Object value : values) {
      add(value);
    }
    return take();
  }

  /** Adds a value to the next digest. */
  void add(Object value) {
    if (value == null) {
      room(1);
      buffer[length++] = 0;
    } else if (value instanceof String text) {
      content('s', text.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof Bytes bytes) {
      content('b', bytes.unsafeArray());
    } else if (value instanceof Long || value instanceof Integer) {
      number('n', ((Number) value).longValue());
    } else if (value instanceof Instant moment) {
      number('i', moment.getEpochSecond());
      number('i', moment.getNano());
    } else if (value instanceof LocalDateTime time) {
      number('t', time.toLocalDate().toEpochDay());
      number('t', time.toLocalTime().toNanoOfDay());
    } else if (value instanceof LocalDate date) {
      number('d', date.toEpochDay());
    } else if (value instanceof BigDecimal decimal) {
      number('m', decimal.scale());
      content('m', decimal.unscaledValue().toByteArray());
    } else if (value instanceof Collection<?> elements) {
      content('c', Integer.toString(elements.size()).getBytes(StandardCharsets.UTF_8));
      elements.forEach(this::add);
    } else {
      content(
          (char) ('A' + value.getClass().getSimpleName().charAt(0) % 26),
          value.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private void number(char kind, long number) {
    room(9);
    buffer[length++] = (byte) kind;
    for (int shift = 56; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (number >>> shift);
    }
  }

  private void content(char kind, byte[] content) {
    room(5);
    buffer[length++] = (byte) kind;
    for (int shift = 24; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (content.length >>> shift);
    }
    if (content.length > 1 << 16) {
      sha256.update(buffer, 0, length);
      length = 0;
      sha256.update(content);
      return;
    }
    room(content.length);
    System.arraycopy(content, 0, buffer, length, content.length);
    length += content.length;
  }

  private void room(int needed) {
    if (length + needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + needed));
    }
  }

  /** Returns the digest of what was added, and begins anew. */
  byte[] take() {
    sha256.update(buffer, 0, length);
    length = 0;
    return Arrays.copyOf(sha256.digest(), LENGTH_BYTES);
  }

  /** The sum of digests, whatever their order. Used by one thread. */
  static final class Sum {
    private long high;
    private long low;
    private long count;

    void add(byte[] digest) {
      ByteBuffer bytes = ByteBuffer.wrap(digest);
      high += bytes.getLong();
      low += bytes.getLong();
      count++;
    }

    /** Adds the digests of another sum. */
    void add(Sum other) {
      high += other.high;
      low += other.low;
      count += other.count;
    }

    long count() {
      return count;
    }

    /** Returns the sum for people and notes. */
    String text() {
      return String.format(Locale.ROOT, "%016x%016x", high, low);
    }
  }
}

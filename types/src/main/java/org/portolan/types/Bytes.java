package org.portolan.types;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable byte string, ordered as unsigned bytes: the value type of columns of type {@code
 * bytes} and the form of encoded keys. Thread-safe.
 */
public final class Bytes implements Comparable<Bytes> {
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Copies {@code content}. */
  public static Bytes copyOf(byte[] content) {
    return new Bytes(content.clone());
  }

  /** Wraps {@code content} without a copy; the caller must not change it afterwards. */
  public static Bytes wrap(byte[] content) {
    return new Bytes(content);
  }

  public static Bytes ofHex(String hex) {
    return new Bytes(HexFormat.of().parseHex(hex));
  }

  public int length() {
    return content.length;
  }

  /** Returns a copy of the content. */
  public byte[] toArray() {
    return content.clone();
  }

  /** Returns the content itself; the caller must not change it. */
  public byte[] unsafeArray() {
    return content;
  }

  public boolean startsWith(Bytes prefix) {
    int length = prefix.content.length;
    return content.length >= length && Arrays.equals(content, 0, length, prefix.content, 0, length);
  }

  /** Unsigned lexicographic order; a proper prefix comes before the longer string. */
  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(content, other.content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  /** Returns the content in hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(content);
  }
}

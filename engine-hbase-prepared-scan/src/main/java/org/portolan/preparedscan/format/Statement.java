package org.portolan.preparedscan.format;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/**
 * A prepared statement: the expected columns of rows, and the scan. A server finds a statement that
 * it has by its digest; a server that does not have it receives it again. Immutable.
 */
public final class Statement {
  /** The number of bytes of SHA-256 that identify a statement. */
  static final int DIGEST_LENGTH = 16;

  private static final int VERSION = 1;
  private static final int TIMESTAMPS = 1;
  private static final int COMPRESSED = 2;

  private final List<Column> columns;
  private final byte[] scan;
  private final boolean timestamps;
  private final boolean compressed;
  private final byte[] bytes;
  private final byte[] digest;

  /**
   * @param columns in any order; cells of other columns arrive too, with their names
   * @param scan in HBase's own form
   * @param timestamps whether cells have their timestamps
   * @param compressed whether pages are deflated
   */
  public Statement(
      Collection<Column> columns, byte[] scan, boolean timestamps, boolean compressed) {
    this.columns = Collections.unmodifiableList(new ArrayList<>(new TreeSet<>(columns)));
    this.scan = scan;
    this.timestamps = timestamps;
    this.compressed = compressed;
    Output out = new Output();
    out.writeByte(VERSION);
    out.writeByte((timestamps ? TIMESTAMPS : 0) | (compressed ? COMPRESSED : 0));
    out.writeVarint(this.columns.size());
    for (Column column : this.columns) {
      out.writeBytes(column.family());
      out.writeBytes(column.qualifier());
    }
    out.writeBytes(scan);
    bytes = out.toByteArray();
    digest = digest(bytes);
  }

  /**
   * Reads a statement.
   *
   * @throws MalformedPageException if the bytes are not a statement, or are of another version
   */
  public static Statement read(byte[] bytes) {
    Input in = new Input(bytes);
    int version = in.readByte();
    if (version != VERSION) {
      throw new MalformedPageException(
          "the statement has version " + version + ", but this release knows " + VERSION);
    }
    int flags = in.readByte();
    int count = in.readLength();
    List<Column> columns = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      columns.add(new Column(in.readBytes(), in.readBytes()));
    }
    byte[] scan = in.readBytes();
    return new Statement(columns, scan, (flags & TIMESTAMPS) != 0, (flags & COMPRESSED) != 0);
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(bytes), DIGEST_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns the columns in the order of cells. */
  public List<Column> columns() {
    return columns;
  }

  public byte[] scan() {
    return scan;
  }

  public boolean timestamps() {
    return timestamps;
  }

  public boolean compressed() {
    return compressed;
  }

  public byte[] toByteArray() {
    return bytes;
  }

  public byte[] digest() {
    return digest;
  }
}

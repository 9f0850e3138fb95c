package org.portolan.preparedscan.format;

/**
 * A request for one page of a prepared scan in one region. Immutable.
 *
 * <p>Form: version, flags, digest, [statement], start row, stop row, rows at most, bytes at most.
 */
public final class PageRequest {
  private static final int VERSION = 1;
  private static final int START_INCLUSIVE = 1;
  private static final int STOP_INCLUSIVE = 2;
  private static final int HAS_STATEMENT = 4;

  private final byte[] digest;
  private final Statement statement;
  private final byte[] start;
  private final boolean startInclusive;
  private final byte[] stop;
  private final boolean stopInclusive;
  private final int rowsMax;
  private final int bytesMax;

  private PageRequest(
      byte[] digest,
      Statement statement,
      byte[] start,
      boolean startInclusive,
      byte[] stop,
      boolean stopInclusive,
      int rowsMax,
      int bytesMax) {
    this.digest = digest;
    this.statement = statement;
    this.start = start;
    this.startInclusive = startInclusive;
    this.stop = stop;
    this.stopInclusive = stopInclusive;
    this.rowsMax = rowsMax;
    this.bytesMax = bytesMax;
  }

  /**
   * Returns a request.
   *
   * @param start the row at which to start, in the direction of the scan; empty for the first row
   *     (in a reversed scan: the last)
   * @param stop the row at which to end; empty for none
   * @param rowsMax above 0
   * @param bytesMax above 0; the page ends with the row that reaches it
   */
  public static PageRequest of(
      Statement statement,
      byte[] start,
      boolean startInclusive,
      byte[] stop,
      boolean stopInclusive,
      int rowsMax,
      int bytesMax) {
    return new PageRequest(
        statement.digest(), null, start, startInclusive, stop, stopInclusive, rowsMax, bytesMax);
  }

  /** Returns this request with the statement spelled out, for a server that does not know it. */
  public PageRequest spelledOut(Statement spelled) {
    return new PageRequest(
        digest, spelled, start, startInclusive, stop, stopInclusive, rowsMax, bytesMax);
  }

  /**
   * Reads a request.
   *
   * @throws MalformedPageException if the bytes are not a request, or are of another version
   */
  public static PageRequest read(byte[] bytes) {
    Input in = new Input(bytes);
    int version = in.readByte();
    if (version != VERSION) {
      throw new MalformedPageException(
          "the request has version " + version + ", but this release knows " + VERSION);
    }
    int flags = in.readByte();
    byte[] digest = in.readBytes();
    Statement statement = (flags & HAS_STATEMENT) == 0 ? null : Statement.read(in.readBytes());
    return new PageRequest(
        digest,
        statement,
        in.readBytes(),
        (flags & START_INCLUSIVE) != 0,
        in.readBytes(),
        (flags & STOP_INCLUSIVE) != 0,
        in.readLength(),
        in.readLength());
  }

  public byte[] toByteArray() {
    Output out = new Output();
    out.writeByte(VERSION);
    out.writeByte(
        (startInclusive ? START_INCLUSIVE : 0)
            | (stopInclusive ? STOP_INCLUSIVE : 0)
            | (statement == null ? 0 : HAS_STATEMENT));
    out.writeBytes(digest);
    if (statement != null) {
      out.writeBytes(statement.toByteArray());
    }
    out.writeBytes(start);
    out.writeBytes(stop);
    out.writeVarint(rowsMax);
    out.writeVarint(bytesMax);
    return out.toByteArray();
  }

  public byte[] digest() {
    return digest;
  }

  /** Returns the statement, null if it is not spelled out. */
  public Statement statement() {
    return statement;
  }

  public byte[] start() {
    return start;
  }

  public boolean startInclusive() {
    return startInclusive;
  }

  public byte[] stop() {
    return stop;
  }

  public boolean stopInclusive() {
    return stopInclusive;
  }

  public int rowsMax() {
    return rowsMax;
  }

  public int bytesMax() {
    return bytesMax;
  }
}

package org.portolan.preparedscan.format;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The answer of a region to a {@link PageRequest}. Immutable.
 *
 * <p>Form: version, status. With rows, these follow: flags, number of rows, the row at which to
 * continue (or, if the region is done, its keys), and the rows, deflated or not.
 */
public final class PageReply {
  /** The kind of answer. */
  public enum Status {
    /** Rows, possibly none. */
    ROWS,
    /** The server does not know the statement; ask again with it. */
    UNKNOWN_STATEMENT,
    /** The region is not next to the start; its keys show where it is. */
    ELSEWHERE,
    /**
     * The server has passed over deleted or expired cells for a long time, found no row, and does
     * not know its position. Continue with HBase's own scan, which knows it.
     */
    NOTHING_YET
  }

  private static final int VERSION = 1;
  private static final Status[] STATUSES = Status.values();
  private static final int REGION_DONE = 1;
  private static final int SCAN_DONE = 2;
  private static final int FROM_INCLUSIVE = 4;
  private static final int DEFLATED = 8;
  private static final int PIECE = 1 << 14;
  private static final byte[] NONE = {};

  private final Status status;
  private final int flags;
  private final int rows;
  private final byte[] key;
  private final byte[] endKey;
  private final Input block;
  private final int inflatedLength;

  private PageReply(
      Status status,
      int flags,
      int rows,
      byte[] key,
      byte[] endKey,
      Input block,
      int inflatedLength) {
    this.status = status;
    this.flags = flags;
    this.rows = rows;
    this.key = key;
    this.endKey = endKey;
    this.block = block;
    this.inflatedLength = inflatedLength;
  }

  /** Returns the bytes of the answer that requests the statement. */
  public static ReplyBytes unknownStatement() {
    return alone(head(Status.UNKNOWN_STATEMENT));
  }

  /** Returns the bytes of the answer that no row was found within the time limit. */
  public static ReplyBytes nothingYet() {
    return alone(head(Status.NOTHING_YET));
  }

  /** Returns the bytes of the answer that the start is in another region. */
  public static ReplyBytes elsewhere(byte[] regionStart, byte[] regionEnd) {
    Output out = head(Status.ELSEWHERE);
    out.writeBytes(regionStart);
    out.writeBytes(regionEnd);
    return alone(out);
  }

  private static ReplyBytes alone(Output out) {
    return new ReplyBytes(out, new Output(0));
  }

  @SuppressWarnings("EnumOrdinal") // The format fixes this order.
  private static Output head(Status status) {
    Output out = new Output();
    out.writeByte(VERSION);
    out.writeByte(status.ordinal());
    return out;
  }

  /**
   * Returns the bytes of a page after which more rows follow in the same region.
   *
   * @param goOnFrom the row at which to continue
   * @param inclusive whether that row itself must still be read
   */
  public static ReplyBytes moreHere(
      RowWriter rows, byte[] goOnFrom, boolean inclusive, boolean deflate) {
    int flags = inclusive ? FROM_INCLUSIVE : 0;
    return finish(head(Status.ROWS), flags, rows, goOnFrom, null, deflate);
  }

  /** Returns the bytes of a page that ends the region's part of the range. */
  public static ReplyBytes regionDone(
      RowWriter rows, boolean scanDone, byte[] regionStart, byte[] regionEnd, boolean deflate) {
    int flags = REGION_DONE | (scanDone ? SCAN_DONE : 0);
    return finish(head(Status.ROWS), flags, rows, regionStart, regionEnd, deflate);
  }

  private static ReplyBytes finish(
      Output out, int flags, RowWriter rows, byte[] key, byte[] endKey, boolean deflate) {
    Output block = rows.block();
    boolean deflated = deflate && block.size() > 0;
    out.writeByte(flags | (deflated ? DEFLATED : 0));
    out.writeVarint(rows.rows());
    out.writeBytes(key);
    if (endKey != null) {
      out.writeBytes(endKey);
    }
    if (deflated) {
      out.writeVarint(block.size());
      block = deflated(block);
    }
    return new ReplyBytes(out, block);
  }

  private static Output deflated(Output block) {
    Output out = new Output(block.size() / 2 + PIECE);
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(block.array(), 0, block.size());
      deflater.finish();
      byte[] piece = new byte[PIECE];
      while (!deflater.finished()) {
        out.writeRaw(piece, 0, deflater.deflate(piece));
      }
      return out;
    } finally {
      deflater.end();
    }
  }

  /**
   * Reads a reply. The rows stay where they are in the bytes.
   *
   * @param rowsBytesMax longer rows are refused
   * @throws MalformedPageException if the bytes are not a reply, or are of another version
   */
  public static PageReply read(byte[] bytes, int rowsBytesMax) {
    Input in = new Input(bytes);
    int version = in.readByte();
    if (version != VERSION) {
      throw new MalformedPageException(
          "the page has version " + version + ", but this release knows " + VERSION);
    }
    int code = in.readByte();
    if (code >= STATUSES.length) {
      throw new MalformedPageException("the page has the unknown status " + code);
    }
    Status status = STATUSES[code];
    if (status == Status.UNKNOWN_STATEMENT || status == Status.NOTHING_YET) {
      return new PageReply(status, 0, 0, NONE, NONE, in, 0);
    }
    if (status == Status.ELSEWHERE) {
      byte[] start = in.readBytes();
      return new PageReply(status, 0, 0, start, in.readBytes(), in, 0);
    }
    int flags = in.readByte();
    int rows = in.readLength();
    byte[] key = in.readBytes();
    byte[] endKey = (flags & REGION_DONE) != 0 ? in.readBytes() : NONE;
    int inflatedLength = (flags & DEFLATED) != 0 ? in.readLength() : 0;
    if (inflatedLength > rowsBytesMax) {
      throw new MalformedPageException("the rows of a page are of " + inflatedLength + " bytes");
    }
    return new PageReply(status, flags, rows, key, endKey, in, inflatedLength);
  }

  private Input inflated() {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(block.array(), block.position(), block.remaining());
      byte[] rowsBytes = new byte[inflatedLength];
      int done = 0;
      while (done < inflatedLength) {
        int more = inflater.inflate(rowsBytes, done, inflatedLength - done);
        if (more == 0) {
          throw new MalformedPageException(
              "the page ends after " + done + " of " + inflatedLength + " bytes");
        }
        done += more;
      }
      return new Input(rowsBytes);
    } catch (DataFormatException e) {
      throw new MalformedPageException("the page cannot be inflated: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }

  public Status status() {
    return status;
  }

  /** Returns whether the region has no more rows of the range. */
  public boolean isRegionDone() {
    return (flags & REGION_DONE) != 0;
  }

  /** Returns whether the filter has ended the scan: no rows follow in this or another region. */
  public boolean isScanDone() {
    return (flags & SCAN_DONE) != 0;
  }

  /** Returns the row at which to continue in the region, which is not done. */
  public byte[] goOnFrom() {
    return key;
  }

  /** Returns whether the row at which to continue must itself still be read. */
  public boolean isFromInclusive() {
    return (flags & FROM_INCLUSIVE) != 0;
  }

  /** Returns the first key of the region, which is done or is not next to the start. */
  public byte[] regionStart() {
    return key;
  }

  /** Returns the key before which that region ends, empty for the last region. */
  public byte[] regionEnd() {
    return endKey;
  }

  /** Returns how many rows there are. */
  public int rows() {
    return rows;
  }

  /** Returns a reader of the rows; call this once. */
  public RowReader reader(Statement statement) {
    return new RowReader(statement, (flags & DEFLATED) != 0 ? inflated() : block, rows);
  }
}

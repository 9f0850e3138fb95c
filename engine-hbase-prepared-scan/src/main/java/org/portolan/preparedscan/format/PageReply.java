package org.portolan.preparedscan.format;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What a region answers to a {@link PageRequest}. Immutable.
 *
 * <p>Form: version, status, then of rows: flags, number of rows, the row from which to go on or, if
 * the region is done, its keys, then the rows, deflated or not.
 */
public final class PageReply {
  /** What kind of answer it is. */
  public enum Status {
    /** Rows, perhaps none. */
    ROWS,
    /** The server does not know the statement; ask again with it. */
    UNKNOWN_STATEMENT,
    /** The region is not the one that is next to the start; its keys say where it lies. */
    ELSEWHERE,
    /**
     * The server has looked long at what is deleted or expired, found no row and does not know
     * where it was: HBase's own scan, which does, is the way to go on.
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

  /** Returns the bytes that ask for the statement. */
  public static ReplyBytes unknownStatement() {
    return alone(head(Status.UNKNOWN_STATEMENT));
  }

  /** Returns the bytes that say that no row was found in the time there is. */
  public static ReplyBytes nothingYet() {
    return alone(head(Status.NOTHING_YET));
  }

  /** Returns the bytes that say that the start is in another region than this. */
  public static ReplyBytes elsewhere(byte[] regionStart, byte[] regionEnd) {
    Output out = head(Status.ELSEWHERE);
    out.writeBytes(regionStart);
    out.writeBytes(regionEnd);
    return alone(out);
  }

  private static ReplyBytes alone(Output out) {
    return new ReplyBytes(out, new Output(0));
  }

  @SuppressWarnings("EnumOrdinal") // The order is the format's.
  private static Output head(Status status) {
    Output out = new Output();
    out.writeByte(VERSION);
    out.writeByte(status.ordinal());
    return out;
  }

  /**
   * Returns the bytes of a page, of which more follows in the same region.
   *
   * @param goOnFrom from where to go on
   * @param inclusive whether that row is still to be looked at
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
   * @throws MalformedPageException if it is none, or of another version
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

  /** Returns whether the region has nothing more of the range. */
  public boolean isRegionDone() {
    return (flags & REGION_DONE) != 0;
  }

  /** Returns whether the filter said that nothing more follows, in this region or another. */
  public boolean isScanDone() {
    return (flags & SCAN_DONE) != 0;
  }

  /** Returns the row from which to go on in the region, which is not done. */
  public byte[] goOnFrom() {
    return key;
  }

  /** Returns whether the row from which to go on is still to be looked at. */
  public boolean isFromInclusive() {
    return (flags & FROM_INCLUSIVE) != 0;
  }

  /** Returns the first key of the region, which is done or not the one meant. */
  public byte[] regionStart() {
    return key;
  }

  /** Returns the key before which that region ends, empty of the last. */
  public byte[] regionEnd() {
    return endKey;
  }

  /** Returns how many rows there are. */
  public int rows() {
    return rows;
  }

  /** Returns the rows, to be read once; to be called once. */
  public RowReader reader(Statement statement) {
    return new RowReader(statement, (flags & DEFLATED) != 0 ? inflated() : block, rows);
  }
}

package org.portolan.preparedscan.format;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.Cell;

/**
 * A cell that shares its key and names with other cells; its value is in the bytes of its page.
 * Immutable.
 */
@SuppressWarnings("deprecation") // The interface has deprecated methods.
final class PageCell implements Cell {
  /** References, numbers and the object header, on a 64-bit JVM with compressed references. */
  private static final long HEAP_BYTES = 48L;

  /** The bytes that HBase's own form adds to names and value: lengths, timestamp, type. */
  private static final int SERIALIZED_BYTES = 20;

  private static final byte[] NO_TAGS = {};

  private final byte[] row;
  private final Column column;
  private final long timestamp;
  private final byte[] page;
  private final int valueOffset;
  private final int valueLength;

  PageCell(
      byte[] row, Column column, long timestamp, byte[] page, int valueOffset, int valueLength) {
    this.row = row;
    this.column = column;
    this.timestamp = timestamp;
    this.page = page;
    this.valueOffset = valueOffset;
    this.valueLength = valueLength;
  }

  @Override
  public byte[] getRowArray() {
    return row;
  }

  @Override
  public int getRowOffset() {
    return 0;
  }

  @Override
  public short getRowLength() {
    return (short) row.length;
  }

  @Override
  public byte[] getFamilyArray() {
    return column.family();
  }

  @Override
  public int getFamilyOffset() {
    return 0;
  }

  @Override
  public byte getFamilyLength() {
    return (byte) column.family().length;
  }

  @Override
  public byte[] getQualifierArray() {
    return column.qualifier();
  }

  @Override
  public int getQualifierOffset() {
    return 0;
  }

  @Override
  public int getQualifierLength() {
    return column.qualifier().length;
  }

  @Override
  public long getTimestamp() {
    return timestamp;
  }

  @Override
  public byte getTypeByte() {
    return Type.Put.getCode();
  }

  @Override
  public Type getType() {
    return Type.Put;
  }

  @Override
  public long getSequenceId() {
    return 0;
  }

  @Override
  public byte[] getValueArray() {
    return page;
  }

  @Override
  public int getValueOffset() {
    return valueOffset;
  }

  @Override
  public int getValueLength() {
    return valueLength;
  }

  @Override
  public int getSerializedSize() {
    return SERIALIZED_BYTES
        + row.length
        + column.family().length
        + column.qualifier().length
        + valueLength;
  }

  @Override
  public byte[] getTagsArray() {
    return NO_TAGS;
  }

  @Override
  public int getTagsOffset() {
    return 0;
  }

  @Override
  public int getTagsLength() {
    return 0;
  }

  @Override
  public long heapSize() {
    return HEAP_BYTES + valueLength;
  }

  @Override
  public String toString() {
    return new String(row, StandardCharsets.ISO_8859_1)
        + "/"
        + column
        + "/"
        + timestamp
        + "/vlen="
        + valueLength;
  }
}

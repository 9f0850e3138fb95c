package org.portolan.preparedscan.format;

/**
 * The bytes of a reply, in two parts that are joined only when the message is made: the rows stay
 * where they were written. Used by one thread.
 */
public final class ReplyBytes {
  private final Output head;
  private final Output rows;

  ReplyBytes(Output head, Output rows) {
    this.head = head;
    this.rows = rows;
  }

  public byte[] headArray() {
    return head.array();
  }

  public int headLength() {
    return head.size();
  }

  public byte[] rowsArray() {
    return rows.array();
  }

  public int rowsLength() {
    return rows.size();
  }

  /** Returns both parts in one array. */
  public byte[] toByteArray() {
    byte[] all = new byte[head.size() + rows.size()];
    System.arraycopy(head.array(), 0, all, 0, head.size());
    System.arraycopy(rows.array(), 0, all, head.size(), rows.size());
    return all;
  }
}

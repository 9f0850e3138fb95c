package org.portolan.dump;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import org.portolan.data.Item;
import org.portolan.design.CollectionDesign;
import org.portolan.dump.ExportLog.Done;
import org.portolan.dump.Manifest.EntityTotal;
import org.portolan.types.Tuple;

/**
 * Writes the rows of one entity, in the order of their keys, into segments. A segment ends with the
 * line that reaches its length; so its end depends on nothing but the lines. Used by one thread.
 */
final class EntityWriter implements AutoCloseable {
  private final DumpFiles files;
  private final ExportLog log;
  private final LineCodec codec;
  private final long segmentBytes;
  private final Executor compressor;
  private final LineBuffer line = new LineBuffer();

  /** The line of the last row; its key names the row again if its items go on in a next segment. */
  private final LineBuffer lastRow = new LineBuffer();

  private SegmentWriter segment;
  private int number;
  private long rows;
  private long items;
  private JsonNode firstKey;
  private String cursor;
  private long rowsInAll;

  EntityWriter(
      DumpFiles files, ExportLog log, LineCodec codec, long segmentBytes, Executor compressor) {
    this.files = files;
    this.log = log;
    this.codec = codec;
    this.segmentBytes = segmentBytes;
    this.compressor = compressor;
    List<Done> done = log.segmentsOf(codec.entity().name());
    this.number = done.size();
    done.forEach(each -> rowsInAll += each.segment().rows());
  }

  LineCodec codec() {
    return codec;
  }

  /** Returns the rows written so far, those of earlier runs included. */
  long rowsInAll() {
    return rowsInAll;
  }

  /** Returns the length of the line of the last row, in bytes; large before the first row. */
  int lastRowBytes() {
    return lastRow.length() == 0 ? Integer.MAX_VALUE : lastRow.length();
  }

  /**
   * Writes the line of a row; its items follow.
   *
   * @param rowLine from {@link LineCodec#row}
   * @param newCursor where the page of the row began, null for the first page
   */
  void row(byte[] rowLine, int length, String newCursor) throws IOException {
    if (isFull()) {
      finishSegment(true);
    }
    lastRow.clear().append(rowLine, 0, length);
    cursor = newCursor;
    begin();
    segment.append(rowLine, length);
    rows++;
    rowsInAll++;
  }

  /** Writes an item of the last row. */
  void item(CollectionDesign collection, Item item) throws IOException {
    if (isFull()) {
      finishSegment(false);
      begin();
      codec.continued(line.clear(), lastKey());
      segment.append(line.array(), line.length());
    }
    codec.item(line.clear(), collection, item.key(), item.values());
    segment.append(line.array(), line.length());
    items++;
  }

  private boolean isFull() {
    return segment != null && segment.bytes() >= segmentBytes;
  }

  private void begin() throws IOException {
    if (segment == null) {
      number++;
      segment = new SegmentWriter(files, Segment.fileOf(codec.entity().name(), number), compressor);
      firstKey = keyNode();
    }
  }

  private Tuple lastKey() {
    return ((DumpLine.RowLine) codec.read(lastRow.array(), lastRow.length())).key();
  }

  private JsonNode keyNode() throws IOException {
    return Manifest.JSON.readTree(lastRow.array(), 0, lastRow.length()).get(LineCodec.ROW);
  }

  private void finishSegment(boolean whole) throws IOException {
    segment.finish();
    log.append(
        new Done(
            new Segment(
                codec.entity().name(),
                number,
                Segment.fileOf(codec.entity().name(), number),
                rows,
                items,
                segment.bytes(),
                segment.fileBytes(),
                segment.sha256(),
                firstKey,
                keyNode()),
            whole,
            cursor));
    segment = null;
    rows = 0;
    items = 0;
  }

  /** Ends the last segment and notes that the entity is complete. */
  void finish() throws IOException {
    if (segment != null) {
      finishSegment(true);
    }
    long allRows = 0;
    long allItems = 0;
    List<Done> done = log.segmentsOf(codec.entity().name());
    for (Done each : done) {
      allRows += each.segment().rows();
      allItems += each.segment().items();
    }
    log.append(new EntityTotal(codec.entity().name(), allRows, allItems, done.size()));
  }

  @Override
  public void close() throws IOException {
    if (segment != null) {
      segment.close();
    }
  }
}

package org.portolan.data.internal.build;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.portolan.data.internal.index.FilledBuckets;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.RecordSorter;
import org.portolan.types.RowCodec;
import org.portolan.types.Tuple;

/**
 * The form in which the entries of a list are sorted: by the list, then by the row in which they
 * will be, then by their order in it. That is the order in which an engine has the keys, so each
 * bucket is written once, and files of sorted keys do not overlap. Immutable.
 */
final class EntryForm {
  private final int number;
  private final IndexSchema list;
  private final KeyCodec rowCodec;
  private final RowCodec originalCodec;

  /**
   * An entry that comes out of the sort.
   *
   * @param rowKey of the bucket in which it is; of the root of its tree; of the row of its value
   * @param version of the row from which it is derived; 0 if there are no versions
   */
  record Sorted(Tuple rowKey, IndexEntry entry, long version) {}

  /**
   * @param number sorts the entries of this list before those with higher numbers
   */
  EntryForm(int number, IndexSchema list) {
    this.number = number;
    this.list = list;
    this.rowCodec = new KeyCodec(list.rowKeyColumns());
    this.originalCodec = new RowCodec(list.entity().keyMapping().originalColumns());
  }

  IndexSchema list() {
    return list;
  }

  static int number(RecordSorter.Entry record) {
    return ByteBuffer.wrap(record.key()).getInt();
  }

  byte[] key(IndexEntry entry) {
    Tuple rowKey =
        list.claims().isPresent()
            ? Claims.rowKey(list, entry.value()).key()
            : FilledBuckets.rowKey(list, entry);
    byte[] row = rowCodec.encode(rowKey);
    byte[] member = list.memberCodec().encode(entry.member());
    return ByteBuffer.allocate(Integer.BYTES + row.length + member.length)
        .putInt(number)
        .put(row)
        .put(member)
        .array();
  }

  byte[] content(IndexEntry entry, long version) {
    byte[] originals = originalCodec.encode(entry.originals());
    return ByteBuffer.allocate(Long.BYTES + originals.length)
        .putLong(version)
        .put(originals)
        .array();
  }

  Sorted read(RecordSorter.Entry record) {
    KeyCodec.Decoded row = rowCodec.decodeAt(record.key(), Integer.BYTES);
    Tuple member = list.memberCodec().decodeAt(record.key(), row.end()).key();
    byte[] content = record.content();
    List<Object> originals =
        Arrays.asList(
            originalCodec.decode(Arrays.copyOfRange(content, Long.BYTES, content.length)));
    Tuple value = list.valueOf(row.key(), List.of());
    return new Sorted(
        row.key(), new IndexEntry(value, member, originals), ByteBuffer.wrap(content).getLong());
  }
}

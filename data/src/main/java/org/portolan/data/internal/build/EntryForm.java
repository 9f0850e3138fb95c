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
public final class EntryForm {
  private final int number;
  private final IndexSchema list;
  private final KeyCodec rowCodec;
  private final RowCodec originalCodec;

  /** An entry that comes out of the sort. */
  public static final class Sorted {
    private final byte[] key;
    private final int rowEnd;
    private final Tuple rowKey;
    private final IndexEntry entry;
    private final long version;

    /**
     * @param key the key by which it was sorted
     * @param rowEnd the end of the encoded row key in it
     */
    private Sorted(byte[] key, int rowEnd, Tuple rowKey, IndexEntry entry, long version) {
      this.key = key;
      this.rowEnd = rowEnd;
      this.rowKey = rowKey;
      this.entry = entry;
      this.version = version;
    }

    /** Returns the key of its bucket, of the root of its tree, or of the row of its value. */
    Tuple rowKey() {
      return rowKey;
    }

    public IndexEntry entry() {
      return entry;
    }

    /** Returns the version of the row from which it is derived; 0 if there are no versions. */
    long version() {
      return version;
    }

    Sorted at(long newVersion) {
      return new Sorted(key, rowEnd, rowKey, entry, newVersion);
    }

    private boolean isInRow(byte[] otherKey, int otherEnd) {
      return Arrays.equals(key, 0, rowEnd, otherKey, 0, otherEnd);
    }
  }

  /**
   * @param number sorts the entries of this list before those with higher numbers
   */
  public EntryForm(int number, IndexSchema list) {
    this.number = number;
    this.list = list;
    this.rowCodec = new KeyCodec(list.rowKeyColumns());
    this.originalCodec = new RowCodec(list.entity().keyMapping().originalColumns());
  }

  public IndexSchema list() {
    return list;
  }

  /** Returns the number of the list of an entry that comes out of the sort. */
  public static int number(RecordSorter.Entry record) {
    return ByteBuffer.wrap(record.key()).getInt();
  }

  /** Returns the part of a key that does not depend on which lists are sorted with this one. */
  public static byte[] withoutNumber(byte[] key) {
    return Arrays.copyOfRange(key, Integer.BYTES, key.length);
  }

  /** Returns the key of which {@link #withoutNumber} has returned a part. */
  public byte[] numbered(byte[] rest) {
    return ByteBuffer.allocate(Integer.BYTES + rest.length).putInt(number).put(rest).array();
  }

  /** Returns the key by which an entry is sorted. */
  public byte[] key(IndexEntry entry) {
    byte[] member = list.memberCodec().encode(entry.member());
    Tuple rowKey =
        list.claims().isPresent()
            ? Claims.rowKey(list, entry.value()).key()
            : FilledBuckets.rowKey(list, entry.value(), IndexSchema.hash(member));
    byte[] row = rowCodec.encode(rowKey);
    return ByteBuffer.allocate(Integer.BYTES + row.length + member.length)
        .putInt(number)
        .put(row)
        .put(member)
        .array();
  }

  byte[] content(IndexEntry entry, long version) {
    byte[] originals =
        entry.originals().isEmpty() ? new byte[0] : originalCodec.encode(entry.originals());
    return ByteBuffer.allocate(Long.BYTES + originals.length)
        .putLong(version)
        .put(originals)
        .array();
  }

  /**
   * Reads an entry that comes out of the sort.
   *
   * @param before the entry before, of this list; null if it is the first
   */
  public Sorted read(RecordSorter.Entry record, Sorted before) {
    byte[] key = record.key();
    int end = rowCodec.endOfKey(key, Integer.BYTES);
    Tuple member = list.memberCodec().decodeAt(key, end).key();
    byte[] content = record.content();
    List<Object> originals =
        content.length == Long.BYTES
            ? List.of()
            : Arrays.asList(
                originalCodec.decode(Arrays.copyOfRange(content, Long.BYTES, content.length)));
    long version = ByteBuffer.wrap(content).getLong();
    if (before != null && before.isInRow(key, end)) {
      IndexEntry entry = new IndexEntry(before.entry().value(), member, originals);
      return new Sorted(key, end, before.rowKey(), entry, version);
    }
    Tuple rowKey = rowCodec.decodeAt(key, Integer.BYTES).key();
    IndexEntry entry = new IndexEntry(list.valueOf(rowKey, List.of()), member, originals);
    return new Sorted(key, end, rowKey, entry, version);
  }
}

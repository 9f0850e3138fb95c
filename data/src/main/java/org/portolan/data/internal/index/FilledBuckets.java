package org.portolan.data.internal.index;

import java.util.List;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** The content of buckets that are written whole, as writes would leave it once all is merged. */
public final class FilledBuckets {
  private FilledBuckets() {}

  /** Returns the row key of the read bucket in which an entry is; of the root of its tree. */
  public static Tuple rowKey(IndexSchema index, IndexEntry entry) {
    return index.rowKey(entry.value(), home(index, entry));
  }

  private static Bucket home(IndexSchema index, IndexEntry entry) {
    return index.partitioning().home(index.hash(entry.member()));
  }

  /**
   * Returns the put of a bucket that is an object.
   *
   * @param elements all members in the form of the index, ascending
   */
  public static Mutation object(IndexSchema index, Tuple rowKey, List<?> elements) {
    return new ObjectBucket(index, elements, List.of()).mutation(rowKey);
  }

  /** Returns the put of an entry in the read bucket in which it is, if buckets are cells. */
  public static Change cell(IndexSchema index, IndexEntry entry) {
    return IndexChanges.putCell(index, home(index, entry), entry, false);
  }
}

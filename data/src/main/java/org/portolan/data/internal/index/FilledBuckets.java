package org.portolan.data.internal.index;

import java.util.List;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** The content of buckets that are written whole, as writes would leave it once all is merged. */
public final class FilledBuckets {
  private FilledBuckets() {}

  /**
   * Returns the row key of the read bucket in which an entry is; of the root of its tree.
   *
   * @param memberHash the hash of its member
   */
  public static Tuple rowKey(IndexSchema index, Tuple value, int memberHash) {
    return index.rowKey(value, index.partitioning().home(memberHash));
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
    // It is the same in all read buckets.
    return IndexChanges.putCell(index, index.partitioning().reads().get(0), entry, false);
  }
}

package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.design.index.Bucket;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** Reads of buckets, and their results. */
final class BucketReads {
  private BucketReads() {}

  /** A member found in a bucket, or its removal logged in a delta bucket. */
  record Found(Tuple member, List<Object> originals, boolean removed) {}

  /** Returns the read of a bucket: of its cells in a range, or of its whole object. */
  static Get get(
      IndexSchema index, Tuple value, Bucket bucket, KeyRange range, boolean backwards, int limit) {
    return Get.of(
        index.table(),
        index.rowKey(value, bucket),
        index.cells()
            ? new FamilyRead.Items(index.family(), range, limit, backwards)
            : FamilyRead.all(index.family()));
  }

  /**
   * Reads buckets in one round trip, delta buckets before read buckets. An engine may read one row
   * after another, and a merge moves members from a delta bucket to a read bucket. In the other
   * order, a member that is moved in between would be found in neither.
   *
   * @return a row for each get, in the order of the gets
   */
  static List<Row> deltasFirst(Access access, IndexSchema index, List<Get> gets) {
    if (!index.hasDeltas()) {
      return access.get(gets);
    }
    List<Integer> order = new ArrayList<>();
    for (boolean delta : new boolean[] {true, false}) {
      for (int position = 0; position < gets.size(); position++) {
        if (index.bucketOf(gets.get(position).key()).delta() == delta) {
          order.add(position);
        }
      }
    }
    List<Row> read = access.get(order.stream().map(gets::get).toList());
    Row[] rows = new Row[gets.size()];
    for (int place = 0; place < rows.length; place++) {
      rows[order.get(place)] = read.get(place);
    }
    return Arrays.asList(rows);
  }

  /** Returns the cells of a bucket that was read. */
  static List<Found> cells(IndexSchema index, Bucket bucket, Row row) {
    return row.itemsOf(index.family()).stream().map(item -> found(index, bucket, item)).toList();
  }

  private static Found found(IndexSchema index, Bucket bucket, Row.Item item) {
    int originals = item.values().size() - (index.hasDeltas() ? 1 : 0);
    boolean removed =
        bucket.delta() && Boolean.TRUE.equals(item.values().get(item.values().size() - 1));
    return new Found(item.key(), item.values().subList(0, originals), removed);
  }

  /** Returns the elements of an object's list of members, ascending. */
  static List<?> members(IndexSchema index, Row row) {
    return list(index, row, 0);
  }

  /** Returns the elements that a delta object logs as removed, ascending. */
  static List<?> removed(IndexSchema index, Row row) {
    return index.hasDeltas() ? list(index, row, 1) : List.of();
  }

  private static List<?> list(IndexSchema index, Row row, int column) {
    Optional<List<Object>> stored = row.family(index.family());
    if (stored.isEmpty() || stored.get().get(column) == null) {
      return List.of();
    }
    return (List<?>) stored.get().get(column);
  }
}

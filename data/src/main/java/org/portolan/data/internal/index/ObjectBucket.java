package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.types.EncodedList;
import org.portolan.types.Tuple;

/**
 * The content of a bucket that is one object: its elements and, in a delta bucket, the elements
 * logged as removed. Both lists ascend. Immutable.
 */
record ObjectBucket(IndexSchema index, List<?> members, List<?> removed) {

  static ObjectBucket of(IndexSchema index, Row row) {
    return new ObjectBucket(
        index, BucketReads.members(index, row), BucketReads.removed(index, row));
  }

  int length() {
    return members.size() + removed.size();
  }

  /** Returns this bucket with some entries added or removed. */
  ObjectBucket with(Bucket bucket, Map<IndexEntry, Boolean> entries) {
    MemberForm form = index.memberForm();
    TreeSet<Object> added = new TreeSet<>(form::compare);
    TreeSet<Object> gone = new TreeSet<>(form::compare);
    entries.forEach(
        (entry, listed) ->
            (listed ? added : gone).add(form.element(entry.member(), entry.originals())));
    return with(bucket, new ArrayList<>(added), new ArrayList<>(gone));
  }

  ObjectBucket with(Bucket bucket, List<?> added, List<?> gone) {
    List<?> newMembers = changed(members, added, gone);
    return new ObjectBucket(
        index, newMembers, bucket.delta() ? changed(removed, gone, added) : List.of());
  }

  /** If the list was read in its encoding, it is changed and written in it: buckets are long. */
  private List<?> changed(List<?> all, List<?> added, List<?> gone) {
    return all instanceof EncodedList encoded
        ? encoded.changed(added, gone)
        : SortedElements.changed(all, added, gone, index.memberForm()::compare);
  }

  /** Returns the mutation that writes this bucket to a row. */
  Mutation mutation(Tuple rowKey) {
    if (members.isEmpty() && removed.isEmpty()) {
      return Mutation.of(index.table(), rowKey, new Change.DeleteFamily(index.family()));
    }
    List<Object> values =
        index.hasDeltas()
            ? Arrays.asList(orNull(members), orNull(removed))
            : Collections.singletonList(members);
    return Mutation.of(index.table(), rowKey, new Change.PutColumns(index.family(), values));
  }

  private static List<?> orNull(List<?> list) {
    return list.isEmpty() ? null : list;
  }
}

package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.internal.index.BucketReads.Found;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/**
 * Moves what one delta bucket logs into the read buckets it belongs to, in one transaction of its
 * own: a writer who meets it tries again, none ever waits for it. Reads show the same before and
 * after.
 */
final class DeltaMerge {
  /** The most logged cells that one transaction moves. */
  private static final int CELLS_MAX = 1_000;

  private DeltaMerge() {}

  /**
   * Merges one delta bucket of a value.
   *
   * @return how many logged changes were moved; of cells at most {@value #CELLS_MAX}, call again
   * @throws org.portolan.engine.ConflictException if a writer got in between; nothing is changed
   */
  static int merge(Engine engine, IndexSchema index, Tuple value, Bucket delta) {
    // Not synced: after a power loss either nothing of the move has happened or all of it, and what
    // an acknowledged write logged is there in both cases.
    try (Transaction transaction = engine.begin(Durability.BUFFERED)) {
      Access access = new Access(transaction, null);
      int moved =
          index.cells()
              ? mergeCells(access, transaction, index, value, delta)
              : mergeObject(access, transaction, index, value, delta);
      if (moved > 0) {
        transaction.commit();
      }
      return moved;
    }
  }

  private static int mergeCells(
      Access access, Transaction transaction, IndexSchema index, Tuple value, Bucket delta) {
    Row row =
        access.get(List.of(BucketReads.get(index, value, delta, KeyRange.ALL, CELLS_MAX))).get(0);
    Map<Bucket, List<Change>> changes = new HashMap<>();
    List<Change> cleared = new ArrayList<>();
    for (Found found : BucketReads.cells(index, delta, row)) {
      Bucket home = index.partitioning().home(index.hash(found.member()));
      IndexEntry entry = new IndexEntry(value, found.member(), found.originals());
      changes
          .computeIfAbsent(home, bucket -> new ArrayList<>())
          .add(
              found.removed()
                  ? new Change.DeleteItem(index.family(), found.member())
                  : IndexChanges.putCell(index, home, entry, false));
      cleared.add(new Change.DeleteItem(index.family(), found.member()));
    }
    changes.forEach(
        (home, list) ->
            transaction.mutate(Mutation.of(index.table(), index.rowKey(value, home), list)));
    if (!cleared.isEmpty()) {
      transaction.mutate(Mutation.of(index.table(), index.rowKey(value, delta), cleared));
    }
    return cleared.size();
  }

  private static int mergeObject(
      Access access, Transaction transaction, IndexSchema index, Tuple value, Bucket delta) {
    Tuple deltaKey = index.rowKey(value, delta);
    ObjectBucket logged =
        ObjectBucket.of(
            index,
            access
                .get(List.of(Get.of(index.table(), deltaKey, FamilyRead.all(index.family()))))
                .get(0));
    if (logged.length() == 0) {
      return 0;
    }
    Map<Bucket, List<Object>> added = byHome(index, logged.members());
    Map<Bucket, List<Object>> gone = byHome(index, logged.removed());
    Map<Tuple, Bucket> homes = new LinkedHashMap<>();
    added.keySet().forEach(home -> homes.put(index.rowKey(value, home), home));
    gone.keySet().forEach(home -> homes.put(index.rowKey(value, home), home));
    List<Get> gets =
        homes.keySet().stream()
            .map(key -> Get.of(index.table(), key, FamilyRead.all(index.family())))
            .toList();
    for (Row row : access.get(gets)) {
      Bucket home = homes.get(row.key());
      transaction.mutate(
          ObjectBucket.of(index, row)
              .with(home, added.getOrDefault(home, List.of()), gone.getOrDefault(home, List.of()))
              .mutation(row.key()));
    }
    transaction.mutate(
        Mutation.of(index.table(), deltaKey, new Change.DeleteFamily(index.family())));
    return logged.length();
  }

  private static Map<Bucket, List<Object>> byHome(IndexSchema index, List<?> elements) {
    Map<Bucket, List<Object>> byHome = new HashMap<>();
    for (Object element : elements) {
      Bucket home = index.partitioning().home(index.hash(index.memberForm().member(element)));
      byHome.computeIfAbsent(home, bucket -> new ArrayList<>()).add(element);
    }
    return byHome;
  }
}

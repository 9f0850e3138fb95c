package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.index.BucketReads.Found;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/**
 * Moves the changes that a delta bucket logs into their read buckets, in a separate transaction: if
 * it conflicts with a writer, one of the two runs again. Reads show the same before and after.
 */
final class DeltaMerge {
  /** The largest number of logged cells that one transaction moves. */
  private static final int CELLS_MAX = 1_000;

  /** The number of logged elements of objects at which a transaction takes no further bucket. */
  private static final int ELEMENTS_MAX = 10_000;

  private DeltaMerge() {}

  /** A delta bucket of a value. */
  record Delta(Tuple value, Bucket bucket) {}

  /**
   * The result of one transaction.
   *
   * @param moved logged changes moved
   * @param buckets the number of delta buckets merged, from the first one on
   */
  record Step(long moved, int buckets) {}

  /**
   * Merges one delta bucket of a value.
   *
   * @return how many logged changes were moved; at most {@value #CELLS_MAX} if they are cells: then
   *     call again until 0
   * @throws org.portolan.engine.ConflictException if a writer got in between; nothing is changed
   */
  static int merge(Transactions transactions, IndexSchema index, Tuple value, Bucket delta) {
    if (!index.cells()) {
      return (int) mergeObjects(transactions, index, List.of(new Delta(value, delta))).moved();
    }
    try (Transaction transaction = begin(transactions)) {
      Access access = new Access(transaction, null);
      int moved = mergeCells(access, transaction, index, value, delta);
      if (moved > 0) {
        transaction.commit();
      }
      return moved;
    }
  }

  /**
   * Begins a transaction that is not synced: after a power loss, either the whole move has happened
   * or nothing of it, and the changes that an acknowledged write logged exist in both cases.
   */
  private static Transaction begin(Transactions transactions) {
    return transactions.begin(Durability.BUFFERED);
  }

  private static int mergeCells(
      Access access, Transaction transaction, IndexSchema index, Tuple value, Bucket delta) {
    Row row =
        access
            .get(List.of(BucketReads.get(index, value, delta, KeyRange.ALL, false, CELLS_MAX)))
            .get(0);
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

  /**
   * Merges one or more delta buckets that are objects in one transaction: read buckets that they
   * have in common are rewritten once.
   *
   * @throws org.portolan.engine.ConflictException if a writer got in between; nothing is changed
   */
  static Step mergeObjects(Transactions transactions, IndexSchema index, List<Delta> deltas) {
    try (Transaction transaction = begin(transactions)) {
      Access access = new Access(transaction, null);
      List<Row> rows =
          access.get(deltas.stream().map(delta -> get(index, key(index, delta))).toList());
      Map<Tuple, Home> homes = new LinkedHashMap<>();
      long moved = 0;
      int buckets = 0;
      while (buckets < rows.size() && moved < ELEMENTS_MAX) {
        Delta delta = deltas.get(buckets);
        ObjectBucket logged = ObjectBucket.of(index, rows.get(buckets));
        if (logged.length() > 0) {
          byHome(index, logged.members())
              .forEach((bucket, elements) -> home(homes, index, delta, bucket).added.add(elements));
          byHome(index, logged.removed())
              .forEach((bucket, elements) -> home(homes, index, delta, bucket).gone.add(elements));
          transaction.mutate(
              Mutation.of(
                  index.table(), key(index, delta), new Change.DeleteFamily(index.family())));
          moved += logged.length();
        }
        buckets++;
      }
      if (moved > 0) {
        for (Row row : access.get(homes.keySet().stream().map(key -> get(index, key)).toList())) {
          transaction.mutate(homes.get(row.key()).changed(index, row));
        }
        transaction.commit();
      }
      return new Step(moved, buckets);
    }
  }

  /** A read bucket, and the changes that delta buckets logged for it, as ascending lists. */
  private static final class Home {
    final Bucket bucket;
    final List<List<Object>> added = new ArrayList<>();
    final List<List<Object>> gone = new ArrayList<>();

    Home(Bucket bucket) {
      this.bucket = bucket;
    }

    Mutation changed(IndexSchema index, Row row) {
      MemberForm form = index.memberForm();
      // A member is always logged in the same delta bucket, so no two buckets contradict each
      // other.
      return ObjectBucket.of(index, row)
          .with(
              bucket,
              SortedElements.union(added, form::compare),
              SortedElements.union(gone, form::compare))
          .mutation(row.key());
    }
  }

  private static Home home(Map<Tuple, Home> homes, IndexSchema index, Delta delta, Bucket bucket) {
    return homes.computeIfAbsent(index.rowKey(delta.value(), bucket), key -> new Home(bucket));
  }

  private static Tuple key(IndexSchema index, Delta delta) {
    return index.rowKey(delta.value(), delta.bucket());
  }

  /** Returns the row of a delta bucket. */
  static RowKey row(IndexSchema index, Tuple value, Bucket delta) {
    return new RowKey(index.table(), index.rowKey(value, delta));
  }

  private static Get get(IndexSchema index, Tuple key) {
    return Get.of(index.table(), key, FamilyRead.all(index.family()));
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

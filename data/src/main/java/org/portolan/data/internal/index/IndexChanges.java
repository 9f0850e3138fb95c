package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.auto.IndexUse;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.data.internal.tree.TreeChanges;
import org.portolan.data.internal.tree.TreeWrites;
import org.portolan.design.evolve.IndexState;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * The index changes derived from one write, gathered over all its rows. Each bucket is read at most
 * once, all of them in one round trip, and written once; likewise each leaf of a tree. Used by one
 * thread.
 */
public final class IndexChanges {
  private final Map<BucketRow, Map<IndexEntry, Boolean>> changes = new LinkedHashMap<>();
  private final List<TreeChanges> collections = new ArrayList<>();

  /** A bucket of a value. */
  private record BucketRow(IndexSchema index, Tuple value, Bucket bucket) {}

  /** A bucket that logs changes and has become long enough to be merged. */
  public record FullDelta(IndexSchema index, Tuple value) {}

  /**
   * Gathers the changes of a row that had some entries and now has others. To an index that is
   * being built or given up, they are made as its state says.
   */
  public void add(IndexSchema index, Set<IndexEntry> before, Set<IndexEntry> after) {
    for (IndexEntry entry : before) {
      if (!after.contains(entry)) {
        put(index, entry, false);
      }
    }
    if (index.state() == IndexState.DELETE_ONLY) {
      return;
    }
    for (IndexEntry entry : after) {
      if (!before.contains(entry)) {
        put(index, entry, true);
      }
    }
  }

  /** Gathers one entry to list or not to list, whether it was listed before or not. */
  public void put(IndexSchema index, IndexEntry entry, boolean listed) {
    put(index, entry, index.partitioning().write(index.hash(entry.member())), listed);
  }

  /**
   * Gathers one entry to list in its read bucket, as if its change had been logged and merged. No
   * removal of it may be logged.
   */
  public void putMerged(IndexSchema index, IndexEntry entry) {
    put(index, entry, index.partitioning().home(index.hash(entry.member())), true);
  }

  private void put(IndexSchema index, IndexEntry entry, Bucket bucket, boolean listed) {
    changes
        .computeIfAbsent(new BucketRow(index, entry.value(), bucket), row -> new LinkedHashMap<>())
        .put(entry, listed);
  }

  /** Gathers the changes of a collection that is a tree: all trees are read together. */
  public void add(TreeChanges collection) {
    collections.add(collection);
  }

  public boolean isEmpty() {
    return changes.isEmpty() && collections.isEmpty();
  }

  /** Returns the rows of the delta buckets that these changes are logged in. */
  public Set<RowKey> deltas() {
    return changes.keySet().stream()
        .filter(row -> row.bucket().delta())
        .map(row -> DeltaMerge.row(row.index(), row.value(), row.bucket()))
        .collect(Collectors.toSet());
  }

  /**
   * Returns the mutations that make the changes.
   *
   * @param access the transaction, for the objects that are rewritten
   * @param deltaLength the approximate number of logged changes from which a delta bucket is
   *     reported in {@code full}
   * @param random decides which writer reports a bucket of cells, and names new nodes of trees
   */
  public List<Mutation> mutations(
      Access access, int deltaLength, List<FullDelta> full, RandomGenerator random) {
    List<Mutation> mutations = new ArrayList<>(changes.size());
    List<BucketRow> objects = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    List<TreeChanges> trees = new ArrayList<>(collections);
    changes.forEach(
        (row, entries) -> {
          IndexUse use = access.uses().of(row.index());
          if (use != null) {
            use.changed(row.value(), entries.size());
          }
          if (row.index().tree().isPresent()) {
            trees.add(treeChanges(row, entries));
          } else if (row.index().cells()) {
            mutations.add(cellMutation(row, entries));
            if (row.bucket().delta() && isTurn(entries.size(), deltaLength, random)) {
              full.add(new FullDelta(row.index(), row.value()));
            }
          } else {
            objects.add(row);
            gets.add(
                Get.of(
                    row.index().table(),
                    row.index().rowKey(row.value(), row.bucket()),
                    FamilyRead.all(row.index().family())));
          }
        });
    List<Row> rows = access.get(gets);
    for (int position = 0; position < objects.size(); position++) {
      BucketRow row = objects.get(position);
      ObjectBucket object =
          ObjectBucket.of(row.index(), rows.get(position)).with(row.bucket(), changes.get(row));
      mutations.add(object.mutation(gets.get(position).key()));
      IndexUse use = access.uses().of(row.index());
      if (use != null) {
        use.saw(object.length());
      }
      if (row.bucket().delta() && object.length() >= deltaLength) {
        full.add(new FullDelta(row.index(), row.value()));
      }
    }
    mutations.addAll(TreeWrites.mutations(access, trees, random));
    return mutations;
  }

  private static TreeChanges treeChanges(BucketRow row, Map<IndexEntry, Boolean> entries) {
    MemberForm form = row.index().memberForm();
    Map<Object, Boolean> elements = new TreeMap<>(form::compare);
    // If a member is both removed and added, the addition wins.
    entries.forEach(
        (entry, listed) ->
            elements.merge(
                form.element(entry.member(), entry.originals()), listed, Boolean::logicalOr));
    return new TreeChanges(row.index().tree().orElseThrow(), row.value(), elements);
  }

  /**
   * Cells are written without reading the bucket, so its length is unknown. Instead, a write
   * reports it with probability {@code logged / deltaLength}, which has the same effect on average.
   */
  private static boolean isTurn(int logged, int deltaLength, RandomGenerator random) {
    return random.nextInt(deltaLength) < logged;
  }

  private static Mutation cellMutation(BucketRow row, Map<IndexEntry, Boolean> entries) {
    IndexSchema index = row.index();
    // If a member is both removed and added, the addition wins.
    Map<Tuple, Change> changes = new TreeMap<>(index.memberCodec()::compare);
    entries.forEach(
        (entry, listed) -> {
          if (listed) {
            changes.put(entry.member(), putCell(index, row.bucket(), entry, false));
          } else if (row.bucket().delta()) {
            changes.putIfAbsent(entry.member(), putCell(index, row.bucket(), entry, true));
          } else {
            changes.putIfAbsent(
                entry.member(), new Change.DeleteItem(index.family(), entry.member()));
          }
        });
    return Mutation.of(
        index.table(), index.rowKey(row.value(), row.bucket()), new ArrayList<>(changes.values()));
  }

  static Change putCell(IndexSchema index, Bucket bucket, IndexEntry entry, boolean removed) {
    List<Object> values = new ArrayList<>(entry.originals());
    if (index.hasDeltas()) {
      values.add(bucket.delta() ? (Object) removed : null);
    }
    return new Change.PutItem(index.family(), entry.member(), values);
  }
}

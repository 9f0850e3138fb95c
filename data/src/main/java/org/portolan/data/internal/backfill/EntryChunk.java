package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.build.EntryForm;
import org.portolan.data.internal.build.EntryForm.Sorted;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/**
 * Some entries of one index that are neighbours in its buckets, listed in one transaction as far as
 * their rows still have them. The commit fails if one of these rows has changed since it was read.
 *
 * <p>In an index with delta buckets, entries go straight to their read buckets, where no writer
 * goes. So the backfill conflicts with merges alone, and leaves nothing to merge. An exception is
 * an entry whose removal is logged although its row has it: a process that only removed entries of
 * the index has logged it, before the backfill began. The log counts more than the read bucket, so
 * this entry is logged as added. The log may be read before the transaction, and not in it: since
 * then each writer that gives an entry to a row also logs it as added.
 */
record EntryChunk(EntryForm form, List<Sorted> entries) {
  EntryChunk {
    entries = List.copyOf(entries);
  }

  int size() {
    return entries.size();
  }

  /**
   * Makes the transaction, and counts it.
   *
   * @param begin begins it
   * @param engine reads outside of it
   * @throws org.portolan.engine.ConflictException if a row or a bucket was changed in between;
   *     nothing was listed
   */
  void commit(Supplier<Transaction> begin, Engine engine, StoreRuntime runtime, Tally tally) {
    List<Boolean> removed =
        IndexLookups.removalsLogged(
            new Access(engine, null), form.list(), entries.stream().map(Sorted::entry).toList());
    List<Mutation> mutations;
    long listed;
    try (Transaction transaction = begin.get()) {
      try {
        Access access = new Access(transaction, null);
        IndexChanges changes = new IndexChanges();
        listed = gather(access, removed, changes);
        mutations =
            changes.mutations(access, Integer.MAX_VALUE, new ArrayList<>(), runtime.random());
        mutations.forEach(transaction::mutate);
      } catch (EngineException e) {
        throw e;
      } catch (RuntimeException e) {
        // Perhaps the nodes of a tree were only read at different moments: then this is a conflict.
        transaction.validate();
        throw e;
      }
      // Also if nothing is listed: a row that seems to lack its entry must be read as it is.
      transaction.commit();
    }
    tally.entries += listed;
    tally.written(mutations);
  }

  /** Gathers the entries that the rows have; returns how many. */
  private long gather(Access access, List<Boolean> removed, IndexChanges changes) {
    IndexSchema list = form.list();
    Map<Tuple, Set<IndexEntry>> ofRows = read(access);
    long listed = 0;
    for (int position = 0; position < entries.size(); position++) {
      IndexEntry seen = entries.get(position).entry();
      Optional<IndexEntry> entry = find(ofRows.get(key(seen)), seen);
      if (entry.isPresent()) {
        listed++;
        if (removed.get(position)) {
          changes.put(list, entry.get(), true);
        } else {
          changes.putMerged(list, entry.get());
        }
      }
    }
    return listed;
  }

  private Tuple key(IndexEntry entry) {
    return form.list().keyOf(entry.member(), entry.originals());
  }

  /** Returns the entries that the rows have now. */
  private Map<Tuple, Set<IndexEntry>> read(Access access) {
    IndexSchema list = form.list();
    Set<Tuple> distinct = new LinkedHashSet<>();
    entries.forEach(entry -> distinct.add(key(entry.entry())));
    List<Tuple> keys = List.copyOf(distinct);
    List<Optional<EntityRow>> rows =
        RowReads.getAll(access, list.entity(), keys, new Columns(false, list.columns()));
    Map<Tuple, Set<IndexEntry>> ofRows = new HashMap<>();
    for (int position = 0; position < keys.size(); position++) {
      ofRows.put(keys.get(position), list.entries(rows.get(position)));
    }
    return ofRows;
  }

  /** Finds an entry; its originals may have changed with a row made anew. */
  private Optional<IndexEntry> find(Set<IndexEntry> now, IndexEntry seen) {
    if (now.contains(seen)) {
      return Optional.of(seen);
    }
    byte[] key = form.key(seen);
    return now.stream().filter(entry -> Arrays.equals(form.key(entry), key)).findFirst();
  }
}

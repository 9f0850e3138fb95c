package org.portolan.data.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.portolan.data.internal.build.EntryForm.Sorted;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/**
 * The rows of no entity that decide between writers: those of unique values, and the guards of
 * referring rows. On engines of rows they have states like rows of entities, all at one version,
 * from before the build by more than clocks may differ: a later write is on a condition, and an
 * engine may then order it by a clock of its servers (as with loads). Their tables are new, so
 * nothing in them is older.
 *
 * @param version the version of all these rows and of the entries that belong to them; empty if
 *     there are no versions
 * @param write the number of the write that made them
 */
record GuardRows(OptionalLong version, long write, Consumer<Mutation> writes) {

  private void put(Mutation row) {
    if (version.isEmpty()) {
      writes.accept(row);
      return;
    }
    List<Change> changes = new ArrayList<>(row.changes());
    changes.add(WriteState.NONE.next(version.getAsLong(), write).put());
    writes.accept(Mutation.of(row.table(), row.key(), changes).at(version.getAsLong()));
  }

  /** Returns what fills the lists of referring rows, and the guard rows above them. */
  ListFill of(IndexSchema list, ListFill lists) {
    return new Referrers(list, lists);
  }

  /** Returns what fills the rows of a unique index. */
  ListFill ofUnique(IndexSchema index, UniqueViolations violations) {
    return new Values(index, violations);
  }

  /** Is told of rows that have the same value. */
  interface UniqueViolations {
    void add(IndexSchema index, Tuple value, Tuple owner, Tuple other);

    /** Returns whether nothing is to be written any more. */
    boolean any();
  }

  private final class Referrers extends ListFill {
    private final IndexSchema list;
    private final ListFill lists;

    Referrers(IndexSchema list, ListFill lists) {
      this.list = list;
      this.lists = lists;
    }

    @Override
    void begin(Sorted first) {
      put(list.reference().orElseThrow().mutation(first.entry().value(), true));
    }

    @Override
    void next(Sorted entry) {
      lists.add(new Sorted(entry.rowKey(), entry.entry(), version.orElse(0)));
    }

    @Override
    void endRow(Tuple key) {
      lists.end();
    }
  }

  private final class Values extends ListFill {
    private final IndexSchema index;
    private final UniqueViolations violations;
    private Tuple owner;

    Values(IndexSchema index, UniqueViolations violations) {
      this.index = index;
      this.violations = violations;
    }

    @Override
    void begin(Sorted first) {
      owner = null;
    }

    @Override
    void next(Sorted entry) {
      Tuple key = index.keyOf(entry.entry().member(), entry.entry().originals());
      if (owner != null) {
        violations.add(index, entry.entry().value(), owner, key);
        return;
      }
      owner = key;
      if (!violations.any()) {
        put(Claims.mutation(index, entry.entry().value(), Optional.of(key)));
      }
    }

    @Override
    void endRow(Tuple key) {}
  }
}
